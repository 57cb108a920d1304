//! Which squares a piece attacks, from tables built by the compiler.
//!
//! Leapers and pawns look up one word. Sliders go through the method that fits the
//! machine: PEXT tables where the CPU has BMI2, magic multiplication on other 64-bit machines,
//! and line arithmetic without large tables in WebAssembly. All three are compared square by
//! square in the tests.

mod leapers;
pub(crate) mod lines;
#[cfg(not(any(target_arch = "wasm32", target_feature = "bmi2")))]
mod magic;
#[cfg(target_arch = "x86_64")]
mod pext;
mod sliders;
#[cfg(test)]
mod tests;

use crate::{Bitboard, Color, Role, Square};

#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
use pext::Pext;
use sliders::Baseline;
pub use sliders::{Sliders, SlidingWork, with_sliders};

/// The squares a king attacks from here.
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    leapers::KING[square as usize]
}

/// The squares a knight attacks from here.
#[inline]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    leapers::KNIGHT[square as usize]
}

/// The squares a pawn of this side attacks from here.
#[inline]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    match color {
        Color::White => leapers::WHITE_PAWN[square as usize],
        Color::Black => leapers::BLACK_PAWN[square as usize],
    }
}

/// The squares a bishop attacks from here when these squares are occupied.
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Baseline.bishop(square, occupied)
}

/// The squares a rook attacks from here when these squares are occupied.
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Baseline.rook(square, occupied)
}

/// The squares a queen attacks from here when these squares are occupied.
#[inline]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares a piece attacks from here when these squares are occupied.
#[inline]
#[must_use]
pub fn of(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares a bishop attacks from here on an empty board.
#[inline]
#[must_use]
pub fn bishop_rays(square: Square) -> Bitboard {
    lines::BISHOP_RAYS[square as usize]
}

/// The squares a rook attacks from here on an empty board.
#[inline]
#[must_use]
pub fn rook_rays(square: Square) -> Bitboard {
    lines::ROOK_RAYS[square as usize]
}

/// The squares a piece other than a pawn attacks from here on an empty board.
pub(crate) const fn on_empty_board(role: Role, square: Square) -> Bitboard {
    let none = Bitboard::EMPTY;
    match role {
        Role::Pawn => none,
        Role::Knight => leapers::KNIGHT[square as usize],
        Role::Bishop => lines::bishop(square, none),
        Role::Rook => lines::rook(square, none),
        Role::Queen => Bitboard(lines::bishop(square, none).0 | lines::rook(square, none).0),
        Role::King => leapers::KING[square as usize],
    }
}

/// The squares strictly between two squares of one line; empty if they share none.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    lines::BETWEEN[a as usize][b as usize]
}

/// The whole line through two squares, edge to edge; empty if they share none.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    lines::LINE[a as usize][b as usize]
}
