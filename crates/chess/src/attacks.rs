//! Attack sets, from tables built at compile time. With the feature `compact`, large tables are
//! replaced by the functions that fill them.
//!
//! Kings, knights and pawns look up one word. Sliders use the method that suits the machine: PEXT
//! tables where the CPU has BMI2, magic bitboards on other 64-bit machines, and line arithmetic
//! without large tables in WebAssembly. Tests compare all three square by square.

mod leapers;
pub(crate) mod lines;
#[cfg(not(any(target_arch = "wasm32", target_feature = "bmi2")))]
mod magic;
#[cfg(all(target_arch = "x86_64", any(feature = "std", target_feature = "bmi2")))]
mod pext;
mod sliders;
#[cfg(test)]
mod tests;

use crate::{Bitboard, Color, File, Role, Square};

#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "bmi2")))]
use pext::Pext;
use sliders::Baseline;
pub(crate) use sliders::with_usual_sliders;
pub use sliders::{Sliders, SlidingWork, with_sliders};

/// The squares that a king on `square` attacks.
///
/// ```
/// use fourfold_chess::{Square, attacks};
/// assert_eq!(attacks::king(Square::A1).len(), 3);
/// assert_eq!(attacks::king(Square::E4).len(), 8);
/// ```
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    leapers::KING[square as usize]
}

/// The squares that a knight on `square` attacks.
///
/// ```
/// use fourfold_chess::{Square, attacks};
/// // A knight on the rim is dim.
/// assert_eq!(attacks::knight(Square::A4).len(), 4);
/// assert_eq!(attacks::knight(Square::D4).len(), 8);
/// ```
#[inline]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    leapers::KNIGHT[square as usize]
}

/// The squares that a pawn of this side attacks.
///
/// ```
/// use fourfold_chess::{Color, Square, attacks};
/// let attacked = attacks::pawn(Color::White, Square::E4);
/// assert_eq!(attacked, Square::D5.bitboard() | Square::F5.bitboard());
/// ```
#[inline]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    match color {
        Color::White => leapers::WHITE_PAWN[square as usize],
        Color::Black => leapers::BLACK_PAWN[square as usize],
    }
}

/// The squares that the pawns of this side attack to their west and to their east.
///
/// ```
/// use fourfold_chess::{Bitboard, Color, File, Rank, attacks};
/// let [west, east] = attacks::pawns(Color::Black, Bitboard::from(Rank::Seventh));
/// let sixth = Bitboard::from(Rank::Sixth);
/// assert_eq!(west, sixth - Bitboard::from(File::H));
/// assert_eq!(east, sixth - Bitboard::from(File::A));
/// ```
#[inline]
#[must_use]
pub fn pawns(color: Color, pawns: Bitboard) -> [Bitboard; 2] {
    let forward = match color {
        Color::White => 8,
        Color::Black => -8,
    };
    [
        (pawns - Bitboard::from(File::A)).shift(forward - 1),
        (pawns - Bitboard::from(File::H)).shift(forward + 1),
    ]
}

/// The squares that a bishop attacks, given the occupied squares. The first blocker on each line is
/// included.
///
/// ```
/// use fourfold_chess::{Bitboard, Position, Square, attacks};
/// let start = Position::start();
/// assert!(attacks::bishop(Square::C1, Bitboard::EMPTY).contains(Square::H6));
/// let blocked = attacks::bishop(Square::C1, start.board().occupied());
/// assert_eq!(blocked, Square::B2.bitboard() | Square::D2.bitboard());
/// ```
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Baseline.bishop(square, occupied)
}

/// The squares that a rook attacks, given the occupied squares. The first blocker on each line is
/// included.
///
/// ```
/// use fourfold_chess::{Square, attacks};
/// let occupied = Square::E6.bitboard();
/// let attacked = attacks::rook(Square::E1, occupied);
/// assert!(attacked.contains(Square::E6));
/// assert!(!attacked.contains(Square::E7));
/// ```
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Baseline.rook(square, occupied)
}

/// The squares that a queen attacks, given the occupied squares.
///
/// ```
/// use fourfold_chess::{Bitboard, Square, attacks};
/// assert_eq!(attacks::queen(Square::D4, Bitboard::EMPTY).len(), 27);
/// ```
#[inline]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares that a piece attacks, given the occupied squares.
///
/// ```
/// use fourfold_chess::{Bitboard, Color, Role, Square, attacks};
/// let attacked = attacks::of(Color::Black, Role::Pawn, Square::E5, Bitboard::EMPTY);
/// assert_eq!(attacked, Square::D4.bitboard() | Square::F4.bitboard());
/// ```
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

/// The squares that a bishop attacks on an empty board.
///
/// ```
/// use fourfold_chess::{Square, attacks};
/// assert_eq!(attacks::bishop_rays(Square::A1).len(), 7);
/// ```
#[inline]
#[must_use]
pub fn bishop_rays(square: Square) -> Bitboard {
    #[cfg(not(feature = "compact"))]
    return lines::BISHOP_RAYS[square as usize];
    #[cfg(feature = "compact")]
    lines::bishop(square, Bitboard::EMPTY)
}

/// The squares that a rook attacks on an empty board.
///
/// ```
/// use fourfold_chess::{Square, attacks};
/// // A rook attacks 14 squares from anywhere.
/// assert!(Square::ALL.into_iter().all(|square| attacks::rook_rays(square).len() == 14));
/// ```
#[inline]
#[must_use]
pub fn rook_rays(square: Square) -> Bitboard {
    #[cfg(not(feature = "compact"))]
    return lines::ROOK_RAYS[square as usize];
    #[cfg(feature = "compact")]
    lines::rook(square, Bitboard::EMPTY)
}

/// The squares that a piece other than a pawn attacks on an empty board.
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

/// The same, looked up.
#[cfg(not(feature = "compact"))]
static ON_EMPTY_BOARD: [[Bitboard; 64]; 6] = {
    let mut attacks = [[Bitboard::EMPTY; 64]; 6];
    let mut at = 0;
    while at < 6 * 64 {
        attacks[at / 64][at % 64] = on_empty_board(Role::ALL[at / 64], Square::ALL[at % 64]);
        at += 1;
    }
    attacks
};

/// Those of these pieces of one kind that attack a square, given the occupied squares; not for
/// pawns.
///
/// The result is the same as with [`of`]. Few pieces are in line with a square, so looking at the
/// squares between is faster than looking up all attacked squares.
#[inline]
#[must_use]
pub(crate) fn reaching(role: Role, pieces: Bitboard, to: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(not(feature = "compact"))]
    let aimed = pieces & ON_EMPTY_BOARD[role as usize][to as usize];
    #[cfg(feature = "compact")]
    let aimed = pieces & on_empty_board(role, to);
    let is_free = |from: &Square| between(*from, to).is_disjoint(occupied);
    aimed.into_iter().filter(is_free).collect()
}

/// The squares strictly between two squares on a line; empty if they share none.
///
/// ```
/// use fourfold_chess::{Square, attacks};
/// let between = attacks::between(Square::E1, Square::H1);
/// assert_eq!(between, Square::F1.bitboard() | Square::G1.bitboard());
/// assert!(attacks::between(Square::E1, Square::F3).is_empty());
/// ```
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    #[cfg(not(feature = "compact"))]
    return lines::BETWEEN[a as usize][b as usize];
    #[cfg(feature = "compact")]
    lines::between(a, b)
}

/// The whole line through two squares, from edge to edge; empty if they share none.
///
/// ```
/// use fourfold_chess::{Square, attacks};
/// assert_eq!(attacks::line(Square::C3, Square::D4).len(), 8); // the long diagonal
/// ```
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    #[cfg(not(feature = "compact"))]
    return lines::LINE[a as usize][b as usize];
    #[cfg(feature = "compact")]
    lines::through(a, b)
}
