//! Capture history: scores by moving piece, target square and captured piece.

use chess::Role;

use crate::stack::PieceTo;

use super::{LIMIT, add_bonus};

/// The score of each capture. Promotions without capture count as capturing a pawn.
pub(crate) struct CaptureHistory(Box<[[i16; 6]; PieceTo::COUNT]>);

impl CaptureHistory {
    pub(super) fn new() -> CaptureHistory {
        CaptureHistory(Box::new([[0; 6]; PieceTo::COUNT]))
    }

    #[inline]
    pub(crate) fn score(&self, piece_to: PieceTo, captured: Option<Role>) -> i32 {
        let captured = captured.unwrap_or(Role::Pawn);
        i32::from(self.0[piece_to.index()][captured as usize])
    }

    pub(crate) fn update(&mut self, piece_to: PieceTo, captured: Option<Role>, bonus: i32) {
        let captured = captured.unwrap_or(Role::Pawn);
        add_bonus(
            &mut self.0[piece_to.index()][captured as usize],
            bonus,
            LIMIT,
        );
    }
}
