//! How far off the evaluation has been in positions that share something.
//!
//! When a search ends with a score that the evaluation did not foresee, part of the difference is
//! remembered for the pawn structure, for each side's pieces and for the last two moves; the next
//! position that has one of these in common is evaluated so much higher or lower.

use chess::{Board, Color, Position, Role};

use crate::search::params::Params;
use crate::stack::{PieceTo, Stack};

use super::pull;

const SIZE: usize = 16_384;

/// No correction is further from zero, in units of which a weight says the worth.
const LIMIT: i32 = 1024;

type BySide = [[i16; SIZE]; 2];

/// The corrections, each table by side to move.
pub(crate) struct CorrectionHistory {
    pawns: Box<BySide>,
    pieces: [Box<BySide>; 2],
    moves: Vec<[i16; PieceTo::COUNT]>,
}

/// Which corrections a position shares.
#[derive(Clone, Copy)]
pub(crate) struct Kin {
    turn: Color,
    pawns: usize,
    pieces: [usize; 2],
    moves: Option<(PieceTo, PieceTo)>,
}

impl Kin {
    /// What the position at this ply shares with others.
    pub(crate) fn new(position: &Position, stack: &Stack, ply: usize) -> Kin {
        let board = position.board();
        Kin {
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

    /// The correction in hundredths of a pawn.
    #[inline]
    pub(crate) fn correction(&self, kin: &Kin, params: &Params) -> i32 {
        let turn = kin.turn as usize;
        let pieces = kin
            .pieces
            .iter()
            .zip(&self.pieces)
            .map(|(&index, table)| i32::from(table[turn][index]))
            .sum::<i32>();
        let moves = kin.moves.map_or(0, |(first, second)| {
            i32::from(self.moves[first.index()][second.index()])
        });
        (i32::from(self.pawns[turn][kin.pawns]) * params.correction_pawns
            + pieces * params.correction_pieces
            + moves * params.correction_moves)
            / 16_384
    }

    /// Learns that the evaluation was off by so many hundredths of a pawn in a search so deep.
    pub(crate) fn learn(&mut self, kin: &Kin, difference: i32, depth: i32) {
        let bonus = (difference * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        let turn = kin.turn as usize;
        pull(&mut self.pawns[turn][kin.pawns], bonus, LIMIT);
        for (&index, table) in kin.pieces.iter().zip(&mut self.pieces) {
            pull(&mut table[turn][index], bonus, LIMIT);
        }
        if let Some((first, second)) = kin.moves {
            pull(&mut self.moves[first.index()][second.index()], bonus, LIMIT);
        }
    }
}

fn pawn_index(board: &Board) -> usize {
    let white = board.pieces(Color::White, Role::Pawn).0;
    let black = board.pieces(Color::Black, Role::Pawn).0;
    index(white.wrapping_mul(SPREADERS[0]) ^ black.wrapping_mul(SPREADERS[1]))
}

fn piece_index(board: &Board, color: Color) -> usize {
    let pieces = |role: Role| {
        board
            .pieces(color, role)
            .0
            .wrapping_mul(SPREADERS[role as usize])
    };
    index(
        pieces(Role::Knight)
            ^ pieces(Role::Bishop)
            ^ pieces(Role::Rook)
            ^ pieces(Role::Queen)
            ^ pieces(Role::King),
    )
}

/// Odd numbers that spread a set of squares over the high bits, one for each role.
const SPREADERS: [u64; 6] = [
    0x9E37_79B9_7F4A_7C15,
    0xBF58_476D_1CE4_E5B9,
    0x94D0_49BB_1331_11EB,
    0xD6E8_FEB8_6659_FD93,
    0xA076_1D64_78BD_642F,
    0xE703_7ED1_A0B4_28DB,
];

/// The place in a table for spread sets.
#[inline]
fn index(spread: u64) -> usize {
    (spread >> (64 - SIZE.ilog2())) as usize
}
