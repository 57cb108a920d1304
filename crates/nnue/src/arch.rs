//! The shape of the network: the one source of its geometry for trainer, file and inference.
//!
//! A position is seen twice, once by each side. Each sees 768 inputs: 64 squares for each of the six
//! roles, for its own men and for the enemy's. It sees the board from its own end, and so turned
//! that its own king stands on the left half, because left and right are nearly equal in chess and
//! so everything is learned once.
//!
//! Each view is summed into the same hidden layer of [`HIDDEN`] neurons, an *accumulator*:
//!
//! ```text
//! accumulator[n] = feature_bias[n] + Σ feature_weights[f][n] over the men, f = feature(…)
//! ```
//!
//! There are [`OUTPUTS`] outputs, of which [`output_of`] the number of men is asked: what decides an
//! opening is not what decides an ending. The output sees the accumulator of the side to move first and
//! the other's second, each neuron clipped and squared, and its result is counted in hundredths of a
//! pawn for the side to move:
//!
//! ```text
//! v   = clamp(accumulator[n], 0, QA)
//! sum = Σ v · v · weights[side][n]         over both sides and all n
//! evaluation = (sum / QA + bias) · SCALE / (QA · QB)
//! ```
//!
//! Everything is an integer and each division drops the remainder, so that the result is the same
//! on every machine. A weight of 1 is written as [`QA`] in the first layer and as [`QB`] in the
//! second, so the bias of the output is counted in `QA · QB`.
//!
//! The bounds of the weights make sure that nothing overflows on the way: an accumulator of 32 men
//! fits 16 bits, and so does `v · weight` of the output, which is what lets the kernels multiply
//! sixteen or more at once.

use chess::{Color, File, Role, Square};

/// How many inputs each side sees.
pub const INPUTS: usize = 2 * 6 * 64;

/// How many neurons each side's view is summed into.
pub const HIDDEN: usize = 256;

/// How many results the network has.
pub const OUTPUTS: usize = 8;

/// What a value of 1 is written as in the first layer; a neuron is clipped there.
pub const QA: i32 = 255;

/// What a weight of 1 is written as in the output layer.
pub const QB: i32 = 64;

/// How many hundredths of a pawn a result of 1 is.
pub const SCALE: i32 = 400;

/// No weight or bias of the first layer is larger: a bias and 32 men stay below 2¹⁵.
pub const FEATURE_LIMIT: i16 = i16::MAX / 33;

/// No weight of the output layer is larger: times `QA` it stays below 2¹⁵.
pub const OUTPUT_LIMIT: i16 = 127;

/// Neither all positive weights of the output nor all negative ones are larger together, so no part
/// of the sum reaches 2³¹, in whatever order it is added up.
pub const OUTPUT_SUM_LIMIT: i32 = i32::MAX / (QA * QA);

const _: () = assert!(33 * FEATURE_LIMIT as i32 <= i16::MAX as i32);
const _: () = assert!(OUTPUT_LIMIT as i32 * QA <= i16::MAX as i32);
const _: () = assert!(HIDDEN.is_multiple_of(64), "kernels take whole cache lines");

/// A number that is another for every other architecture: what it is derived from is all that
/// decides how the weights of a file are to be used.
pub const HASH: u64 = {
    /// Counts up whenever [`feature`] or the formulas above mean something else.
    const MEANING: u64 = 2;
    let facts = [
        MEANING,
        INPUTS as u64,
        HIDDEN as u64,
        OUTPUTS as u64,
        QA as u64,
        QB as u64,
        SCALE as u64,
    ];
    let mut hash = Fnv::new();
    let mut at = 0;
    while at < facts.len() {
        hash = hash.with(&facts[at].to_le_bytes());
        at += 1;
    }
    hash.value()
};

/// The input that is on when this man stands on this square, as one side sees it whose own king
/// stands on the square given.
///
/// ```
/// use chess::{Color, Role, Square};
/// use nnue::arch::feature;
///
/// // White's pawn for White is what Black's pawn is for Black, with boards turned.
/// let white = feature(Color::White, Square::C1, Color::White, Role::Pawn, Square::A2);
/// let black = feature(Color::Black, Square::C8, Color::Black, Role::Pawn, Square::A7);
/// assert_eq!((white, black), (8, 8));
/// // With its king on the right half a side sees left and right exchanged.
/// assert_eq!(feature(Color::White, Square::F1, Color::White, Role::Pawn, Square::H2), 8);
/// ```
#[inline]
#[must_use]
pub const fn feature(
    perspective: Color,
    king: Square,
    color: Color,
    role: Role,
    square: Square,
) -> usize {
    let is_enemy = perspective as usize ^ color as usize;
    is_enemy * 384 + role as usize * 64 + (square as usize ^ turned(perspective, king))
}

/// What a square's index is exclusive-ored with to be seen by a side whose king stands here: 56
/// flips top and bottom, 7 flips left and right.
#[inline]
#[must_use]
pub const fn turned(perspective: Color, king: Square) -> usize {
    let top_to_bottom = match perspective {
        Color::White => 0,
        Color::Black => 56,
    };
    top_to_bottom | if is_mirrored(king) { 7 } else { 0 }
}

/// Whether a side whose king stands here sees left and right exchanged.
#[inline]
#[must_use]
pub const fn is_mirrored(king: Square) -> bool {
    king.file() as u8 >= File::E as u8
}

/// The result that counts with so many men on the board, kings included.
///
/// ```
/// use nnue::arch::output_of;
/// assert_eq!([2, 5, 6, 30, 32].map(output_of), [0, 0, 1, 7, 7]);
/// ```
#[inline]
#[must_use]
pub const fn output_of(men: u32) -> usize {
    let output = men.saturating_sub(2) as usize / 4;
    if output < OUTPUTS {
        output
    } else {
        OUTPUTS - 1
    }
}

/// The evaluation from the sum over all neurons and the bias of the output.
#[inline]
#[must_use]
pub const fn evaluation(sum: i32, output_bias: i32) -> i32 {
    let result = (sum / QA) as i64 + output_bias as i64;
    // Far below 2³¹ for every sum there is and every bias that is read from a file.
    (result * SCALE as i64 / (QA * QB) as i64) as i32
}

/// A checksum that can be computed by the compiler (FNV-1a of 64 bits).
#[derive(Clone, Copy)]
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) const fn new() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }

    pub(crate) const fn with(self, bytes: &[u8]) -> Fnv {
        let mut hash = self.0;
        let mut at = 0;
        while at < bytes.len() {
            hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01B3);
            at += 1;
        }
        Fnv(hash)
    }

    pub(crate) const fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_on_every_square_is_an_input_of_its_own() {
        for king in [Square::A1, Square::D4, Square::E1, Square::H8] {
            for perspective in Color::ALL {
                let mut seen = [false; INPUTS];
                for color in Color::ALL {
                    for role in Role::ALL {
                        for square in Square::ALL {
                            let at = feature(perspective, king, color, role, square);
                            assert!(!core::mem::replace(&mut seen[at], true));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_own_king_is_always_on_the_left() {
        for king in Square::ALL {
            for perspective in Color::ALL {
                let at = feature(perspective, king, perspective, Role::King, king);
                assert!(at % 8 < 4 && (320..384).contains(&at), "{king}");
            }
        }
    }

    #[test]
    fn mirrored_and_turned_boards_look_the_same() {
        for (king, square) in [(Square::B1, Square::G7), (Square::E4, Square::A3)] {
            let one = feature(Color::White, king, Color::Black, Role::Rook, square);
            let mirrored = feature(
                Color::White,
                king.flip_file(),
                Color::Black,
                Role::Rook,
                square.flip_file(),
            );
            let turned = feature(
                Color::Black,
                king.flip_rank(),
                Color::White,
                Role::Rook,
                square.flip_rank(),
            );
            assert_eq!((one, one), (mirrored, turned));
        }
    }

    #[test]
    fn the_checksum_is_the_known_one() {
        assert_eq!(Fnv::new().value(), 0xCBF2_9CE4_8422_2325);
        assert_eq!(Fnv::new().with(b"a").value(), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(Fnv::new().with(b"foobar").value(), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn results_are_counted_in_hundredths_and_rounded_towards_zero() {
        assert_eq!(evaluation(0, QA * QB), SCALE);
        assert_eq!(evaluation(0, -QA * QB), -SCALE);
        assert_eq!(evaluation(QA * QA * QB, 0), SCALE);
        assert_eq!((evaluation(254, 0), evaluation(-254, 0)), (0, 0));
        assert_eq!(evaluation(i32::MAX, 0), 206_409);
    }
}
