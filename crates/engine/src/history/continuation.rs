//! Moves as answers to, and continuations of, the moves before them.

use crate::stack::PieceTo;

use super::{Context, LIMIT, pull};

/// How well each move has done after a certain other one.
type Row = [i16; PieceTo::COUNT];

/// After nothing, nothing is known.
static NOTHING: Row = [0; PieceTo::COUNT];

/// How well a move has done after another one, both as piece and target.
pub(crate) struct ContinuationHistory(Vec<Row>);

/// What is known after each of the last moves, found once for all moves of a node.
pub(crate) struct Rows<'a>([&'a Row; 4]);

impl Rows<'_> {
    /// How well the move has done after the last moves together, the nearer counting more.
    #[inline]
    pub(crate) fn score(&self, m: PieceTo) -> i32 {
        let after = |place: usize| i32::from(self.0[place][m.index()]);
        after(0) + after(1) + (after(2) + after(3)) / 2
    }
}

impl ContinuationHistory {
    pub(super) fn new() -> ContinuationHistory {
        ContinuationHistory(vec![[0; PieceTo::COUNT]; PieceTo::COUNT])
    }

    /// How well the move has done after the one made so many places before in the context.
    #[inline]
    pub(crate) fn after(&self, context: &Context, place: usize, m: PieceTo) -> i32 {
        match context.before[place] {
            Some(before) => i32::from(self.0[before.index()][m.index()]),
            None => 0,
        }
    }

    /// What is known after the last moves of a node.
    #[inline]
    pub(crate) fn rows(&self, context: &Context) -> Rows<'_> {
        Rows(context.before.map(|before| match before {
            Some(before) => &self.0[before.index()],
            None => &NOTHING,
        }))
    }

    pub(crate) fn update(&mut self, context: &Context, m: PieceTo, bonus: i32) {
        for (place, before) in context.before.iter().enumerate() {
            if let Some(before) = before {
                let bonus = if place < 2 { bonus } else { bonus / 2 };
                pull(&mut self.0[before.index()][m.index()], bonus, LIMIT);
            }
        }
    }
}
