//! Captures by the piece that captures, where, and what.

use chess::Role;

use crate::stack::PieceTo;

use super::{LIMIT, pull};

/// How well a capture has done. Promotions count as capturing a pawn.
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
        pull(
            &mut self.0[piece_to.index()][captured as usize],
            bonus,
            LIMIT,
        );
    }
}
