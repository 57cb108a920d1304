//! [Correction history](https://www.chessprogramming.org/Static_Evaluation_Correction_History): how
//! far the static evaluation was off in similar positions.
//!
//! When a search returns a score that differs from the evaluation, part of the difference is stored
//! for the pawn structure, for each side's pieces and for the last two moves. Later positions that
//! share one of these keys are corrected accordingly.

use chess::{Board, Color, Position, Role};

use crate::search::params::{FRACTION, Params};
use crate::stack::{PieceTo, Stack};

use super::add_bonus;

const SIZE: usize = 16_384;

/// The largest absolute value of a stored correction.
const LIMIT: i32 = 1024;

type BySide = [[i16; SIZE]; 2];

/// The corrections, each table indexed by side to move.
pub(crate) struct CorrectionHistory {
    pawns: Box<BySide>,
    pieces: [Box<BySide>; 2],
    moves: Vec<[i16; PieceTo::COUNT]>,
}

/// The keys of a position in the correction tables.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionKeys {
    turn: Color,
    pawns: usize,
    pieces: [usize; 2],
    moves: Option<(PieceTo, PieceTo)>,
}

impl CorrectionKeys {
    /// The keys of the position at this ply.
    pub(crate) fn new(position: &Position, stack: &Stack, ply: usize) -> CorrectionKeys {
        let board = position.board();
        CorrectionKeys {
            turn: position.turn(),
            pawns: pawn_index(board),
            pieces: Color::ALL.map(|color| piece_index(board, color)),
            moves: stack.played(ply, 2).zip(stack.played(ply, 1)),
        }
    }
}

impl CorrectionHistory {
    pub(super) fn new() -> CorrectionHistory {
        let table = || Box::new([[0; SIZE]; 2]);
        CorrectionHistory {
            pawns: table(),
            pieces: [table(), table()],
            moves: vec![[0; PieceTo::COUNT]; PieceTo::COUNT],
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
        let moves = keys.moves.map_or(0, |(first, second)| {
            i32::from(self.moves[first.index()][second.index()])
        });
        (i32::from(self.pawns[turn][keys.pawns]) * params.correction_pawns
            + pieces * params.correction_pieces
            + moves * params.correction_moves)
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
        if let Some((first, second)) = keys.moves {
            add_bonus(&mut self.moves[first.index()][second.index()], bonus, LIMIT);
        }
    }
}

fn pawn_index(board: &Board) -> usize {
    let white = board.pieces(Color::White, Role::Pawn).0;
    let black = board.pieces(Color::Black, Role::Pawn).0;
    index(white.wrapping_mul(MULTIPLIERS[0]) ^ black.wrapping_mul(MULTIPLIERS[1]))
}

fn piece_index(board: &Board, color: Color) -> usize {
    let pieces = |role: Role| {
        board
            .pieces(color, role)
            .0
            .wrapping_mul(MULTIPLIERS[role as usize])
    };
    index(
        pieces(Role::Knight)
            ^ pieces(Role::Bishop)
            ^ pieces(Role::Rook)
            ^ pieces(Role::Queen)
            ^ pieces(Role::King),
    )
}

/// Odd multipliers that hash a set of squares into the high bits, one per role.
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
