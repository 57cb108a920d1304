//! Draws inside the tree: repetition, the fifty-move rule and insufficient material.

use chess::{FIFTY_MOVES, Position, SHORTEST_CYCLE};

use crate::score::Score;

use super::Search;
use super::node::Node;

impl Search<'_> {
    /// The score of a node that is drawn. Raises the window to a draw that the side to move can
    /// force.
    #[inline(never)]
    pub(super) fn settle_draws(&self, node: &mut Node<'_>) -> Option<Score> {
        let position = node.position;
        // Only a capture or a pawn move changes the material, and the root may have any.
        if (position.halfmoves() == 0 || node.ply == 1)
            && position.board().has_insufficient_material()
        {
            return Some(self.draw());
        }
        if position.halfmoves() < SHORTEST_CYCLE - 1 {
            return None;
        }
        self.settle_by_history(node)
    }

    /// Checks for a repetition, an upcoming repetition and the fifty-move rule.
    #[inline(never)]
    fn settle_by_history(&self, node: &mut Node<'_>) -> Option<Score> {
        if self.params.see_draws == 0 {
            return None;
        }
        let (position, ply) = (node.position, node.ply);
        if node.window.alpha < Score::DRAW && self.path.can_repeat(ply, position) {
            node.window = node.window.raised_to(self.draw());
            if node.window.is_empty() {
                return Some(node.window.alpha);
            }
        }
        let is_draw = self.path.is_repetition(ply) || is_fifty_move_draw(position);
        is_draw.then(|| self.draw())
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

#[cfg(test)]
mod tests {
    use crate::depth::Depth;
    use crate::search::ScoutNode;
    use crate::search::testing::{game, with_search};
    use crate::table::{Bound, Finding, table_key};
    use crate::window::Window;

    use super::*;

    #[test]
    fn a_repetition_in_one_move_raises_alpha_to_a_draw() {
        // Black can reach the first position for the third time, or for the second.
        let cycle = "a1b1 g8h7 b1a1 h7g8";
        for (moves, is_draw) in [
            (format!("{cycle} a1b1 g8h7"), true),
            ("a1b1 g8h7".into(), false),
        ] {
            let root = game("6k1/8/8/8/3Q4/8/8/K7 w - - 0 1", &moves);
            with_search(&root, |mut search| {
                let m = root.position().parse_uci("b1a1").expect("a legal move");
                let position = root.position().play_unchecked(m);
                search.path.enter(1, &position);
                let lost = Score::DRAW - 500;
                let window = Window::around(lost, 10);
                let mut node = Node {
                    position: &position,
                    ply: 1,
                    depth: Depth::ZERO,
                    window,
                    cut: false,
                };
                let expected = is_draw.then(|| search.draw());
                assert_eq!(search.settle_draws(&mut node), expected, "{moves}");
                assert_eq!(node.window == window, !is_draw, "{moves}");
            });
        }
    }

    #[test]
    fn table_scores_do_not_cut_off_near_the_fifty_move_limit() {
        for (clock, cuts_off) in [(95, true), (96, false), (99, false)] {
            let root = game(&format!("8/p7/3k4/8/3K4/8/7R/7R w - - {clock} 130"), "");
            with_search(&root, |mut search| {
                let position = root.position();
                let won = Finding {
                    best: None,
                    score: Score::DRAW + 700,
                    bound: Bound::Lower,
                    depth: Depth::new(20),
                    raw_eval: None,
                    was_pv: false,
                };
                let node = Node {
                    position,
                    ply: 1,
                    depth: Depth::new(2),
                    window: Window::reaching(Score::DRAW + 600),
                    cut: true,
                };
                let key = table_key(position);
                search.shared.table.store(key, 1, &won, search.params);
                let cutoff = search.gather::<ScoutNode>(node).break_value();
                assert_eq!(cutoff.is_some(), cuts_off, "{clock}");
                let captures = search.quiesce::<ScoutNode>(node).ok();
                assert_eq!(captures == Some(won.score), cuts_off, "{clock}");
            });
        }
    }
}
