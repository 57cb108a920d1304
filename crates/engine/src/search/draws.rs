//! Draws inside the tree: by repetition, by the clock, by material.

use core::ops::ControlFlow;

use chess::Position;

use crate::score::Score;
use crate::window::Window;

use super::Search;
use super::node::Node;

/// Half-moves without capture or pawn move after which a game can be claimed drawn.
const FIFTY_MOVES: u16 = 100;

impl Search<'_> {
    /// Ends the node with a draw, or leaves a window in which the side to move may already count
    /// on one.
    #[inline]
    pub(super) fn settle_draws(&self, node: &Node<'_>) -> ControlFlow<Score, Window> {
        let Node {
            position, window, ..
        } = *node;
        if position.board().has_insufficient_material() {
            return ControlFlow::Break(self.draw());
        }
        // A capture or pawn move wipes out the past.
        if position.halfmoves() > 0 {
            self.settle_by_history(node)
        } else {
            ControlFlow::Continue(window)
        }
    }

    /// Looks for a repetition, one that the side to move could bring about, and the end of the
    /// clock.
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
        if self.line.may_recur(ply) {
            if window.alpha < Score::DRAW && self.line.can_repeat(ply, position) {
                window = window.raised_to(self.draw());
                if window.is_empty() {
                    return ControlFlow::Break(window.alpha);
                }
            }
            if self.line.is_repetition(ply) {
                return ControlFlow::Break(self.draw());
            }
        }
        if is_out_of_time(position) {
            return ControlFlow::Break(self.draw());
        }
        ControlFlow::Continue(window)
    }

    /// Whether the fifty-move rule decides soon, so that what the table knows from other clocks is
    /// not taken as an answer.
    #[inline]
    pub(super) fn is_clock_near(&self, position: &Position) -> bool {
        i32::from(position.halfmoves()) >= self.params.table_halfmoves
    }

    /// The score of a draw, a hair to this side or that: if all draws were equal, the search would
    /// not look for a better one.
    #[inline]
    pub(super) fn draw(&self) -> Score {
        Score::DRAW + (self.nodes & 2) as i32 - 1
    }
}

/// Whether fifty moves have been made without capture or pawn move. Mate comes first.
fn is_out_of_time(position: &Position) -> bool {
    position.halfmoves() >= FIFTY_MOVES && (!position.is_check() || position.has_legal_moves())
}
