//! The [iterative deepening](https://www.chessprogramming.org/Iterative_Deepening) loop.

use core::time::Duration;

use chess::Move;

use crate::depth::Depth;
use crate::report::{Effort, LineReport, Report, ScoreBound};
use crate::score::Score;
use crate::stack::MAX_PLY;
use crate::table::Bound;
use crate::time::Stability;

use super::{RootMove, Search};

/// The longest time without a report.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(2500);

/// Fail highs and fail lows are reported only after this time.
const FAILURE_REPORT_DELAY: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub(crate) struct ThreadResult {
    /// The last completed depth.
    pub(crate) depth: Depth,
    pub(crate) best: RootMove,
}

impl Search<'_> {
    /// Runs the iterative deepening loop. There must be at least one root move.
    pub(crate) fn iterate(mut self, lines: usize) -> ThreadResult {
        let lines = lines.clamp(1, self.root_moves.len());
        let depth_max = match self.shared.limits.depth {
            Some(depth) => (depth.max(1) as usize).min(MAX_PLY - 1),
            None => MAX_PLY - 1,
        };
        let mut completed = Depth::ZERO;
        let mut stable_iterations = 0;
        let mut last: Option<(Move, Score)> = None;
        for depth in 1..=depth_max as i32 {
            self.root_depth = Depth::new(depth);
            let nodes_before = self.nodes;
            let stopped = self.search_lines(lines);
            if self.thread == 0 {
                self.report_lines(lines);
            }
            if stopped {
                break;
            }
            completed = self.root_depth;
            let best = &self.root_moves[0];
            let same = last.is_some_and(|(m, _)| m == best.m);
            stable_iterations = if same { stable_iterations + 1 } else { 0 };
            let fall = last.map_or(0, |(_, score)| {
                score.as_evaluation() - best.score.as_evaluation()
            });
            last = Some((best.m, best.score));
            if self.thread == 0 && self.is_enough(stable_iterations, fall) {
                break;
            }
            if self.settle_mate(self.nodes - nodes_before) != Ok(false) {
                break;
            }
        }
        if self.thread == 0 {
            self.shared.halt();
        }
        self.publish_counters();
        ThreadResult {
            depth: completed,
            best: self.root_moves.swap_remove(0),
        }
    }

    /// Searches each principal variation once; returns whether the search was stopped.
    fn search_lines(&mut self, lines: usize) -> bool {
        for root_move in &mut self.root_moves {
            root_move.previous = root_move.score;
        }
        for index in 0..lines {
            self.pv_index = index;
            self.pv_end = self.end_of_rank(index);
            self.seldepth = 0;
            let depth = self.root_depth;
            let result = self.aspirate(depth);
            // A later line may turn out to be better than an earlier one.
            self.root_moves[..=index]
                .sort_by_key(|root_move| (-root_move.rank(), -root_move.score));
            if result.is_err() {
                return true;
            }
        }
        false
    }

    /// The end of the moves that endgame tables rank equal with the one at this index.
    fn end_of_rank(&self, index: usize) -> usize {
        let rank = self.root_moves[index].rank();
        let equal = self.root_moves[index..]
            .iter()
            .take_while(|root_move| root_move.rank() == rank);
        index + equal.count()
    }

    /// Whether a limit says not to start another iteration.
    fn is_enough(&mut self, stable_iterations: i32, fall: i32) -> bool {
        let limits = self.shared.limits;
        let best = &self.root_moves[0];
        if let (Some(asked), Some(found)) = (limits.mate, best.score.mate_moves())
            && found.unsigned_abs() <= asked
        {
            return true;
        }
        if limits.soft_nodes.is_some_and(|limit| self.nodes >= limit) {
            return true;
        }
        let shared = self.shared;
        let stability = Stability {
            stable_iterations,
            effort: i32::try_from(best.nodes * 1000 / self.nodes.max(1)).unwrap_or(1000),
            fall,
            fall_since_move: shared.previous_score.map_or(0, |before| {
                before.as_evaluation() - best.reported_score(best.score).as_evaluation()
            }),
            forced: self.end_of_rank(0) == 1,
        };
        let used = shared.host.elapsed();
        let own_time = shared.control.own_time(used);
        let is_enough = shared
            .plan
            .is_enough(used, own_time, &stability, self.params);
        // While pondering the search goes on, and ends with the ponder hit.
        self.enough_for_ponder_hit = is_enough;
        is_enough && own_time.is_some()
    }

    pub(super) fn report_lines(&mut self, lines: usize) {
        let effort = self.effort();
        self.last_report = effort.time;
        for index in 0..lines {
            self.report_line(index, self.root_depth, effort);
        }
    }

    /// Reports a fail high or fail low, if the search has run long enough.
    pub(super) fn report_failure(&mut self, depth: Depth) {
        let effort = self.effort();
        if self.thread == 0 && effort.time >= FAILURE_REPORT_DELAY && self.pv_index == 0 {
            self.last_report = effort.time;
            self.report_line(0, depth, effort);
        }
    }

    fn report_line(&self, index: usize, depth: Depth, effort: Effort) {
        let root_move = &self.root_moves[index];
        // A line that this iteration has not reached keeps its previous score.
        let score = root_move.best_known_score();
        let (bound, depth) = if root_move.score == -Score::INFINITE {
            (Bound::Exact, depth - 1)
        } else {
            (root_move.bound, depth)
        };
        if score == -Score::INFINITE {
            return;
        }
        let (score, bound) = match root_move.reported_score(score) {
            same if same == score => (score, bound),
            known => (known, Bound::Exact),
        };
        self.shared.host.report(&Report::Line(LineReport {
            rank: index + 1,
            depth: depth.plies().max(1) as u32,
            seldepth: root_move.seldepth as u32 + 1,
            score,
            bound: match bound {
                Bound::Lower => ScoreBound::Lower,
                Bound::Upper => ScoreBound::Upper,
                Bound::Exact | Bound::None => ScoreBound::Exact,
            },
            line: root_move.line.clone(),
            effort,
        }));
    }

    /// Reports the effort if there was no report for a while.
    pub(super) fn report_progress(&mut self, now: Duration) {
        if now.saturating_sub(self.last_report) >= PROGRESS_INTERVAL {
            self.last_report = now;
            self.shared.host.report(&Report::Progress(self.effort()));
        }
    }

    fn effort(&self) -> Effort {
        self.publish_counters();
        Effort {
            nodes: self.shared.total_nodes(),
            tablebase_hits: self.shared.total_tablebase_hits(),
            time: self.shared.host.elapsed(),
            permille_full: self.shared.table.permille_full(),
        }
    }
}
