//! Guessing the score of an iteration from the one before: a narrow window around it cuts off
//! more. If the guess was wrong, the window is widened on the side where the score lies.

use crate::depth::Depth;
use crate::score::Score;
use crate::table::Bound;
use crate::window::Window;

use super::node::Node;
use super::{AtRoot, Search, Stopped};

/// Beyond this the guess is worth nothing, and the window is opened wide.
const WIDEST: i32 = 1200;

/// Iterations too shallow for their score to be a guess for the next.
const SHALLOW: Depth = Depth::new(4);

impl Search<'_> {
    /// Searches the root at this depth and leaves the moves sorted, the best first.
    pub(super) fn aspirate(&mut self, depth: Depth) -> Result<(), Stopped> {
        let mut delta = self.params.aspiration_delta;
        let guess = self.root_moves[self.pv_index].average;
        let mut window = match guess {
            Some(guess) if depth > SHALLOW => Window::around(guess, delta),
            _ => Window::full(),
        };
        let mut failed_high = 0;
        loop {
            let node = Node {
                ply: 0,
                depth: (depth - failed_high).max(Depth::new(1)),
                cut: false,
            };
            let position = self.position;
            let result = self.search::<AtRoot>(&position, node, window);
            self.sort_root_moves();
            let score = result?;
            let best = &mut self.root_moves[self.pv_index];
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                best.bound = Bound::Upper;
                window.beta = window.alpha.blend(window.beta, 1, 2);
                window.alpha = (score - delta).max(-Score::INFINITE);
                failed_high = 0;
            } else if score >= window.beta && window.beta < Score::INFINITE {
                best.bound = Bound::Lower;
                window.beta = (score + delta).min(Score::INFINITE);
                failed_high = (failed_high + 1).min(4);
            } else {
                best.bound = Bound::Exact;
                return Ok(());
            }
            self.report_failure(depth);
            delta += delta * self.params.aspiration_growth / 100;
            if delta > WIDEST {
                window = Window::full();
            }
        }
    }

    /// The best moves first; those that were not better keep their order.
    fn sort_root_moves(&mut self) {
        let moves = &mut self.root_moves[self.pv_index..];
        moves.sort_by_key(|root_move| (-root_move.score, -root_move.previous));
    }
}
