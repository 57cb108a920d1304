//! The audit of a file, piece by piece: what is found is told in small parts, so that the page that
//! listens keeps its frame.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use referee::audit::{BlockReport, Kind, Kinds, Stream, row};

use crate::message::{Audit, AuditPart, Reply};

/// How often something is told while a file is read.
const PAUSE: Duration = Duration::from_millis(50);

/// How many findings are told at once.
const ROWS: usize = 100;

/// How many findings of a kind are told. A database has more than anybody reads, and what the page
/// keeps must not grow with it.
pub(super) const ROWS_OF_KIND: u64 = 5_000;

/// The audit of a file.
pub(super) struct FileAudit {
    question: Audit,
    stream: Stream,
    is_reading: bool,
    /// Findings that were not told yet.
    waiting: VecDeque<String>,
    /// How many findings of each kind are told, or wait to be.
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

    /// Whether the end of the file has not come yet.
    pub(super) fn is_reading(&self) -> bool {
        self.is_reading
    }

    /// Takes the next piece of the file; an empty one is the end.
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
        let is_time = self.told.is_none_or(|told| now >= told + PAUSE);
        (self.is_reading && is_time).then(|| {
            self.told = Some(now);
            Reply::Audit(self.part())
        })
    }

    fn keep(&mut self, block: &BlockReport) {
        for finding in &block.findings {
            let kept = self.kept.entry(finding.kind()).or_default();
            if *kept < ROWS_OF_KIND {
                *kept += 1;
                self.waiting
                    .push_back(row::json(&self.question.name, finding));
            }
        }
    }

    /// What is left to tell after the end of the file, part by part.
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
        let rows = self.waiting.len().min(ROWS);
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
