//! [Aspiration windows](https://www.chessprogramming.org/Aspiration_Windows): each iteration starts
//! with a narrow window around the score of the last one, which cuts off more. If the score falls
//! outside, the window is widened on that side.

use crate::depth::Depth;
use crate::score::Score;
use crate::table::Bound;
use crate::window::Window;

use super::node::Node;
use super::params::FRACTION;
use super::{RootNode, Search, Stopped};

impl Search<'_> {
    /// Searches the root to this depth and sorts the root moves, best first.
    pub(super) fn aspirate(&mut self, depth: Depth) -> Result<(), Stopped> {
        let params = self.params;
        let position = self.position;
        let mut delta = params.aspiration_delta;
        let guess = self.root_moves[self.pv_index].average;
        let mut window = match guess {
            Some(guess) if depth > Depth::new(params.aspiration_depth) => {
                Window::around(guess, delta)
            }
            _ => Window::full(),
        };
        let mut failed_high = 0;
        loop {
            self.root_window_width = window.beta - window.alpha;
            let result = self.search::<RootNode>(Node {
                position: &position,
                ply: 0,
                depth: (depth - failed_high).max(Depth::new(1)),
                window,
                cut: false,
            });
            self.sort_root_moves();
            let score = result?;
            let best = &mut self.root_moves[self.pv_index];
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                best.bound = Bound::Upper;
                let weight = params.aspiration_fail_low_alpha;
                window.beta = window.alpha.blend(window.beta, weight, FRACTION);
                window.alpha = (score - delta).max(-Score::INFINITE);
                failed_high = 0;
            } else if score >= window.beta && window.beta < Score::INFINITE {
                best.bound = Bound::Lower;
                window.beta = (score + delta).min(Score::INFINITE);
                failed_high = (failed_high + 1).min(params.aspiration_reduction_max);
            } else {
                best.bound = Bound::Exact;
                return Ok(());
            }
            self.report_failure(depth);
            delta += delta * params.aspiration_growth / 100;
            if delta > params.aspiration_delta_max {
                window = Window::full();
            }
        }
    }

    /// Sorts the root moves by score. Moves that did not raise alpha keep their order.
    fn sort_root_moves(&mut self) {
        let moves = &mut self.root_moves[self.pv_index..self.pv_end];
        moves.sort_by_key(|root_move| (-root_move.score, -root_move.previous));
    }
}
