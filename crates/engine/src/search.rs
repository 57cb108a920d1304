//! The [alpha-beta](https://www.chessprogramming.org/Alpha-Beta) search of one thread.
//!
//! [`iterate`] is the iterative deepening loop and [`aspirate`] the aspiration window. [`node`] is
//! the recursion, [`moves`] its move loop and [`quiesce`] the quiescence search at the leaves.
//! [`null_move`] and [`probcut`] prune whole nodes. [`prove_mate`] settles `go mate`, and
//! [`tablebase`] asks endgame tables. [`evaluate`] and [`learn`] connect the search with the
//! evaluation and the histories. The arithmetic of pruning, reductions and extensions is in pure
//! functions ([`prune`], [`reduce`], [`extend`]), and every tunable number is in [`params`].
//!
//! A stopped search unwinds by `?`. Nothing has to be restored: each child is a new position, and
//! the stack frame of a ply is overwritten when the search enters the ply.

mod aspirate;
mod draws;
mod evaluate;
mod extend;
mod iterate;
mod learn;
mod moves;
mod node;
mod null_move;
pub(crate) mod params;
mod probcut;
mod prove_mate;
mod prune;
mod quiesce;
mod reduce;
mod root_move;
mod tablebase;
#[cfg(test)]
mod testing;

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;

use chess::Position;

use crate::control::{Control, Host};
use crate::depth::Depth;
use crate::eval::{AccumulatorState, Evaluator};
use crate::history::Histories;
use crate::limits::Limits;
use crate::mate::MateProver;
use crate::ordering::Buffer;
use crate::path::SearchPath;
use crate::root::Root;
use crate::score::Score;
use crate::stack::Stack;
use crate::table::TranspositionTable;
use crate::tablebase::Endgames;
use crate::time::TimePlan;

pub(crate) use iterate::ThreadResult;
use params::Params;
pub(crate) use root_move::RootMove;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The score of a node, unless the search was stopped.
type Found = Result<Score, Stopped>;

/// The score of a node if pruning found one.
type MaybeFound = Result<Option<Score>, Stopped>;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) control: &'a Control,
    pub(crate) host: &'a dyn Host,
    pub(crate) limits: &'a Limits,
    pub(crate) params: &'a Params,
    pub(crate) plan: TimePlan,
    /// The score at the previous move of the game, if it was searched.
    pub(crate) previous_score: Option<Score>,
    pub(crate) evaluator: &'a Evaluator,
    /// Endgame tables to ask inside the tree.
    pub(crate) endgames: Option<&'a Endgames>,
    /// Root moves that were found in endgame tables.
    pub(crate) ranked_moves: u64,
    pub(crate) counters: Vec<Counters>,
    /// The main thread has finished, so the helpers stop.
    pub(crate) halted: AtomicBool,
}

/// What a thread has done, as of its last update.
#[derive(Default)]
pub(crate) struct Counters {
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

impl Shared<'_> {
    /// Nodes searched by all threads, as of their last update.
    pub(crate) fn total_nodes(&self) -> u64 {
        let published = |counters: &Counters| counters.nodes.load(Ordering::Relaxed);
        self.counters.iter().map(published).sum()
    }

    /// Positions that all threads found in endgame tables, as of their last update.
    pub(crate) fn total_tablebase_hits(&self) -> u64 {
        let published = |counters: &Counters| counters.tablebase_hits.load(Ordering::Relaxed);
        self.ranked_moves + self.counters.iter().map(published).sum::<u64>()
    }

    /// Stops all threads.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    fn must_stop(&self) -> bool {
        self.halted.load(Ordering::Relaxed) || self.control.is_stopped()
    }
}

/// What a thread keeps from one search to the next.
pub(crate) struct Worker {
    pub(crate) histories: Histories,
    pub(crate) stack: Stack,
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) accumulators: AccumulatorState,
}

impl Worker {
    pub(crate) fn new() -> Worker {
        Worker {
            histories: Histories::new(),
            stack: Stack::new(),
            buffers: Vec::new(),
            accumulators: AccumulatorState::new(),
        }
    }
}

/// One thread's search.
pub(crate) struct Search<'a> {
    shared: &'a Shared<'a>,
    params: &'a Params,
    histories: &'a mut Histories,
    stack: &'a mut Stack,
    buffers: &'a mut Vec<Buffer>,
    accumulators: &'a mut AccumulatorState,
    path: SearchPath,
    position: Position,
    /// The thread's index. Thread 0 is the main thread: it manages the time and reports.
    thread: usize,
    root_moves: Vec<RootMove>,
    /// The index of the principal variation being searched (multi-PV).
    pv_index: usize,
    /// The end of the moves that endgame tables rank equal with the one at this index.
    pv_end: usize,
    /// The depth of the current iteration.
    root_depth: Depth,
    /// The width of the window at the root, in centipawns.
    root_window_width: i32,
    nodes: u64,
    tablebase_hits: u64,
    /// The node count at which to check the limits again.
    checkpoint: u64,
    seldepth: usize,
    /// No null moves before this ply, while a null move is being verified.
    null_from: usize,
    last_report: Duration,
    /// The last iteration reached the soft time limit while pondering.
    enough_for_ponder_hit: bool,
    /// Settles whether there is a mate, if the limits ask for one.
    mate_prover: Option<MateProver>,
}

/// How often a search checks its limits, in nodes.
const CHECK_INTERVAL: u64 = 1024;

impl<'a> Search<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        worker: &'a mut Worker,
        root: &Root,
        root_moves: Vec<RootMove>,
        thread: usize,
    ) -> Search<'a> {
        worker.stack.clear();
        worker.accumulators.reset_for(shared.evaluator);
        let mut search = Search {
            shared,
            params: shared.params,
            histories: &mut worker.histories,
            stack: &mut worker.stack,
            buffers: &mut worker.buffers,
            accumulators: &mut worker.accumulators,
            path: SearchPath::new(root),
            position: *root.position(),
            thread,
            pv_end: root_moves.len(),
            root_moves,
            pv_index: 0,
            root_depth: Depth::ZERO,
            root_window_width: 1,
            nodes: 0,
            tablebase_hits: 0,
            checkpoint: 0,
            seldepth: 0,
            null_from: 0,
            last_report: Duration::ZERO,
            enough_for_ponder_hit: false,
            mate_prover: None,
        };
        search.set_checkpoint();
        search.start_mate_prover(root);
        search
    }

    /// Counts a node and checks the limits at regular intervals.
    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.checkpoint {
            self.check_limits()?;
        }
        Ok(())
    }

    /// Publishes this thread's node count and checks whether to stop.
    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        self.publish_counters();
        if self.thread == 0 && self.is_spent() {
            self.shared.halt();
        }
        if self.shared.must_stop() {
            return Err(Stopped);
        }
        self.set_checkpoint();
        Ok(())
    }

    fn publish_counters(&self) {
        let counters = &self.shared.counters[self.thread];
        counters.nodes.store(self.nodes, Ordering::Relaxed);
        let hits = &counters.tablebase_hits;
        hits.store(self.tablebase_hits, Ordering::Relaxed);
    }

    fn set_checkpoint(&mut self) {
        let limit = match self.shared.limits.nodes {
            Some(limit) if self.thread == 0 => limit.max(self.nodes + 1),
            _ => u64::MAX,
        };
        self.checkpoint = (self.nodes + CHECK_INTERVAL).min(limit);
    }

    /// Whether the node or time limit is reached. The first iteration always completes.
    fn is_spent(&mut self) -> bool {
        let now = self.shared.host.elapsed();
        self.report_progress(now);
        if self.root_depth <= Depth::new(1) {
            return false;
        }
        let nodes_spent = self
            .shared
            .limits
            .nodes
            .is_some_and(|limit| self.shared.total_nodes() >= limit);
        let own_time = self.shared.control.own_time(now);
        let time_spent = self.shared.plan.is_over(own_time);
        nodes_spent || time_spent || self.enough_for_ponder_hit && own_time.is_some()
    }

    /// Reusable memory for a move picker.
    #[inline]
    fn buffer(&mut self) -> Buffer {
        self.buffers.pop().unwrap_or_default()
    }
}

/// The [node type](https://www.chessprogramming.org/Node_Types), a compile-time parameter.
trait NodeType {
    /// A PV node: the window is open.
    const PV: bool;
    const ROOT: bool;
}

struct RootNode;

struct PvNode;

/// A node searched with a null window.
struct ScoutNode;

impl NodeType for RootNode {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for PvNode {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for ScoutNode {
    const PV: bool = false;
    const ROOT: bool = false;
}
