//! The audit of a file in pieces. Findings are reported in small batches, so that the page stays
//! responsive.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use referee::audit::{BlockReport, Kind, Kinds, Stream, row};

use crate::message::{Audit, AuditPart, Reply};

/// The interval of reports while a file is read.
const PAUSE: Duration = Duration::from_millis(50);

/// The maximum number of findings in one report.
const ROWS: usize = 100;

/// The maximum number of findings of a kind that are reported, unless all are asked for. A database
/// has more than anyone reads, and the page's memory must not grow with it.
pub(super) const ROWS_OF_KIND: u64 = 5_000;

pub(super) struct FileAudit {
    question: Audit,
    stream: Stream,
    is_reading: bool,
    /// Findings that were not reported yet.
    waiting: VecDeque<String>,
    /// How many findings of each kind have been reported or are queued.
    kept: BTreeMap<Kind, u64>,
    told: Option<Duration>,
}

impl FileAudit {
    pub(super) fn new(question: Audit) -> FileAudit {
        FileAudit {
            question,
            stream: Stream::new(Kinds::ALL),
            is_reading: true,
            waiting: VecDeque::new(),
            kept: BTreeMap::new(),
            told: None,
        }
    }

    pub(super) fn id(&self) -> u64 {
        self.question.id
    }

    /// Whether the end of the file has not been reached.
    pub(super) fn is_reading(&self) -> bool {
        self.is_reading
    }

    /// Audits the next piece of the file; an empty one is the end.
    pub(super) fn feed(&mut self, piece: &[u8], now: Duration) -> Option<Reply> {
        let block = if piece.is_empty() {
            self.is_reading = false;
            self.stream.finish()
        } else {
            self.stream.push(piece)
        };
        if let Some(block) = block {
            self.keep(&block);
        }
        // All findings are reported as they are found, so that they do not pile up here.
        let is_time = self.told.is_none_or(|told| now >= told + PAUSE);
        let is_time = is_time || self.question.is_full;
        (self.is_reading && is_time).then(|| {
            self.told = Some(now);
            Reply::Audit(self.part())
        })
    }

    fn keep(&mut self, block: &BlockReport) {
        for finding in &block.findings {
            let kept = self.kept.entry(finding.kind()).or_default();
            if *kept < ROWS_OF_KIND || self.question.is_full {
                *kept += 1;
                self.waiting
                    .push_back(row::json(&self.question.name, finding));
            }
        }
    }

    /// The remaining reports after the end of the file, one by one.
    pub(super) fn tell_rest(&mut self) -> AuditPart {
        let part = self.part();
        AuditPart {
            is_over: self.waiting.is_empty(),
            ..part
        }
    }

    fn part(&mut self) -> AuditPart {
        let summary = self.stream.summary();
        let counts = summary.findings.iter();
        let rows = match self.question.is_full {
            true => self.waiting.len(),
            false => self.waiting.len().min(ROWS),
        };
        AuditPart {
            id: self.question.id,
            is_over: false,
            games: summary.games,
            plies: summary.plies,
            bytes: summary.bytes,
            counts: counts
                .map(|(kind, &count)| (kind.code().to_owned(), count))
                .collect(),
            rows: self.waiting.drain(..rows).collect(),
        }
    }
}
