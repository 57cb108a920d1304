//! Quiet moves by their squares, and by whether those are attacked.

use chess::{Color, Move};

use super::{Context, LIMIT, pull};

/// How well a quiet move from one square to another has done.
///
/// Leaving an attacked square and entering one are different things, so both are told apart.
pub(crate) struct QuietHistory(Box<[[[i16; 64 * 64]; 4]; 2]>);

impl QuietHistory {
    pub(super) fn new() -> QuietHistory {
        QuietHistory(Box::new([[[0; 64 * 64]; 4]; 2]))
    }

    #[inline]
    pub(crate) fn score(&self, turn: Color, context: &Context, m: Move) -> i32 {
        i32::from(self.0[turn as usize][danger(context, m)][squares(m)])
    }

    pub(crate) fn update(&mut self, turn: Color, context: &Context, m: Move, bonus: i32) {
        let number = &mut self.0[turn as usize][danger(context, m)][squares(m)];
        pull(number, bonus, LIMIT);
    }
}

#[inline]
fn squares(m: Move) -> usize {
    m.from() as usize * 64 + m.to() as usize
}

#[inline]
fn danger(context: &Context, m: Move) -> usize {
    usize::from(context.threats.contains(m.from())) * 2
        + usize::from(context.threats.contains(m.to()))
}
