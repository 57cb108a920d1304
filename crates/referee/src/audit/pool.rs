//! Auditing blocks in parallel, reported in order.
//!
//! One thread reads and splits the input, others audit blocks, and the caller's thread reports the
//! findings in the order of the file. Only a few blocks and findings are in memory at a time, so
//! memory does not grow with the input, however long a single block takes and whatever it holds.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use super::block::Blocks;
use super::{Auditor, BlockReport, Kind, Kinds};

/// The number of blocks in memory for each thread.
const BLOCKS_IN_HAND: usize = 4;

/// The number of bytes in the blocks that wait or are audited. Most blocks are far smaller; a file
/// without games has blocks as long as this.
const BYTES_IN_HAND: usize = 64 << 20;

/// How to audit.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The kinds of findings to look for.
    pub kinds: Kinds,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The approximate size of the blocks.
    pub block_bytes: usize,
}

impl Default for Options {
    /// All kinds, on all cores.
    fn default() -> Options {
        Options {
            kinds: Kinds::ALL,
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            block_bytes: 1 << 20,
        }
    }
}

/// The summary of an audit.
///
/// ```
/// use fourfold_referee::audit::Summary;
/// let mut total = Summary::default();
/// total.add(&Summary { games: 3, ..Summary::default() });
/// total.add(&Summary { games: 4, ..Summary::default() });
/// assert_eq!(total.games, 7);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of games.
    pub games: u64,
    /// The number of moves in their main lines.
    pub plies: u64,
    /// The number of bytes.
    pub bytes: u64,
    /// The number of findings of each kind that occurs.
    pub findings: BTreeMap<Kind, u64>,
}

impl Summary {
    /// Adds another summary.
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

/// The totals so far, so that places and game numbers of the next block count from the beginning of
/// the input.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) summary: Summary,
    lines: u64,
}

impl Tally {
    /// Adds a block and moves the places of its findings to those in the input.
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

/// A block, and the channel for its report.
struct Job {
    bytes: Vec<u8>,
    tell: SyncSender<Part>,
}

/// A part of the report about a block.
enum Part {
    /// Findings that do not wait for the end of the block.
    Findings(BlockReport),
    Last(BlockReport),
}

/// The channels of the reports, in the order of the blocks, or the error that ended the input.
type InOrder = SyncSender<io::Result<Receiver<Part>>>;

/// The bytes in hand, and a way to wait until there are fewer.
#[derive(Default)]
struct InHand {
    bytes: Mutex<usize>,
    fewer: Condvar,
}

impl InHand {
    /// Adds a block, when there is room for it or nothing else is in hand.
    fn add(&self, block: usize) {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |bytes: &mut usize| *bytes > 0 && *bytes + block > BYTES_IN_HAND;
        let waited = self.fewer.wait_while(bytes, is_full);
        *waited.unwrap_or_else(PoisonError::into_inner) += block;
    }

    fn remove(&self, block: usize) {
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) -= block;
        self.fewer.notify_all();
    }
}

/// Audits an input and calls `tell` for each block in order. A block with very many findings is
/// reported in parts, of which the last has the numbers of games and bytes.
///
/// ```
/// use fourfold_referee::audit::{Kind, Options, audit};
/// let pgn = b"1. f3 e5 2. g4 Qh4# 1-0\n";
/// let mut lines = Vec::new();
/// let summary = audit(&pgn[..], &Options::default(), &mut |block| {
///     lines.extend(block.findings.iter().map(|finding| finding.detail.to_string()));
///     Ok(())
/// })?;
/// assert_eq!((summary.games, summary.findings[&Kind::WrongResult]), (1, 1));
/// assert_eq!(lines.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error of the input or of `tell`.
pub fn audit(
    input: impl Read + Send,
    options: &Options,
    tell: &mut dyn FnMut(&BlockReport) -> io::Result<()>,
) -> io::Result<Summary> {
    let threads = options.threads.get();
    let (jobs, work) = sync_channel::<Job>(threads);
    let (in_order, reports) = sync_channel(threads * BLOCKS_IN_HAND);
    let work = Mutex::new(work);
    let in_hand = &InHand::default();
    let blocks = Blocks::new(input, options.block_bytes);
    thread::scope(|scope| {
        scope.spawn(move || cut(blocks, in_hand, &jobs, &in_order));
        for _ in 0..threads {
            scope.spawn(|| take_jobs(&work, in_hand, options.kinds));
        }
        // If the collector returns early, its channels close. That ends the thread that splits the
        // input, and then the others.
        collect(reports, tell)
    })
}

fn cut(
    mut blocks: Blocks<impl Read>,
    in_hand: &InHand,
    jobs: &SyncSender<Job>,
    in_order: &InOrder,
) {
    loop {
        let bytes = match blocks.next_block() {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return,
            Err(error) => {
                // If the collector has returned, the error is not needed.
                let _ = in_order.send(Err(error));
                return;
            }
        };
        in_hand.add(bytes.len());
        let (tell, report) = sync_channel(1);
        if in_order.send(Ok(report)).is_err() || jobs.send(Job { bytes, tell }).is_err() {
            return;
        }
    }
}

fn take_jobs(work: &Mutex<Receiver<Job>>, in_hand: &InHand, kinds: Kinds) {
    let mut auditor = Auditor::new(kinds);
    loop {
        let job = match work.lock() {
            Ok(work) => work.recv(),
            Err(_) => return,
        };
        let Ok(job) = job else {
            return;
        };
        // If the collector has returned, the report is not needed.
        let report = auditor.audit_in_parts(&job.bytes, &mut |findings| {
            let part = BlockReport {
                findings,
                ..BlockReport::default()
            };
            let _ = job.tell.send(Part::Findings(part));
        });
        let _ = job.tell.send(Part::Last(report));
        in_hand.remove(job.bytes.len());
    }
}

fn collect(
    reports: Receiver<io::Result<Receiver<Part>>>,
    tell: &mut dyn FnMut(&BlockReport) -> io::Result<()>,
) -> io::Result<Summary> {
    let mut tally = Tally::default();
    for report in reports {
        let report = report?;
        loop {
            let part = report.recv();
            let part = part.map_err(|_| io::Error::other("an auditing thread panicked"))?;
            let is_last = matches!(part, Part::Last(_));
            let (Part::Findings(mut block) | Part::Last(mut block)) = part;
            tally.add(&mut block);
            tell(&block)?;
            if is_last {
                break;
            }
        }
    }
    Ok(tally.summary)
}
