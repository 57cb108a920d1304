//! Many blocks at once, told in order.
//!
//! One thread reads and cuts, some audit, and the caller's own is told what they found in the order
//! of the file. There are never more than a few blocks in hand, so that memory does not grow with
//! the input, however long a single block may take.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use super::block::Blocks;
use super::{Auditor, BlockReport, Kind, Kinds};

/// How many blocks may be in hand for each thread.
const BLOCKS_IN_HAND: usize = 4;

/// How to audit.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What to look for.
    pub kinds: Kinds,
    /// How many threads look.
    pub threads: NonZeroUsize,
    /// How large the blocks are, about, that a thread takes at once.
    pub block_bytes: usize,
}

impl Default for Options {
    /// Everything, on all cores.
    fn default() -> Options {
        Options {
            kinds: Kinds::ALL,
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            block_bytes: 1 << 20,
        }
    }
}

/// What an audit came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many games were read.
    pub games: u64,
    /// How many moves their main lines have.
    pub plies: u64,
    /// How many bytes were read.
    pub bytes: u64,
    /// How many findings there are of each kind that there are any of.
    pub findings: BTreeMap<Kind, u64>,
}

impl Summary {
    /// Adds what was found elsewhere.
    pub fn add(&mut self, other: &Summary) {
        self.games += other.games;
        self.plies += other.plies;
        self.bytes += other.bytes;
        for (&kind, count) in &other.findings {
            *self.findings.entry(kind).or_default() += count;
        }
    }

    fn add_block(&mut self, block: &BlockReport) {
        self.games += block.games;
        self.plies += block.plies;
        self.bytes += block.bytes;
        for finding in &block.findings {
            *self.findings.entry(finding.kind()).or_default() += 1;
        }
    }
}

/// What the blocks so far came to, so that places and numbers of the next count from the beginning
/// of the input.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) summary: Summary,
    lines: u64,
}

impl Tally {
    /// Counts a block and puts its findings where they are in the input.
    pub(super) fn add(&mut self, block: &mut BlockReport) {
        for finding in &mut block.findings {
            finding.game += self.summary.games;
            finding.place.line += self.lines;
            finding.place.offset += self.summary.bytes;
            finding.start += self.summary.bytes;
        }
        self.lines += block.lines;
        self.summary.add_block(block);
    }
}

/// A block, and whom to tell what it holds.
struct Job {
    bytes: Vec<u8>,
    tell: Sender<BlockReport>,
}

/// Blocks to come, in order, each as someone who will tell about it; or why there are no more.
type InOrder = SyncSender<io::Result<Receiver<BlockReport>>>;

/// Audits an input, telling about block after block.
///
/// # Errors
///
/// Returns what the input cannot do, or why `tell` does not want to be told any more.
pub fn audit(
    input: impl Read + Send,
    options: &Options,
    tell: &mut dyn FnMut(&BlockReport) -> io::Result<()>,
) -> io::Result<Summary> {
    let threads = options.threads.get();
    let (jobs, work) = sync_channel::<Job>(threads);
    let (in_order, reports) = sync_channel(threads * BLOCKS_IN_HAND);
    let work = Mutex::new(work);
    let blocks = Blocks::new(input, options.block_bytes);
    thread::scope(|scope| {
        scope.spawn(move || cut(blocks, &jobs, &in_order));
        for _ in 0..threads {
            scope.spawn(|| take_jobs(&work, options.kinds));
        }
        // When the collector gives up, the reports go with it: the cutter finds nobody to talk to
        // and ends, and with it the others.
        collect(reports, tell)
    })
}

fn cut(mut blocks: Blocks<impl Read>, jobs: &SyncSender<Job>, in_order: &InOrder) {
    loop {
        let bytes = match blocks.next_block() {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return,
            Err(error) => {
                // If nobody listens any more, nobody needs to know.
                let _ = in_order.send(Err(error));
                return;
            }
        };
        let (tell, told) = channel();
        if in_order.send(Ok(told)).is_err() || jobs.send(Job { bytes, tell }).is_err() {
            return;
        }
    }
}

fn take_jobs(work: &Mutex<Receiver<Job>>, kinds: Kinds) {
    let mut auditor = Auditor::new(kinds);
    loop {
        let job = match work.lock() {
            Ok(work) => work.recv(),
            Err(_) => return,
        };
        let Ok(job) = job else {
            return;
        };
        let report = auditor.audit_block(&job.bytes);
        // Whoever gave up does not want to know.
        let _ = job.tell.send(report);
    }
}

fn collect(
    reports: Receiver<io::Result<Receiver<BlockReport>>>,
    tell: &mut dyn FnMut(&BlockReport) -> io::Result<()>,
) -> io::Result<Summary> {
    let mut tally = Tally::default();
    for told in reports {
        let told = told?.recv();
        let mut block = told.map_err(|_| io::Error::other("an auditing thread broke down"))?;
        tally.add(&mut block);
        tell(&block)?;
    }
    Ok(tally.summary)
}
