//! [Correction history](https://www.chessprogramming.org/Static_Evaluation_Correction_History): how
//! far the static evaluation was off in similar positions.
//!
//! When a search returns a score that differs from the evaluation, part of the difference is stored
//! for the pawn structure, for each side's pieces, for the kings and minor pieces, and for the last
//! moves. Later positions that share one of these keys are corrected accordingly.

use chess::{Board, Color, Position, Role};

use crate::search::params::{FRACTION, Params};
use crate::stack::{PieceTo, Stack};

use super::add_bonus;

const SIZE: usize = 16_384;

/// The largest absolute value of a stored correction.
const LIMIT: i32 = 1024;

type BySide = [[i16; SIZE]; 2];

type MovePairs = Vec<[i16; PieceTo::COUNT]>;

/// The corrections, each table indexed by side to move.
pub(crate) struct CorrectionHistory {
    pawns: Box<BySide>,
    pieces: [Box<BySide>; 2],
    minors: Box<BySide>,
    moves: MovePairs,
    moves_far: MovePairs,
}

/// The keys of a position in the correction tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorrectionKeys {
    turn: Color,
    pawns: usize,
    pieces: [usize; 2],
    minors: usize,
    /// The moves two plies ago and one ply ago.
    moves: Option<(PieceTo, PieceTo)>,
    /// The moves four plies ago and one ply ago.
    moves_far: Option<(PieceTo, PieceTo)>,
}

impl CorrectionKeys {
    pub(crate) fn new(position: &Position, stack: &Stack, ply: usize) -> CorrectionKeys {
        let board = position.board();
        CorrectionKeys {
            turn: position.turn(),
            pawns: pawn_index(board),
            pieces: Color::ALL.map(|color| piece_index(board, color)),
            minors: minor_index(board),
            moves: stack.played(ply, 2).zip(stack.played(ply, 1)),
            moves_far: stack.played(ply, 4).zip(stack.played(ply, 1)),
        }
    }
}

impl CorrectionHistory {
    pub(super) fn new() -> CorrectionHistory {
        let table = || Box::new([[0; SIZE]; 2]);
        CorrectionHistory {
            pawns: table(),
            pieces: [table(), table()],
            minors: table(),
            moves: vec![[0; PieceTo::COUNT]; PieceTo::COUNT],
            moves_far: vec![[0; PieceTo::COUNT]; PieceTo::COUNT],
        }
    }

    /// The correction in centipawns.
    #[inline]
    pub(crate) fn correction(&self, keys: &CorrectionKeys, params: &Params) -> i32 {
        let turn = keys.turn as usize;
        let pieces = keys
            .pieces
            .iter()
            .zip(&self.pieces)
            .map(|(&index, table)| i32::from(table[turn][index]))
            .sum::<i32>();
        let after = |table: &MovePairs, moves: Option<(PieceTo, PieceTo)>| {
            moves.map_or(0, |(first, second)| {
                i32::from(table[first.index()][second.index()])
            })
        };
        (i32::from(self.pawns[turn][keys.pawns]) * params.correction_pawns
            + pieces * params.correction_pieces
            + i32::from(self.minors[turn][keys.minors]) * params.correction_minors
            + after(&self.moves, keys.moves) * params.correction_moves
            + after(&self.moves_far, keys.moves_far) * params.correction_moves_far)
            / 16_384
    }

    /// Stores that the evaluation was off by `difference` centipawns in a search of this depth.
    pub(crate) fn learn(
        &mut self,
        keys: &CorrectionKeys,
        difference: i32,
        depth: i32,
        params: &Params,
    ) {
        let step_max = params.correction_step_max;
        let bonus =
            (difference * depth * params.correction_rate / FRACTION).clamp(-step_max, step_max);
        let turn = keys.turn as usize;
        add_bonus(&mut self.pawns[turn][keys.pawns], bonus, LIMIT);
        for (&index, table) in keys.pieces.iter().zip(&mut self.pieces) {
            add_bonus(&mut table[turn][index], bonus, LIMIT);
        }
        add_bonus(&mut self.minors[turn][keys.minors], bonus, LIMIT);
        let pairs = [
            (&mut self.moves, keys.moves),
            (&mut self.moves_far, keys.moves_far),
        ];
        for (table, moves) in pairs {
            if let Some((first, second)) = moves {
                add_bonus(&mut table[first.index()][second.index()], bonus, LIMIT);
            }
        }
    }
}

#[inline]
pub(super) fn pawn_hash(board: &Board) -> u64 {
    let pawns = |color| board.pieces(color, Role::Pawn).0;
    mixed([pawns(Color::White), pawns(Color::Black)])
}

fn pawn_index(board: &Board) -> usize {
    index(pawn_hash(board))
}

fn piece_index(board: &Board, color: Color) -> usize {
    let pieces = |role: Role| board.pieces(color, role).0;
    index(mixed([
        pieces(Role::Knight),
        pieces(Role::Bishop),
        pieces(Role::Rook),
        pieces(Role::Queen),
        pieces(Role::King),
    ]))
}

fn minor_index(board: &Board) -> usize {
    let pieces = |color, role| board.pieces(color, role).0;
    index(mixed([
        pieces(Color::White, Role::Knight),
        pieces(Color::White, Role::Bishop),
        pieces(Color::White, Role::King),
        pieces(Color::Black, Role::Knight),
        pieces(Color::Black, Role::Bishop),
        pieces(Color::Black, Role::King),
    ]))
}

/// A hash of several sets of squares.
///
/// A product carries bits up only: a set on the high ranks reaches few of the high bits. So the
/// halves of the sum of products are exchanged and multiplied once more.
#[inline]
fn mixed<const N: usize>(sets: [u64; N]) -> u64 {
    let mut sum = 0_u64;
    for (set, multiplier) in sets.into_iter().zip(MULTIPLIERS) {
        sum ^= (set ^ set >> 32).wrapping_mul(multiplier);
    }
    (sum ^ sum >> 32).wrapping_mul(MULTIPLIERS[0])
}

/// Odd multipliers, one per set of squares.
const MULTIPLIERS: [u64; 6] = [
    0x9E37_79B9_7F4A_7C15,
    0xBF58_476D_1CE4_E5B9,
    0x94D0_49BB_1331_11EB,
    0xD6E8_FEB8_6659_FD93,
    0xA076_1D64_78BD_642F,
    0xE703_7ED1_A0B4_28DB,
];

/// The table index for a hash: its highest bits.
#[inline]
fn index(hash: u64) -> usize {
    (hash >> (64 - SIZE.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chess::Position;

    use super::*;

    /// All Chess960 starting positions differ only in their back ranks.
    fn back_ranks() -> impl Iterator<Item = Position> {
        (0..960).map(|number| Position::chess960(number).expect("there are 960"))
    }

    #[test]
    fn back_ranks_of_both_sides_spread_over_the_table() {
        for color in Color::ALL {
            let ranks: HashSet<_> = back_ranks()
                .map(|position| {
                    let set = |role| position.board().pieces(color, role).0;
                    Role::ALL.map(set)
                })
                .collect();
            let indices: HashSet<usize> = back_ranks()
                .map(|position| piece_index(position.board(), color))
                .collect();
            // A random function would let some 3 % collide in a table of this size.
            assert!(
                indices.len() * 100 >= ranks.len() * 93,
                "{color:?}: {} of {}",
                indices.len(),
                ranks.len()
            );
        }
    }

    #[test]
    fn the_correction_follows_what_searches_found() {
        let params = Params::default();
        let position = Position::start();
        let keys = CorrectionKeys::new(&position, &Stack::new(), 0);
        let mut history = CorrectionHistory::new();
        assert_eq!(history.correction(&keys, &params), 0);
        for _ in 0..100 {
            history.learn(&keys, 60, 8, &params);
        }
        assert!(history.correction(&keys, &params) > 30);
    }
}
