//! The state of the referee page, without browser types: audited files and their findings.
//!
//! The worker reads the files and reports findings, each as the JSON object that the command line
//! prints. Here they are stored, filtered and opened. Commands come in, and what only a page can do
//! is returned as effects.

pub mod annotate;
mod command;
mod export;
mod keep;
mod list;
pub mod report;
mod row;
mod status;
mod update;
pub mod words;

use referee::audit::Kind;
use thinker::message::AuditPart;

pub use command::{Command, Dialog, Effect, Export};
pub use keep::{KEPT_BYTES, Visit};
pub use list::{FindingView, GameView};
pub use row::Row;
pub use status::{Status, counted, grouped};

use export::Rereading;

use crate::shell::{PageState, Shell};

/// How many findings the list shows at first, and how many more on request.
pub const LIST_STEP: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedFile {
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The totals of its audit.
    pub part: AuditPart,
    pub state: FileState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    Waiting,
    Running,
    Done,
    Canceled,
    /// It could not be read, for this reason.
    Failed(String),
    /// It was read before the page was reloaded, and is too large to be kept.
    Forgotten,
}

/// The state of the page.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    files: Vec<AuditedFile>,
    /// The last request to the worker.
    questions: u64,
    rows: Vec<Row>,
    filter: Filter,
    /// The numbers of the findings that pass the filter.
    shown: Vec<usize>,
    /// How many of them are listed.
    limit: usize,
    /// The opened finding.
    open: Option<usize>,
    /// The finding that was open before a reload, until it is found again.
    reopened: Option<usize>,
    /// The last game that was requested.
    wanted: u64,
    /// The export for which the files are read again.
    rereading: Option<Rereading>,
    shell: Shell<Dialog>,
}

/// The filter of findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub kind: Option<Kind>,
    /// Only those with these words, in lower case.
    pub words: String,
}

impl Filter {
    fn passes(&self, row: &Row) -> bool {
        self.kind.is_none_or(|kind| kind == row.kind)
            && self.words.split_whitespace().all(|word| row.has_word(word))
    }
}

impl Audit {
    #[must_use]
    pub fn new() -> Audit {
        Audit {
            limit: LIST_STEP,
            ..Audit::default()
        }
    }

    #[must_use]
    pub fn files(&self) -> &[AuditedFile] {
        &self.files
    }

    /// The stored findings.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    #[must_use]
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// The findings that pass the filter, in file order.
    pub fn shown(&self) -> impl Iterator<Item = &Row> {
        self.shown.iter().map(|&index| &self.rows[index])
    }

    /// The number of findings that pass the filter.
    #[must_use]
    pub fn shown_len(&self) -> usize {
        self.shown.len()
    }

    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running().is_some()
    }

    fn running(&self) -> Option<usize> {
        let is_running = |file: &AuditedFile| file.state == FileState::Running;
        self.files.iter().position(is_running)
    }

    /// The number of findings of each kind that occurs, stored or not.
    #[must_use]
    pub fn counts(&self) -> Vec<(Kind, u64)> {
        let of = |kind: Kind| {
            let counts = self.files.iter().flat_map(|file| &file.part.counts);
            let count = counts.filter(|(code, _)| code == kind.code());
            (kind, count.map(|(_, count)| count).sum())
        };
        let counts = Kind::ALL.into_iter().map(of);
        counts.filter(|&(_, count)| count > 0).collect()
    }

    /// The number of games read.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.files.iter().map(|file| file.part.games).sum()
    }

    /// The number of findings, stored or not.
    #[must_use]
    pub fn findings(&self) -> u64 {
        self.counts().iter().map(|(_, count)| count).sum()
    }

    /// The number of bytes read, and the total.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        let read = self.files.iter().map(|file| match file.state {
            FileState::Done => file.size,
            FileState::Waiting
            | FileState::Running
            | FileState::Canceled
            | FileState::Forgotten
            | FileState::Failed(_) => file.part.bytes.min(file.size),
        });
        (read.sum(), self.files.iter().map(|file| file.size).sum())
    }

    /// The opened finding.
    #[must_use]
    pub fn open(&self) -> Option<&Row> {
        self.rows.get(self.open?)
    }

    #[must_use]
    pub fn open_index(&self) -> Option<usize> {
        self.open
    }
}

impl PageState for Audit {
    type Dialog = Dialog;

    fn shell(&self) -> &Shell<Dialog> {
        &self.shell
    }
}

#[cfg(test)]
mod tests;
