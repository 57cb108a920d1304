//! The network architecture: the single definition for trainer, file format and inference.
//!
//! Each side has its own view of the position. The first 768 inputs are *places*: 64 squares for
//! each of six roles and two colors, own and enemy. The board is seen from the side's own end and
//! mirrored so that its king stands on files a to d, because chess is nearly symmetric and each
//! pattern is then learned only once. The other inputs are [counts](crate::Counts) of own and of enemy
//! pieces, such as hanging rooks. What is counted several times is active several times.
//!
//! Both views use the same weights and feed a hidden layer of [`HIDDEN`] neurons, the
//! *accumulator*:
//!
//! ```text
//! accumulator[n] = feature_bias[n] + Σ feature_weights[i][n] over the active inputs i
//! ```
//!
//! There are [`OUTPUTS`] output buckets. [`output_of`] selects one by the number of pieces, because
//! openings and endings need different weights. The output layer takes the accumulator of the side
//! to move first and the opponent's second, applies squared clipped ReLU, and returns centipawns
//! from the point of view of the side to move:
//!
//! ```text
//! v   = clamp(accumulator[n], 0, QA)
//! sum = Σ v · v · weights[side][n]         over both sides and all n
//! evaluation = (sum / QA + bias) · SCALE / (QA · QB)
//! ```
//!
//! All arithmetic uses integers with truncating division, so the result is the same on every
//! machine. A weight of 1.0 is quantized as [`QA`] in the first layer and as [`QB`] in the second,
//! so the output bias has the factor `QA · QB`.
//!
//! Bounds on the weights exclude overflow: the accumulator of 32 pieces and their counts fits 16
//! bits, and so does `v · weight` in the output layer. That lets the kernels use 16-bit
//! multiplication.

use chess::{Color, File, Piece, Square};

use crate::checksum;
use crate::counts::KINDS;

/// The number of places: each kind of piece on each square.
pub const PLACES: usize = 2 * 6 * 64;

/// The number of inputs per side.
pub const INPUTS: usize = PLACES + 2 * KINDS;

/// The number of neurons in the hidden layer, per side.
pub const HIDDEN: usize = 256;

/// The number of output buckets.
pub const OUTPUTS: usize = 8;

/// The quantization factor of the first layer, and the upper limit of the activation.
pub const QA: i32 = 255;

/// The quantization factor of the output layer.
pub const QB: i32 = 64;

/// The factor from network output to centipawns.
pub const SCALE: i32 = 400;

/// The largest weight or bias of a place.
pub const PLACE_LIMIT: i16 = 400;

/// The largest weight of a count: what a bias and 32 places leave of 16 bits.
pub const COUNT_LIMIT: i16 = (i16::MAX - 33 * PLACE_LIMIT) / COUNTS_MAX;

/// The largest number of counts: those of 16 pawns, 14 pieces and two kings. A king's counts include
/// eight lines with one piece between it and a slider, twelve checks, and seven threats to its
/// queens and rooks.
pub(crate) const COUNTS_MAX: i16 = 16 * 12 + 14 * 5 + 2 * (1 + 8 + 12 + 7);

/// The largest weight of the output layer: times `QA` it stays below 2¹⁵.
pub const OUTPUT_LIMIT: i16 = 127;

/// The largest sum of the positive output weights, and of the negative ones. It keeps every partial
/// sum below 2³¹ in any order of addition.
pub const OUTPUT_SUM_LIMIT: i32 = i32::MAX / (QA * QA);

const _: () = assert!(OUTPUT_LIMIT as i32 * QA <= i16::MAX as i32);
const _: () = assert!(HIDDEN.is_multiple_of(64), "kernels take whole cache lines");

/// A hash of everything that determines how the weights of a file are used. It differs for every
/// other architecture.
pub const HASH: u64 = {
    /// Incremented whenever [`place`], [`count`] or the formulas above change their meaning.
    const MEANING: u64 = 4;
    let facts = [
        MEANING,
        INPUTS as u64,
        HIDDEN as u64,
        OUTPUTS as u64,
        QA as u64,
        QB as u64,
        SCALE as u64,
    ];
    let mut hash = checksum::START;
    let mut at = 0;
    while at < facts.len() {
        hash = checksum::add(hash, &facts[at].to_le_bytes());
        at += 1;
    }
    hash
};

/// The place of a piece on a square, seen by the side `perspective` with its king on `king`.
///
/// ```
/// use fourfold_nnue::chess::{Color, Piece, Role, Square};
/// use fourfold_nnue::arch::place;
///
/// // A white pawn seen by White equals a black pawn seen by Black on the flipped board.
/// let [white, black] = Color::ALL.map(|color| Piece::new(color, Role::Pawn));
/// assert_eq!(place(Color::White, Square::C1, white, Square::A2), 8);
/// assert_eq!(place(Color::Black, Square::C8, black, Square::A7), 8);
/// // With the king on files e to h, the board is mirrored.
/// assert_eq!(place(Color::White, Square::F1, white, Square::H2), 8);
/// ```
#[inline]
#[must_use]
pub const fn place(perspective: Color, king: Square, piece: Piece, square: Square) -> usize {
    let is_enemy = perspective as usize ^ piece.color as usize;
    is_enemy * 384 + piece.role as usize * 64 + (square as usize ^ turned(perspective, king))
}

/// The input for a kind of piece of one side, by [`Kind::index`](crate::Kind::index).
///
/// ```
/// use fourfold_nnue::chess::Color;
/// use fourfold_nnue::arch::{PLACES, count};
/// assert_eq!(count(Color::White, Color::White, 0), PLACES);
/// assert_eq!(count(Color::Black, Color::Black, 0), PLACES);
/// ```
#[inline]
#[must_use]
pub const fn count(perspective: Color, side: Color, kind: usize) -> usize {
    let is_enemy = perspective as usize ^ side as usize;
    PLACES + is_enemy * KINDS + kind
}

/// The XOR mask for square indices in the view of a side with this king: 56 flips ranks, 7 flips
/// files.
///
/// ```
/// use fourfold_nnue::chess::{Color, Square};
/// use fourfold_nnue::arch::turned;
/// assert_eq!(Square::A2 as usize ^ turned(Color::Black, Square::C8), Square::A7 as usize);
/// ```
#[inline]
#[must_use]
pub const fn turned(perspective: Color, king: Square) -> usize {
    let top_to_bottom = match perspective {
        Color::White => 0,
        Color::Black => 56,
    };
    top_to_bottom | if is_mirrored(king) { 7 } else { 0 }
}

/// Whether the view of a side with its king on this square is mirrored.
///
/// ```
/// use fourfold_nnue::chess::Square;
/// use fourfold_nnue::arch::is_mirrored;
/// assert!(is_mirrored(Square::G1) && !is_mirrored(Square::C1));
/// ```
#[inline]
#[must_use]
pub const fn is_mirrored(king: Square) -> bool {
    king.file() as u8 >= File::E as u8
}

/// The output bucket for this number of pieces, kings included.
///
/// ```
/// use fourfold_nnue::arch::output_of;
/// assert_eq!([2, 5, 6, 30, 32].map(output_of), [0, 0, 1, 7, 7]);
/// ```
#[inline]
#[must_use]
pub const fn output_of(pieces: u32) -> usize {
    let output = pieces.saturating_sub(2) as usize / 4;
    if output < OUTPUTS {
        output
    } else {
        OUTPUTS - 1
    }
}

/// The evaluation from the sum over all neurons and the output bias.
///
/// ```
/// use fourfold_nnue::arch::{QA, QB, SCALE, evaluation};
/// // A network output of 1.0 is 400 centipawns.
/// assert_eq!(evaluation(0, QA * QB), SCALE);
/// ```
#[inline]
#[must_use]
pub const fn evaluation(sum: i32, output_bias: i32) -> i32 {
    let result = (sum / QA) as i64 + output_bias as i64;
    // Far below 2³¹ for every possible sum and every bias that passes the check.
    (result * SCALE as i64 / (QA * QB) as i64) as i32
}

#[cfg(test)]
mod tests {
    use chess::Role;

    use super::*;

    #[test]
    fn every_piece_and_square_has_its_own_place() {
        for king in [Square::A1, Square::D4, Square::E1, Square::H8] {
            for perspective in Color::ALL {
                let mut seen = [false; PLACES];
                for color in Color::ALL {
                    for role in Role::ALL {
                        for square in Square::ALL {
                            let at = place(perspective, king, Piece::new(color, role), square);
                            assert!(!core::mem::replace(&mut seen[at], true));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_kind_has_its_own_input() {
        for perspective in Color::ALL {
            let mut seen = [false; INPUTS];
            seen[..PLACES].fill(true);
            for side in Color::ALL {
                for kind in 0..KINDS {
                    let at = count(perspective, side, kind);
                    assert!(!core::mem::replace(&mut seen[at], true));
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

    #[test]
    fn the_own_king_is_always_on_files_a_to_d() {
        for king in Square::ALL {
            for perspective in Color::ALL {
                let at = place(perspective, king, Piece::new(perspective, Role::King), king);
                assert!(at % 8 < 4 && (320..384).contains(&at), "{king}");
            }
        }
    }

    #[test]
    fn mirrored_and_flipped_positions_have_equal_inputs() {
        let [white, black] = Color::ALL.map(|color| Piece::new(color, Role::Rook));
        for (king, square) in [(Square::B1, Square::G7), (Square::E4, Square::A3)] {
            let one = place(Color::White, king, black, square);
            let mirrored = place(Color::White, king.flip_file(), black, square.flip_file());
            let turned = place(Color::Black, king.flip_rank(), white, square.flip_rank());
            assert_eq!((one, one), (mirrored, turned));
        }
    }

    #[test]
    fn outputs_are_centipawns_rounded_toward_zero() {
        assert_eq!(evaluation(0, QA * QB), SCALE);
        assert_eq!(evaluation(0, -QA * QB), -SCALE);
        assert_eq!(evaluation(QA * QA * QB, 0), SCALE);
        assert_eq!((evaluation(254, 0), evaluation(-254, 0)), (0, 0));
        assert_eq!(evaluation(i32::MAX, 0), 206_409);
    }
}
