//! Moves as answers to, and continuations of, the moves before them.

use crate::stack::PieceTo;

use super::{Context, LIMIT, pull};

/// How well a move has done after another one, both as piece and target.
pub(crate) struct ContinuationHistory(Vec<[i16; PieceTo::COUNT]>);

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

    /// How well the move has done after the last moves together, the nearer counting more.
    #[inline]
    pub(crate) fn score(&self, context: &Context, m: PieceTo) -> i32 {
        self.after(context, 0, m)
            + self.after(context, 1, m)
            + (self.after(context, 2, m) + self.after(context, 3, m)) / 2
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
