//! [Continuation history](https://www.chessprogramming.org/History_Heuristic): scores of a move
//! given an earlier move, each as piece and target square.

use crate::search::params::{FRACTION, Params};
use crate::stack::PieceTo;

use super::{Context, LIMIT, add_bonus};

/// The scores of all moves after one earlier move.
type Row = [i16; PieceTo::COUNT];

/// Used where there is no earlier move.
static EMPTY_ROW: Row = [0; PieceTo::COUNT];

/// The score of each move after each earlier move.
pub(crate) struct ContinuationHistory(Vec<Row>);

/// The rows of the earlier moves of a node, looked up once for all its moves.
pub(crate) struct Rows<'a>([&'a Row; 4]);

impl Rows<'_> {
    /// The combined score of a move. Nearer plies count more.
    #[inline]
    pub(crate) fn score(&self, m: PieceTo, params: &Params) -> i32 {
        let after = |place: usize| i32::from(self.0[place][m.index()]);
        let far = after(2) + after(3);
        after(0) + after(1) + far * params.continuation_far_score / FRACTION
    }
}

impl ContinuationHistory {
    pub(super) fn new() -> ContinuationHistory {
        ContinuationHistory(vec![[0; PieceTo::COUNT]; PieceTo::COUNT])
    }

    /// The score of the move after the earlier move at this index of the context.
    #[inline]
    pub(crate) fn after(&self, context: &Context, place: usize, m: PieceTo) -> i32 {
        match context.before[place] {
            Some(before) => i32::from(self.0[before.index()][m.index()]),
            None => 0,
        }
    }

    /// The rows for the earlier moves of a node.
    #[inline]
    pub(crate) fn rows(&self, context: &Context) -> Rows<'_> {
        Rows(context.before.map(|before| match before {
            Some(before) => &self.0[before.index()],
            None => &EMPTY_ROW,
        }))
    }

    pub(crate) fn update(&mut self, context: &Context, m: PieceTo, bonus: i32, params: &Params) {
        let far_bonus = bonus * params.continuation_far_bonus / FRACTION;
        for (place, before) in context.before.iter().enumerate() {
            if let Some(before) = before {
                let bonus = if place < 2 { bonus } else { far_bonus };
                add_bonus(&mut self.0[before.index()][m.index()], bonus, LIMIT);
            }
        }
    }
}
