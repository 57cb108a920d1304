//! The search: alpha-beta from the root down, by one thread.
//!
//! [`iterate`] deepens ply by ply, [`aspirate`] guesses the score, [`node`] is the recursion,
//! [`moves`] its loop and [`quiesce`] its end. [`null_move`] and [`probcut`] end a node without
//! searching it, [`evaluate`] and [`learn`] are how the search uses the evaluation and the
//! histories. The arithmetic of pruning, reducing and extending lives in pure functions ([`prune`],
//! [`reduce`], [`extend`]), every tuned number in [`params`].
//!
//! A stopped search unwinds by `?`. Nothing needs to be put back, because a child is a new position
//! and a ply's memory is overwritten when the ply is entered.

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
mod prune;
mod quiesce;
mod reduce;
mod root_move;

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;

use chess::Position;

use crate::control::{Control, Host};
use crate::depth::Depth;
use crate::eval::{Evaluator, Sums};
use crate::history::Histories;
use crate::limits::Limits;
use crate::line::Line;
use crate::ordering::Buffer;
use crate::root::Root;
use crate::score::Score;
use crate::stack::Stack;
use crate::table::Table;
use crate::time::TimePlan;

pub(crate) use iterate::ThreadResult;
use params::Params;
pub(crate) use root_move::RootMove;

/// The search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The score of a node, unless the search was told to stop before it was found.
type Found = Result<Score, Stopped>;

/// The score of a node if a shortcut found one.
type MaybeFound = Result<Option<Score>, Stopped>;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    pub(crate) host: &'a dyn Host,
    pub(crate) limits: &'a Limits,
    pub(crate) params: &'a Params,
    pub(crate) plan: TimePlan,
    pub(crate) evaluator: &'a Evaluator,
    /// Positions searched, one number for each thread.
    pub(crate) nodes: Vec<AtomicU64>,
    /// The first thread has ended, so the others shall.
    pub(crate) halted: AtomicBool,
}

impl Shared<'_> {
    /// Positions searched by all threads, as far as they have told.
    pub(crate) fn total_nodes(&self) -> u64 {
        let told = |nodes: &AtomicU64| nodes.load(Ordering::Relaxed);
        self.nodes.iter().map(told).sum()
    }

    /// Makes all threads end.
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
    pub(crate) sums: Sums,
}

impl Worker {
    pub(crate) fn new() -> Worker {
        Worker {
            histories: Histories::new(),
            stack: Stack::new(),
            buffers: Vec::new(),
            sums: Sums::new(),
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
    sums: &'a mut Sums,
    line: Line,
    position: Position,
    /// Which thread it is; the first one keeps the time and talks.
    thread: usize,
    root_moves: Vec<RootMove>,
    /// Which of several best lines is being searched.
    pv_index: usize,
    /// Depth of the iteration.
    root_depth: Depth,
    nodes: u64,
    /// The number of nodes at which to look up from the work.
    checkpoint: u64,
    seldepth: usize,
    /// Below this ply no null move is tried: one is being verified.
    null_from: usize,
    last_report: Duration,
}

/// How often a search looks up from its work, in nodes.
const ATTENTION_SPAN: u64 = 1024;

impl<'a> Search<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        worker: &'a mut Worker,
        root: &Root,
        root_moves: Vec<RootMove>,
        thread: usize,
    ) -> Search<'a> {
        worker.stack.clear();
        worker.sums.belong_to(shared.evaluator);
        let mut search = Search {
            shared,
            params: shared.params,
            histories: &mut worker.histories,
            stack: &mut worker.stack,
            buffers: &mut worker.buffers,
            sums: &mut worker.sums,
            line: Line::new(root),
            position: *root.position(),
            thread,
            root_moves,
            pv_index: 0,
            root_depth: Depth::ZERO,
            nodes: 0,
            checkpoint: 0,
            seldepth: 0,
            null_from: 0,
            last_report: Duration::ZERO,
        };
        search.set_checkpoint();
        search
    }

    /// Counts a node, and looks up from the work now and then.
    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.checkpoint {
            self.look_up()?;
        }
        Ok(())
    }

    /// Tells the others how far this thread is, and sees whether it is time to stop.
    #[cold]
    fn look_up(&mut self) -> Result<(), Stopped> {
        self.shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
        if self.thread == 0 && self.is_spent() {
            self.shared.halt();
        }
        if self.shared.must_stop() {
            return Err(Stopped);
        }
        self.set_checkpoint();
        Ok(())
    }

    fn set_checkpoint(&mut self) {
        let limit = match self.shared.limits.nodes {
            Some(limit) if self.thread == 0 => limit.max(self.nodes + 1),
            _ => u64::MAX,
        };
        self.checkpoint = (self.nodes + ATTENTION_SPAN).min(limit);
    }

    /// Whether the nodes or the time of the search are used up. There is always one iteration.
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
        nodes_spent || self.shared.plan.is_over(self.shared.control.own_time(now))
    }

    /// Memory for a list of moves.
    #[inline]
    fn buffer(&mut self) -> Buffer {
        self.buffers.pop().unwrap_or_default()
    }
}

/// What kind of node is searched; each is compiled for itself.
trait Kind {
    /// On the principal line: the window is open.
    const PV: bool;
    /// The root.
    const ROOT: bool;
}

/// The root of the tree.
struct AtRoot;

/// A node of the principal line.
struct Principal;

/// A node of which only one thing is asked: is it more than alpha?
struct Scout;

impl Kind for AtRoot {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Kind for Principal {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Kind for Scout {
    const PV: bool = false;
    const ROOT: bool = false;
}
