//! [ProbCut](https://www.chessprogramming.org/ProbCut): a capture that is far above beta in a
//! shallow search will be above beta in a deep one.

use crate::depth::Depth;
use crate::history::{Context, piece_to};
use crate::ordering::{Picker, Wanted};
use crate::table::{Bound, Finding};
use crate::window::Window;

use super::evaluate::Evals;
use super::node::Visit;
use super::{MaybeFound, ScoutNode, Search, prune};

impl Search<'_> {
    /// Searches captures that may be far above beta at reduced depth.
    pub(super) fn try_probcut(&mut self, visit: &Visit<'_>, evals: Evals) -> MaybeFound {
        let (node, params) = (&visit.node, self.params);
        let beta = node.window.beta;
        let goal = prune::probcut_beta(params, beta, visit.improving);
        let is_refuted = visit.hit.is_some_and(|hit| {
            hit.depth >= node.depth - params.probcut_table_depth && hit.score < goal
        });
        let is_shallow = node.depth < Depth::new(params.probcut_depth);
        if is_shallow || beta.is_decisive() || goal.is_decisive() || is_refuted {
            return Ok(None);
        }
        let depth = node.depth - params.probcut_reduction;
        let window = -Window::reaching(goal);
        let table_move = visit.table_move.filter(|&m| node.position.is_noisy(m));
        let wanted = Wanted::CapturesGaining(goal - evals.corrected);
        let mut picker = Picker::new(wanted, table_move, self.buffer());
        let context = Context::default();
        let mut found = None;
        while let Some(m) = picker.next(node.position, self.histories, &context, params) {
            let position = node.position.play_unchecked(m);
            self.enter(piece_to(node.position, m), node.ply, &position);
            let child = node.child(&position, depth, window);
            let mut score = -self.quiesce::<ScoutNode>(child)?;
            if score >= goal && depth > Depth::ZERO {
                score = -self.search::<ScoutNode>(child)?;
            }
            if score >= goal {
                let finding = Finding {
                    best: Some(m),
                    score,
                    bound: Bound::Lower,
                    // The child was searched to this depth, so the node to one ply more.
                    depth: depth + 1,
                    raw_eval: visit.raw_eval(),
                    was_pv: visit.was_pv,
                };
                self.shared
                    .table
                    .store(visit.key, node.ply, &finding, params);
                let excess = if score.is_decisive() { 0 } else { goal - beta };
                found = Some(score - excess);
                break;
            }
        }
        self.buffers.push(picker.into_buffer());
        Ok(found)
    }
}
