//! The evaluation as the search uses it: corrected by experience, faded by the fifty-move clock and
//! tightened by the transposition table.

use chess::Position;

use crate::depth::Depth;
use crate::history::Kin;
use crate::score::Score;
use crate::table::{Bound, Finding};

use super::Search;
use super::node::Visit;

/// What a position that is not check is worth without searching its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evals {
    /// The evaluation as it came out. This is what the table keeps.
    pub(super) raw: Score,
    /// The evaluation corrected by experience and faded by the clock. This is what plies are
    /// compared by.
    pub(super) corrected: Score,
    /// The corrected evaluation, or the table's score where its bound says more. This is what
    /// pruning goes by.
    pub(super) estimate: Score,
}

impl Search<'_> {
    /// Evaluates a position, with the evaluation from the table if it has one; `None` in check.
    pub(super) fn evaluate(
        &mut self,
        position: &Position,
        ply: usize,
        hit: Option<&Finding>,
    ) -> Option<Evals> {
        if position.is_check() {
            return None;
        }
        let raw = hit
            .and_then(|hit| hit.raw_eval)
            .unwrap_or_else(|| self.raw_eval(position, ply));
        let corrected = self.corrected(raw, position, ply);
        let estimate = match hit {
            Some(hit) if !hit.score.is_mate() && hit.bound.decides(hit.score, corrected) => {
                hit.score
            }
            _ => corrected,
        };
        Some(Evals {
            raw,
            corrected,
            estimate,
        })
    }

    /// The evaluation as it is.
    #[inline]
    pub(super) fn raw_eval(&mut self, position: &Position, ply: usize) -> Score {
        let evaluator = self.shared.evaluator;
        evaluator.raw_eval_at(position, ply, self.sums)
    }

    /// The evaluation corrected by experience, and faded as the fifty-move limit comes near.
    #[inline]
    fn corrected(&self, raw: Score, position: &Position, ply: usize) -> Score {
        let kin = Kin::new(position, self.stack, ply);
        let correction = self.histories.correction.correction(&kin, self.params);
        let clock = i32::from(position.halfmoves().min(100));
        (raw.damped(clock, self.params.eval_fading) + correction).without_mate()
    }

    /// Whether an evaluation is better than that of the same side two plies ago, or four if it was
    /// in check then.
    pub(super) fn is_improving(&self, eval: Score, ply: usize) -> bool {
        [2, 4]
            .into_iter()
            .find_map(|plies| self.stack.before(ply, plies)?.eval)
            .is_some_and(|before| eval > before)
    }

    /// Keeps an evaluation in the table, so that it is not computed again.
    pub(super) fn keep_eval(&self, visit: &Visit<'_>) {
        let finding = Finding {
            best: None,
            score: Score::DRAW,
            bound: Bound::None,
            depth: Depth::new(-1),
            raw_eval: visit.raw_eval(),
            was_pv: visit.was_pv,
        };
        self.shared.table.store(visit.key, visit.node.ply, &finding);
    }
}
