//! Draws inside the tree: repetition, the fifty-move rule and insufficient material.

use core::ops::ControlFlow;

use chess::Position;

use crate::score::{FIFTY_MOVES, Score};
use crate::window::Window;

use super::Search;
use super::node::Node;

impl Search<'_> {
    /// Returns a draw score, or the window raised to a draw that the side to move can force.
    #[inline]
    pub(super) fn settle_draws(&self, node: &Node<'_>) -> ControlFlow<Score, Window> {
        let Node {
            position,
            ply,
            window,
            ..
        } = *node;
        if position.board().has_insufficient_material() {
            return ControlFlow::Break(self.draw());
        }
        if self.path.may_recur(ply) || position.halfmoves() >= FIFTY_MOVES {
            self.settle_by_history(node)
        } else {
            ControlFlow::Continue(window)
        }
    }

    /// Checks for a repetition, an upcoming repetition and the fifty-move rule.
    #[inline(never)]
    fn settle_by_history(&self, node: &Node<'_>) -> ControlFlow<Score, Window> {
        let Node {
            position,
            ply,
            mut window,
            ..
        } = *node;
        if self.params.see_draws == 0 {
            return ControlFlow::Continue(window);
        }
        if window.alpha < Score::DRAW && self.path.can_repeat(ply, position) {
            window = window.raised_to(self.draw());
            if window.is_empty() {
                return ControlFlow::Break(window.alpha);
            }
        }
        if self.path.is_repetition(ply) || is_fifty_move_draw(position) {
            return ControlFlow::Break(self.draw());
        }
        ControlFlow::Continue(window)
    }

    /// Whether the fifty-move limit is near. Then scores from the table may belong to another
    /// halfmove clock and do not cut off.
    #[inline]
    pub(super) fn is_fifty_move_limit_near(&self, position: &Position) -> bool {
        i32::from(position.halfmoves()) >= self.params.table_halfmoves
    }

    /// The score of a draw, varied by one centipawn to avoid
    /// [blindness to threefold repetition](https://www.chessprogramming.org/Repetitions).
    #[inline]
    pub(super) fn draw(&self) -> Score {
        Score::DRAW + (self.nodes & 2) as i32 - 1
    }
}

/// Whether the fifty-move rule applies. Checkmate takes precedence.
fn is_fifty_move_draw(position: &Position) -> bool {
    position.halfmoves() >= FIFTY_MOVES && (!position.is_check() || position.has_legal_moves())
}
