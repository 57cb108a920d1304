//! Deepening ply by ply, until something says that it is enough.

use core::sync::atomic::Ordering;
use core::time::Duration;

use chess::Move;

use crate::depth::Depth;
use crate::report::{Effort, LineReport, Report, ScoreBound};
use crate::score::Score;
use crate::stack::MAX_PLY;
use crate::table::Bound;
use crate::time::Certainty;

use super::{RootMove, Search};

/// A search that says nothing for so long may seem dead.
const LONGEST_SILENCE: Duration = Duration::from_millis(2500);

/// Lines that failed are reported only when a search takes longer than this.
const PATIENCE: Duration = Duration::from_secs(2);

/// What one thread came to.
#[derive(Clone, Debug)]
pub(crate) struct ThreadResult {
    /// The depth that was searched to its end.
    pub(crate) depth: Depth,
    /// The best move and its line.
    pub(crate) best: RootMove,
}

impl Search<'_> {
    /// Searches deeper and deeper. There has to be a move at the root.
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
                score.without_mate() - best.score.without_mate()
            });
            last = Some((best.m, best.score));
            if self.thread == 0 && self.is_enough(stable_iterations, fall) {
                break;
            }
        }
        if self.thread == 0 {
            self.shared.halt();
        }
        self.shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
        ThreadResult {
            depth: completed,
            best: self.root_moves.swap_remove(0),
        }
    }

    /// Searches each of the best lines once; says whether the search was stopped.
    fn search_lines(&mut self, lines: usize) -> bool {
        for root_move in &mut self.root_moves {
            root_move.previous = root_move.score;
        }
        for index in 0..lines {
            self.pv_index = index;
            self.seldepth = 0;
            let depth = self.root_depth;
            let result = self.aspirate(depth);
            // A later line may turn out better than an earlier one.
            self.root_moves[..=index].sort_by_key(|root_move| -root_move.score);
            if result.is_err() {
                return true;
            }
        }
        false
    }

    /// Whether the search has reached what was asked for, or its time.
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
        let certainty = Certainty {
            stable_iterations,
            effort: i32::try_from(best.nodes * 1000 / self.nodes.max(1)).unwrap_or(1000),
            fall,
            forced: self.root_moves.len() == 1,
        };
        let now = self.shared.host.elapsed();
        let own_time = self.shared.control.own_time(now);
        self.shared
            .plan
            .is_enough(own_time, &certainty, self.params)
    }

    fn report_lines(&mut self, lines: usize) {
        let effort = self.effort();
        self.last_report = effort.time;
        for index in 0..lines {
            self.report_line(index, self.root_depth, effort);
        }
    }

    /// Reports a score that fell out of its window, if the search takes long anyway.
    pub(super) fn report_failure(&mut self, depth: Depth) {
        let effort = self.effort();
        if self.thread == 0 && effort.time >= PATIENCE && self.pv_index == 0 {
            self.last_report = effort.time;
            self.report_line(0, depth, effort);
        }
    }

    fn report_line(&self, index: usize, depth: Depth, effort: Effort) {
        let root_move = &self.root_moves[index];
        // A line that this iteration has not come to keeps the score of the one before.
        let score = root_move.best_known_score();
        let (bound, depth) = if root_move.score == -Score::INFINITE {
            (Bound::Exact, depth - 1)
        } else {
            (root_move.bound, depth)
        };
        if score == -Score::INFINITE {
            return;
        }
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

    /// Gives a sign of life if there was none for long.
    pub(super) fn report_progress(&mut self, now: Duration) {
        if now.saturating_sub(self.last_report) >= LONGEST_SILENCE {
            self.last_report = now;
            self.shared.host.report(&Report::Progress(self.effort()));
        }
    }

    fn effort(&self) -> Effort {
        self.shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
        Effort {
            nodes: self.shared.total_nodes(),
            time: self.shared.host.elapsed(),
            permille_full: self.shared.table.permille_full(),
        }
    }
}
