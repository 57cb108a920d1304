//! Pawn history: scores of quiet moves by pawn structure, moving piece and target square.

use chess::Position;

use crate::stack::PieceTo;

use super::correction::pawn_hash;
use super::{LIMIT, add_bonus};

/// The number of different pawn structures. More share a row.
const STRUCTURES: usize = 512;

/// The score of each quiet move with each pawn structure.
pub(crate) struct PawnHistory(Vec<[i16; PieceTo::COUNT]>);

#[derive(Clone, Copy, Default)]
pub(crate) struct PawnStructure(usize);

impl PawnStructure {
    #[inline]
    pub(crate) fn of(position: &Position) -> PawnStructure {
        PawnStructure(pawn_hash(position.board()) as usize % STRUCTURES)
    }
}

impl PawnHistory {
    pub(super) fn new() -> PawnHistory {
        PawnHistory(vec![[0; PieceTo::COUNT]; STRUCTURES])
    }

    #[inline]
    pub(crate) fn score(&self, structure: PawnStructure, m: PieceTo) -> i32 {
        i32::from(self.0[structure.0][m.index()])
    }

    pub(crate) fn update(&mut self, structure: PawnStructure, m: PieceTo, bonus: i32) {
        add_bonus(&mut self.0[structure.0][m.index()], bonus, LIMIT);
    }
}
