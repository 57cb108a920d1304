//! The engine: a table, threads with their memories, and one way to use them.

use core::sync::atomic::{AtomicBool, AtomicU64};
use core::time::Duration;
use std::collections::TryReserveError;

use chess::Move;

use crate::control::{Control, Host};
use crate::eval::{self, Evaluator};
use crate::limits::Limits;
use crate::pool;
use crate::report::{Effort, SearchResult};
use crate::root::Root;
use crate::search::params::Params;
use crate::search::{RootMove, Shared, ThreadResult, Worker};
use crate::table::Table;
use crate::time::TimePlan;

/// Finds moves.
///
/// An engine keeps what it learned from one search to the next of a game;
/// [`forget`](Engine::forget) makes it new. It reads no clock and prints nothing: the [`Host`] of
/// each search tells the time and listens.
pub struct Engine {
    table: Table,
    workers: Vec<Worker>,
    settings: Settings,
}

/// How an engine searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many best lines are found.
    pub lines: usize,
    /// What each move loses on its way to the clock.
    pub overhead: Duration,
    /// The numbers of the search.
    pub params: Params,
    /// The evaluation. What the table holds was judged by the one before:
    /// [`forget`](Engine::forget) or [`clear_table`](Engine::clear_table) goes with a change.
    pub evaluator: Evaluator,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lines: 1,
            overhead: Duration::from_millis(10),
            params: Params::default(),
            evaluator: Evaluator::default(),
        }
    }
}

impl Engine {
    /// An engine with one thread and a table of so many mebibytes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not so much memory.
    pub fn new(mebibytes: usize) -> Result<Engine, TryReserveError> {
        Ok(Engine::with_table(Table::new(mebibytes)?))
    }

    /// An engine with one thread and this table.
    #[must_use]
    pub fn with_table(table: Table) -> Engine {
        eval::prepare();
        Engine {
            table,
            workers: vec![Worker::new()],
            settings: Settings::default(),
        }
    }

    /// How the engine searches.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How the engine searches, to be changed.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Sets how many threads search, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.workers.resize_with(threads.max(1), Worker::new);
    }

    /// Replaces the table by an empty one of so many mebibytes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not so much memory; the old table is still there then.
    pub fn resize_table(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        self.table = Table::new(mebibytes)?;
        Ok(())
    }

    /// Forgets all positions, but not what was learned about moves.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// Forgets everything, as for a new game.
    pub fn forget(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.histories.clear();
        }
    }

    /// Searches for the best move; `None` if there is no legal one.
    ///
    /// If none of the moves that the limits allow is legal, all moves are searched.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        host: &dyn Host,
    ) -> Option<SearchResult> {
        self.table.grow_older();
        self.resume(root, limits, control, host)
    }

    /// The same, but what the table holds counts as part of this search.
    pub(crate) fn resume(
        &mut self,
        root: &Root,
        limits: &Limits,
        control: &Control,
        host: &dyn Host,
    ) -> Option<SearchResult> {
        let root_moves = root_moves(root, limits);
        if root_moves.is_empty() {
            return None;
        }
        let shared = Shared {
            table: &self.table,
            control,
            host,
            limits,
            params: &self.settings.params,
            plan: TimePlan::new(limits, &self.settings),
            evaluator: &self.settings.evaluator,
            nodes: self.workers.iter().map(|_| AtomicU64::new(0)).collect(),
            halted: AtomicBool::new(false),
        };
        let lines = self.settings.lines.max(1);
        let results = pool::search(&shared, &mut self.workers, root, &root_moves, lines);
        let ThreadResult { depth, best } = pool::elect(results, lines, &self.settings.params)?;
        Some(SearchResult {
            score: best.best_known_score(),
            line: best.line,
            depth: depth.plies().max(0) as u32,
            effort: Effort {
                nodes: shared.total_nodes(),
                time: host.elapsed(),
                permille_full: self.table.permille_full(),
            },
        })
    }
}

/// The moves to search: those that are allowed, or all if none of them is legal.
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
