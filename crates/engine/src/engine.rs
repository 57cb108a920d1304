//! The engine: a transposition table, worker threads and their settings.

use core::sync::atomic::AtomicBool;
use core::time::Duration;
use std::collections::TryReserveError;

use chess::Move;

use crate::control::{Control, Host};
use crate::eval::{self, Evaluator};
use crate::limits::Limits;
use crate::pool;
use crate::report::{Effort, SearchResult};
use crate::root::Root;
use crate::score::Score;
use crate::search::params::Params;
use crate::search::{Counters, RootMove, Shared, ThreadResult, Worker};
use crate::table::TranspositionTable;
use crate::tablebase::{self, Endgames, Ranked};
use crate::time::TimePlan;

/// The score of a shallower search says too little for a comparison with the next move's. A forced
/// move is played after such a search.
const SCORE_DEPTH: u32 = 5;

/// Finds the best move.
///
/// An engine keeps what it learned from one search to the next. [`forget`](Engine::forget) resets
/// it. It reads no clock and prints nothing: the [`Host`] of each search supplies the time and
/// receives the reports.
pub struct Engine {
    table: TranspositionTable,
    workers: Vec<Worker>,
    settings: Settings,
    /// The score of the previous search of the game, for the side that moves again now.
    previous_score: Option<Score>,
}

/// How an engine searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of lines to search
    /// ([multi-PV](https://www.chessprogramming.org/Principal_Variation)).
    pub lines: usize,
    /// Time lost per move between the engine and the clock.
    pub overhead: Duration,
    pub params: Params,
    /// The evaluation. The table keeps scores of the previous evaluation, so call
    /// [`forget`](Engine::forget) or [`clear_table`](Engine::clear_table) after a change.
    pub evaluator: Evaluator,
    /// Endgame tables. The table keeps scores that depend on them, as it does for the evaluation.
    pub endgames: Option<Endgames>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lines: 1,
            overhead: Duration::from_millis(10),
            params: Params::default(),
            evaluator: Evaluator::default(),
            endgames: None,
        }
    }
}

impl Engine {
    /// An engine with one thread and a transposition table of this size.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<Engine, TryReserveError> {
        Ok(Engine::with_table(TranspositionTable::new(mebibytes)?))
    }

    /// An engine with one thread and this table.
    #[must_use]
    pub fn with_table(table: TranspositionTable) -> Engine {
        eval::prepare();
        Engine {
            table,
            workers: vec![Worker::new()],
            settings: Settings::default(),
            previous_score: None,
        }
    }

    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Sets the number of search threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.workers.resize_with(threads.max(1), Worker::new);
    }

    /// Replaces the table with an empty one of this size.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory cannot be allocated; the old table is kept then.
    pub fn resize_table(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        self.table = TranspositionTable::new(mebibytes)?;
        Ok(())
    }

    /// Clears the transposition table and keeps the histories.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// Clears the table and the histories, as for a new game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.previous_score = None;
        for worker in &mut self.workers {
            worker.histories.clear();
        }
    }

    /// Searches for the best move; `None` if there is no legal move.
    ///
    /// If none of the moves in `searchmoves` is legal, all moves are searched.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        host: &dyn Host,
    ) -> Option<SearchResult> {
        self.table.start_generation();
        let result = self.resume(root, limits, control, host);
        if let Some(result) = &result
            && result.depth >= SCORE_DEPTH
        {
            self.previous_score = Some(result.score);
        }
        result
    }

    /// Like [`search`](Engine::search), but counts the existing table entries as part of this
    /// search.
    #[inline(never)]
    pub(crate) fn resume(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        host: &dyn Host,
    ) -> Option<SearchResult> {
        let mut root_moves = root_moves(root, limits);
        if root_moves.is_empty() {
            return None;
        }
        let endgames = rank_by_tables(
            self.settings.endgames.as_ref(),
            root,
            limits,
            &mut root_moves,
        );
        let shared = Shared {
            table: &self.table,
            control,
            host,
            limits,
            params: &self.settings.params,
            plan: TimePlan::new(limits, &self.settings, root.position().fullmoves()),
            previous_score: self.previous_score,
            evaluator: &self.settings.evaluator,
            endgames,
            ranked_moves: root_moves
                .iter()
                .filter(|m| m.tablebase_rank.is_some())
                .count() as u64,
            counters: self.workers.iter().map(|_| Counters::default()).collect(),
            halted: AtomicBool::new(false),
        };
        let lines = self.settings.lines.max(1);
        let results = pool::search(&shared, &mut self.workers, root, &root_moves, lines);
        let ThreadResult { depth, best } = pool::elect(results, lines, &self.settings.params)?;
        Some(SearchResult {
            score: best.reported_score(best.best_known_score()),
            line: best.line,
            depth: depth.plies().max(0) as u32,
            effort: Effort {
                nodes: shared.total_nodes(),
                tablebase_hits: shared.total_tablebase_hits(),
                time: host.elapsed(),
                permille_full: self.table.permille_full(),
            },
        })
    }
}

/// Ranks the root moves by the endgame tables. Returns the tables if the search should still ask
/// them: not if the distances are known, because then only mates are of interest, and not if there
/// is nothing to win.
fn rank_by_tables<'a>(
    endgames: Option<&'a Endgames>,
    root: &Root,
    limits: &Limits,
    root_moves: &mut [RootMove],
) -> Option<&'a Endgames> {
    // Whoever asks for a mate wants the shortest, not a safe win.
    let endgames = endgames.filter(|_| limits.mate.is_none())?;
    match tablebase::rank(endgames, root, root_moves) {
        Ranked::No => Some(endgames),
        Ranked::ByOutcome if root_moves[0].rank() > 0 => Some(endgames),
        Ranked::ByOutcome | Ranked::ByDistance => None,
    }
}

/// The moves to search: the legal ones among `searchmoves`, or all if there are none.
fn root_moves(root: &Root, limits: &Limits) -> Vec<RootMove> {
    let legal = root.position().legal_moves();
    let allowed: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|m| limits.searchmoves.contains(m))
        .collect();
    let moves = if allowed.is_empty() {
        &legal[..]
    } else {
        &allowed[..]
    };
    moves.iter().map(|&m| RootMove::new(m)).collect()
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::NullHost;

    #[test]
    fn a_shallow_search_does_not_replace_the_score_to_compare_with() {
        let table = TranspositionTable::with_clusters(1 << 10).expect("little memory");
        let mut engine = Engine::with_table(table);
        let root = Root::new(Position::start());
        let mut search = |depth| {
            engine.search(&root, &Limits::depth(depth), &Control::new(), &NullHost);
            engine.previous_score
        };
        assert_eq!(search(1), None);
        let deep = search(SCORE_DEPTH);
        assert!(deep.is_some());
        assert_eq!(search(1), deep);
        engine.forget();
        assert_eq!(engine.previous_score, None);
    }
}
