//! A training position in compact form.

use chess::{Color, Piece, Position, Role, Square};
use nnue::Counts;
use nnue::arch::{INPUTS, PLACES, SCALE, is_mirrored, output_of, place};

/// A training position with its target, from the point of view of the side to move.
///
/// If Black is to move, the board is flipped and the colors are swapped, which the network cannot
/// distinguish. So White is always to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    occupied: u64,
    /// Color and role of each piece in square order, four bits each.
    pieces: [u8; 16],
    kings: [u8; 2],
    score: i16,
    half_points: u8,
    /// The counts of the side to move, then the opponent's.
    counts: [[u8; KINDS]; 2],
}

/// The number of kinds that are counted for each side.
const KINDS: usize = (INPUTS - PLACES) / 2;

/// More than the largest number of active inputs.
const ACTIVE_MAX: usize = 384;

/// The active inputs of a sample, for the side to move and for the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    own: [u16; ACTIVE_MAX],
    other: [u16; ACTIVE_MAX],
    len: usize,
}

impl Inputs {
    /// The inputs of the side to move, then the opponent's.
    #[inline]
    #[must_use]
    pub fn sides(&self) -> [&[u16]; 2] {
        [&self.own[..self.len], &self.other[..self.len]]
    }

    /// Adds an input of the side to move and the same one as the opponent sees it.
    #[inline]
    fn push(&mut self, own: u16, other: u16) {
        self.own[self.len] = own;
        self.other[self.len] = other;
        self.len += 1;
    }

    /// Adds the counts of a side, given its first input in either view.
    #[inline]
    fn push_counts(&mut self, counts: &[u8; KINDS], own: usize, other: usize) {
        for (kind, &count) in counts.iter().enumerate() {
            for _ in 0..count {
                self.push((own + kind) as u16, (other + kind) as u16);
            }
        }
    }
}

/// The places by view (White or Black, king on either half), piece and square.
static PLACES_SEEN: [[[[u16; 64]; 16]; 2]; 2] = {
    let mut places = [[[[0; 64]; 16]; 2]; 2];
    let mut at = 0;
    while at < 2 * 2 * 12 * 64 {
        let (view, mirrored) = (at / (24 * 64), at / (12 * 64) % 2);
        let (piece_code, square) = (at / 64 % 12, at % 64);
        let king = if mirrored == 1 {
            Square::H1
        } else {
            Square::A1
        };
        let piece = Piece::new(Color::ALL[piece_code / 6], Role::ALL[piece_code % 6]);
        let seen = place(Color::ALL[view], king, piece, Square::ALL[square]);
        places[view][mirrored][piece_code][square] = seen as u16;
        at += 1;
    }
    places
};

const _: () = assert!(INPUTS <= u16::MAX as usize);

impl Sample {
    /// A sample of a position, its score in centipawns for the side to move, and the game result
    /// for White in half points.
    #[must_use]
    pub fn new(position: &Position, score: i16, white_half_points: u8) -> Sample {
        let turn = position.turn();
        let turned = |square: Square| match turn {
            Color::White => square,
            Color::Black => square.flip_rank(),
        };
        let mut board: [Option<Piece>; 64] = [None; 64];
        for (square, piece) in position.board().iter() {
            board[turned(square) as usize] = Some(piece);
        }
        let counts = Counts::of(position.board());
        let mut sample = Sample {
            occupied: 0,
            pieces: [0; 16],
            kings: [turn, !turn].map(|color| turned(position.king(color)) as u8),
            score,
            half_points: match turn {
                Color::White => white_half_points.min(2),
                Color::Black => 2 - white_half_points.min(2),
            },
            counts: [turn, !turn].map(|side| *counts.side(side)),
        };
        let pieces = board
            .iter()
            .enumerate()
            .filter_map(|(square, &piece)| Some((square, piece?)));
        for (index, (square, piece)) in pieces.enumerate() {
            let is_other = u8::from(piece.color != turn);
            let piece_code = is_other * 6 + piece.role as u8;
            sample.occupied |= 1 << square;
            sample.pieces[index / 2] |= piece_code << (4 * (index % 2));
        }
        sample
    }

    #[inline]
    #[must_use]
    pub fn inputs(&self) -> Inputs {
        let half = |king: u8| usize::from(is_mirrored(Square::ALL[usize::from(king) % 64]));
        let own = &PLACES_SEEN[0][half(self.kings[0])];
        let other = &PLACES_SEEN[1][half(self.kings[1])];
        let mut inputs = Inputs {
            own: [0; ACTIVE_MAX],
            other: [0; ACTIVE_MAX],
            len: 0,
        };
        let mut left = self.occupied;
        while left != 0 && inputs.len < 2 * self.pieces.len() {
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            let at = inputs.len;
            let piece_code = usize::from(self.pieces[at / 2] >> (4 * (at % 2)) & 15);
            inputs.push(own[piece_code][square], other[piece_code][square]);
        }
        let [first, second] = [PLACES, PLACES + KINDS];
        inputs.push_counts(&self.counts[0], first, second);
        inputs.push_counts(&self.counts[1], second, first);
        inputs
    }

    #[inline]
    #[must_use]
    pub fn output(&self) -> usize {
        output_of(self.pieces())
    }

    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The training target from 0 to 1: the expected points by the score, mixed with the result.
    #[inline]
    #[must_use]
    pub fn target(&self, target: &Target) -> f32 {
        let expected = target.points(f32::from(self.score) / SCALE as f32);
        let result = f32::from(self.half_points) / 2.0;
        target.lambda * result + (1.0 - target.lambda) * expected
    }
}

/// What a network is trained to predict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The weight of the game result; the rest is the search score.
    pub lambda: f32,
    /// The centipawns at which the expected points are `1 / (1 + 1/e)`, about 0.73. A smaller scale
    /// gives more weight to errors in balanced positions.
    pub scale: f32,
}

impl Default for Target {
    fn default() -> Target {
        Target {
            lambda: 0.0,
            scale: SCALE as f32,
        }
    }
}

impl Target {
    /// How steeply the expected points rise with the network's output, relative to a scale of
    /// [`SCALE`].
    #[inline]
    #[must_use]
    pub fn steepness(&self) -> f32 {
        SCALE as f32 / self.scale
    }

    /// The expected points from 0 to 1 for an output of the network.
    #[inline]
    #[must_use]
    pub fn points(&self, output: f32) -> f32 {
        1.0 / (1.0 + (-output * self.steepness()).exp())
    }
}

#[cfg(test)]
mod tests {
    use nnue::arch::count;

    use super::*;

    /// The inputs computed directly from the position.
    fn expected(position: &Position, view: Color) -> Vec<u16> {
        let king = position.king(view);
        let seen = |(square, piece): (Square, Piece)| place(view, king, piece, square) as u16;
        let mut inputs: Vec<u16> = position.board().iter().map(seen).collect();
        let counts = Counts::of(position.board());
        for side in Color::ALL {
            for (kind, &times) in counts.side(side).iter().enumerate() {
                let input = count(view, side, kind) as u16;
                inputs.extend(std::iter::repeat_n(input, usize::from(times)));
            }
        }
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn a_sample_has_the_inputs_of_its_position() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/P1N2N2/1P2BPPP/R1BQ1RK1 b - - 0 9",
            "8/2k5/8/3q4/8/P7/8/6K1 b - - 0 1",
            "2kr4/8/8/8/8/8/5P2/R3K3 w Q - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let inputs = Sample::new(&position, 0, 1).inputs();
            let found = inputs.sides().map(|side| {
                let mut side = side.to_vec();
                side.sort_unstable();
                side
            });
            let turn = position.turn();
            assert_eq!(
                found,
                [turn, !turn].map(|view| expected(&position, view)),
                "{fen}"
            );
        }
        assert_eq!(size_of::<Sample>(), 272);
    }

    #[test]
    fn targets_are_from_the_side_to_move() {
        let position = Position::from_fen("8/2k5/8/3q4/8/P7/8/6K1 b - - 0 1").unwrap();
        let sample = Sample::new(&position, 400, 0);
        let target = |lambda, scale| sample.target(&Target { lambda, scale });
        assert_eq!(target(1.0, 400.0), 1.0);
        assert!((target(0.0, 400.0) - 0.731_06).abs() < 1e-4);
        assert!((target(0.5, 400.0) - 0.865_53).abs() < 1e-4);
        assert!((target(0.0, 200.0) - 0.880_80).abs() < 1e-4);
    }
}
