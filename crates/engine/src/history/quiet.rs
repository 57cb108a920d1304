//! Butterfly history: scores of quiet moves by side, squares and threats.

use chess::{Color, Move};

use super::{Context, LIMIT, add_bonus};

/// Where the table keeps a quiet move of a node, for an update from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuietSlot {
    turn: Color,
    threats: u8,
    squares: u16,
}

impl QuietSlot {
    #[inline]
    pub(crate) fn new(turn: Color, context: &Context, m: Move) -> QuietSlot {
        QuietSlot {
            turn,
            threats: threat_index(context, m) as u8,
            squares: squares(m) as u16,
        }
    }
}

/// The score of each quiet move by its origin and target square.
///
/// Moves that leave or enter an attacked square have separate scores.
pub(crate) struct QuietHistory(Box<[[[i16; 64 * 64]; 4]; 2]>);

impl QuietHistory {
    pub(super) fn new() -> QuietHistory {
        QuietHistory(Box::new([[[0; 64 * 64]; 4]; 2]))
    }

    #[inline]
    pub(crate) fn score(&self, turn: Color, context: &Context, m: Move) -> i32 {
        i32::from(self.0[turn as usize][threat_index(context, m)][squares(m)])
    }

    pub(crate) fn update(&mut self, slot: QuietSlot, bonus: i32) {
        let by_threats = &mut self.0[slot.turn as usize];
        let score = &mut by_threats[usize::from(slot.threats)][usize::from(slot.squares)];
        add_bonus(score, bonus, LIMIT);
    }
}

#[inline]
fn squares(m: Move) -> usize {
    m.from() as usize * 64 + m.to() as usize
}

#[inline]
fn threat_index(context: &Context, m: Move) -> usize {
    usize::from(context.threats.contains(m.from())) * 2
        + usize::from(context.threats.contains(m.to()))
}
