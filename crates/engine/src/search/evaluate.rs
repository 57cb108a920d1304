//! The static evaluation as the search uses it: corrected by the correction history, scaled by the
//! halfmove clock and refined by the transposition table.

use chess::{FIFTY_MOVES, Position};

use crate::depth::Depth;
use crate::history::CorrectionKeys;
use crate::score::Score;
use crate::table::{Bound, Finding};

use super::Search;
use super::node::Visit;

/// The static evaluations of a position that is not in check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evals {
    /// The evaluator's output. The table stores this one.
    pub(super) raw: Score,
    /// The evaluation after correction history and scaling. `improving` compares this one.
    pub(super) corrected: Score,
    /// How much the correction history changed it, without sign.
    pub(super) correction: i32,
    /// The keys of the position in the correction history.
    pub(super) keys: CorrectionKeys,
    /// The corrected evaluation, or the table's score if its bound is tighter. Pruning uses this
    /// one.
    pub(super) estimate: Score,
}

impl Search<'_> {
    /// Evaluates a position, reusing the evaluation from the table; `None` in check.
    pub(super) fn evaluate(
        &mut self,
        position: &Position,
        ply: usize,
        hit: Option<&Finding>,
    ) -> Option<Evals> {
        if position.is_check() {
            return None;
        }
        // The corrections come first: their cache misses overlap with the work of the network.
        let keys = CorrectionKeys::new(position, self.stack, ply);
        let correction = self.histories.correction.correction(&keys, self.params);
        let raw = hit
            .and_then(|hit| hit.raw_eval)
            .unwrap_or_else(|| self.raw_eval(position, ply));
        let faded = self.faded(raw, position);
        let corrected = (faded + correction).as_evaluation();
        let estimate = match hit {
            Some(hit) if !hit.score.is_decisive() && hit.bound.decides(hit.score, corrected) => {
                hit.score
            }
            _ => corrected,
        };
        Some(Evals {
            raw,
            corrected,
            correction: (corrected - faded).abs(),
            keys,
            estimate,
        })
    }

    #[inline]
    pub(super) fn raw_eval(&mut self, position: &Position, ply: usize) -> Score {
        let evaluator = self.shared.evaluator;
        evaluator.raw_eval_at(position, ply, self.accumulators)
    }

    /// The evaluation scaled down as the fifty-move limit approaches.
    #[inline]
    fn faded(&self, raw: Score, position: &Position) -> Score {
        let clock = i32::from(position.halfmoves().min(FIFTY_MOVES));
        raw.damped(clock, self.params.eval_fading)
    }

    /// Whether the evaluation is higher than this side's two plies ago, or four if it was in check
    /// then.
    pub(super) fn is_improving(&self, eval: Score, ply: usize) -> bool {
        [2, 4]
            .into_iter()
            .find_map(|plies| self.stack.before(ply, plies)?.eval)
            .is_some_and(|before| eval > before)
    }

    /// Stores the evaluation in the table, so that it is not computed again.
    pub(super) fn keep_eval(&self, visit: &Visit<'_>) {
        let finding = Finding {
            best: None,
            score: Score::DRAW,
            bound: Bound::None,
            depth: Depth::new(-1),
            raw_eval: visit.raw_eval(),
            was_pv: visit.was_pv,
        };
        self.shared
            .table
            .store(visit.key, visit.node.ply, &finding, self.params);
    }
}
