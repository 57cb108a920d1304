//! Lines of the board, and slider attacks by arithmetic.
//!
//! This is obstruction difference
//! (<https://www.chessprogramming.org/Obstruction_Difference>): on one line, twice the nearest blocker
//! above less the nearest blocker below is the set of all squares from one to the other. It needs no
//! large table, so WebAssembly uses it, and it fills the tables of the faster methods at compile time.

use crate::{Bitboard, Square};

#[cfg(target_arch = "wasm32")]
use super::sliders::Sliders;

/// The four lines through a square, without the square itself.
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    rank: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines {
        file: 0,
        rank: 0,
        diagonal: 0,
        antidiagonal: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        lines[square] = Lines {
            file: walk(square, 0, 1) | walk(square, 0, -1),
            rank: walk(square, 1, 0) | walk(square, -1, 0),
            diagonal: walk(square, 1, 1) | walk(square, -1, -1),
            antidiagonal: walk(square, -1, 1) | walk(square, 1, -1),
        };
        square += 1;
    }
    lines
};

/// The squares from a square in one direction up to the edge.
const fn walk(square: usize, files: i8, ranks: i8) -> u64 {
    let mut met = 0;
    let mut at = Square::ALL[square];
    while let Some(next) = at.offset(files, ranks) {
        met |= next.bitboard().0;
        at = next;
    }
    met
}

/// The squares attacked along one line, including the first blockers.
#[inline]
const fn slide(square: Square, line: u64, occupied: Bitboard) -> u64 {
    let below = square.bitboard().0 - 1;
    let blockers = occupied.0 & line;
    // All squares from the nearest blocker below, or from a1, to h8. The shift repeats the sign.
    let from = i64::MIN >> ((blockers & below) | 1).leading_zeros();
    let above = blockers & !below;
    let nearest = above & above.wrapping_neg();
    (nearest << 1).wrapping_add(from as u64) & line
}

/// The squares a bishop attacks.
#[inline]
pub(super) const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square as usize];
    Bitboard(slide(square, lines.diagonal, occupied) | slide(square, lines.antidiagonal, occupied))
}

/// The squares a rook attacks.
#[inline]
pub(super) const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square as usize];
    Bitboard(slide(square, lines.file, occupied) | slide(square, lines.rank, occupied))
}

/// The squares a bishop attacks on an empty board.
#[cfg(not(feature = "compact"))]
pub(super) static BISHOP_RAYS: [Bitboard; 64] = {
    let mut rays = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = bishop(Square::ALL[square], Bitboard::EMPTY);
        square += 1;
    }
    rays
};

/// The squares a rook attacks on an empty board.
#[cfg(not(feature = "compact"))]
pub(super) static ROOK_RAYS: [Bitboard; 64] = {
    let mut rays = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = rook(Square::ALL[square], Bitboard::EMPTY);
        square += 1;
    }
    rays
};

/// The squares strictly between two squares.
pub(super) const fn between(from: Square, to: Square) -> Bitboard {
    let around_from = shared_line(from, to);
    let around_to = shared_line(to, from);
    Bitboard(slide(from, around_from, to.bitboard()) & slide(to, around_to, from.bitboard()))
}

/// The whole line through two squares, with both.
pub(super) const fn through(from: Square, to: Square) -> Bitboard {
    match shared_line(from, to) {
        0 => Bitboard::EMPTY,
        shared => Bitboard(shared | from.bitboard().0 | to.bitboard().0),
    }
}

/// The squares strictly between two squares, looked up.
#[cfg(not(feature = "compact"))]
pub(super) static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        table[at / 64][at % 64] = between(Square::ALL[at / 64], Square::ALL[at % 64]);
        at += 1;
    }
    table
};

/// The whole line through two squares, looked up.
#[cfg(not(feature = "compact"))]
pub(super) static LINE: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        table[at / 64][at % 64] = through(Square::ALL[at / 64], Square::ALL[at % 64]);
        at += 1;
    }
    table
};

/// The line through the first square on which the second lies, without the first.
const fn shared_line(from: Square, to: Square) -> u64 {
    let lines = &LINES[from as usize];
    let target = to.bitboard().0;
    if lines.file & target != 0 {
        lines.file
    } else if lines.rank & target != 0 {
        lines.rank
    } else if lines.diagonal & target != 0 {
        lines.diagonal
    } else if lines.antidiagonal & target != 0 {
        lines.antidiagonal
    } else {
        0
    }
}

/// The attacks of a slider along one of its two lines, for every set of blockers there.
///
/// The two lines of a bishop or rook share no other square, so a table over both is filled by
/// combining their parts. That costs the compiler far less than computing each entry.
#[cfg(not(target_arch = "wasm32"))]
pub(super) struct Ways {
    /// The number of blocker sets.
    pub(super) count: usize,
    /// The blocker sets, the empty one first.
    pub(super) blockers: [u64; 64],
    /// The squares attacked for each blocker set.
    pub(super) attacks: [u64; 64],
}

#[cfg(not(target_arch = "wasm32"))]
impl Ways {
    /// A rook's attacks along its file and its rank.
    pub(super) const fn of_rook(square: Square) -> (Ways, Ways) {
        let lines = &LINES[square as usize];
        (
            Ways::along(square, lines.file),
            Ways::along(square, lines.rank),
        )
    }

    /// A bishop's attacks along its two diagonals.
    pub(super) const fn of_bishop(square: Square) -> (Ways, Ways) {
        let lines = &LINES[square as usize];
        (
            Ways::along(square, lines.diagonal),
            Ways::along(square, lines.antidiagonal),
        )
    }

    /// The squares of the line that matter as blockers: all but its ends.
    pub(super) const fn mask(&self) -> u64 {
        self.blockers[self.count - 1]
    }

    const fn along(square: Square, line: u64) -> Ways {
        let mut ways = Ways {
            count: 0,
            blockers: [0; 64],
            attacks: [0; 64],
        };
        let mask = line & !ends(square, line);
        let mut blockers = 0u64;
        loop {
            ways.blockers[ways.count] = blockers;
            ways.attacks[ways.count] = slide(square, line, Bitboard(blockers));
            ways.count += 1;
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                return ways;
            }
        }
    }
}

/// The last square of a line in either direction.
#[cfg(not(target_arch = "wasm32"))]
const fn ends(square: Square, line: u64) -> u64 {
    let slider = square.bitboard().0;
    let above = line & !(slider | (slider - 1));
    let below = line & (slider - 1);
    let top = if above == 0 {
        0
    } else {
        1 << (63 - above.leading_zeros())
    };
    let bottom = below & below.wrapping_neg();
    top | bottom
}

/// Slider attacks by line arithmetic.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy)]
pub(crate) struct Arithmetic;

#[cfg(target_arch = "wasm32")]
impl Sliders for Arithmetic {
    #[inline]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        bishop(square, occupied)
    }

    #[inline]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        rook(square, occupied)
    }
}
