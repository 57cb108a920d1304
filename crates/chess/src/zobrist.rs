//! Zobrist keys: <https://www.chessprogramming.org/Zobrist_Hashing>.
//!
//! A key is the exclusive or of one random number for each fact that makes two positions the same
//! under the Laws (article 9.2.3): each piece on its square, the side to move, each rook that may
//! castle, and the square of a legal en passant capture. The clocks do not count.
//!
//! The numbers are looked up. With the feature `compact` they are computed, which takes three
//! multiplications.

mod reversible;

use crate::{Bitboard, Board, CastlingRights, Color, Piece, Square};

#[cfg(not(feature = "compact"))]
static PIECES: [[u64; 64]; 12] = {
    let mut numbers = [[0; 64]; 12];
    let mut at = 0;
    while at < 12 * 64 {
        numbers[at / 64][at % 64] = number(at as u64);
        at += 1;
    }
    numbers
};

#[cfg(not(feature = "compact"))]
static CASTLING: [u64; 64] = {
    let mut numbers = [0; 64];
    let mut at = 0;
    while at < 64 {
        numbers[at] = castling_number(at);
        at += 1;
    }
    numbers
};

static EN_PASSANT: [u64; 8] = {
    let mut numbers = [0; 8];
    let mut at = 0;
    while at < 8 {
        numbers[at] = number(2000 + at as u64);
        at += 1;
    }
    numbers
};

/// Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = number(3000);

/// The number of a piece on a square.
#[inline]
pub(crate) const fn piece(piece: Piece, square: Square) -> u64 {
    let kind = piece.color as usize * 6 + piece.role as usize;
    #[cfg(not(feature = "compact"))]
    return PIECES[kind][square as usize];
    #[cfg(feature = "compact")]
    number(kind as u64 * 64 + square as u64)
}

/// The numbers of all rooks that may castle.
#[inline]
pub(crate) fn castling(rooks: Bitboard) -> u64 {
    #[cfg(not(feature = "compact"))]
    let of = |rook: Square| CASTLING[rook as usize];
    #[cfg(feature = "compact")]
    let of = |rook: Square| castling_number(rook as usize);
    rooks.into_iter().fold(0, |key, rook| key ^ of(rook))
}

/// The number of a legal en passant capture onto a square.
#[inline]
pub(crate) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.file() as usize]
}

/// The key of a position, computed from scratch.
pub(crate) fn key(
    board: &Board,
    turn: Color,
    castling_rights: CastlingRights,
    en_passant_to: Option<Square>,
) -> u64 {
    let placement = board
        .iter()
        .fold(0, |key, (square, what)| key ^ piece(what, square));
    let turn = if turn.is_white() { 0 } else { BLACK_TO_MOVE };
    placement ^ turn ^ castling(castling_rights.rooks()) ^ en_passant_to.map_or(0, en_passant)
}

/// The number of a rook that may castle, by the index of its square.
const fn castling_number(square: usize) -> u64 {
    number(1000 + square as u64)
}

/// The random number at an index: an output of SplitMix64 with seed 0
/// (<https://prng.di.unimi.it/splitmix64.c>).
pub(crate) const fn number(index: u64) -> u64 {
    let mut z = (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The Zobrist key of a position.
///
/// ```
/// use fourfold_chess::{Key, Position};
/// let start = Position::start();
/// let pass = start.play_null().ok_or("not in check")?;
/// assert_eq!(start.key().0 ^ pass.key().0, Key::TURN.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// If no two pairs of numbers cancel out, positions that differ in up to four facts, as they do
    /// after two moves, have different keys.
    #[test]
    fn no_four_numbers_cancel_out() {
        let mut numbers: Vec<u64> = (0..12 * 64).map(number).collect();
        numbers.extend(Square::ALL.map(|square| castling(square.bitboard())));
        numbers.extend(EN_PASSANT);
        numbers.push(BLACK_TO_MOVE);
        let mut seen: HashSet<u64> = numbers.iter().copied().collect();
        assert!(!seen.contains(&0) && seen.len() == numbers.len());
        for (index, one) in numbers.iter().enumerate() {
            for other in &numbers[..index] {
                assert!(seen.insert(one ^ other), "{one:#x} and {other:#x}");
            }
        }
    }
}
