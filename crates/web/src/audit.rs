//! The arbiter's desk: files that are audited, and what was found in them, without a page.
//!
//! The worker reads the files and tells findings as they come, each as the JSON object that the
//! command line prints. Here they are kept, filtered and opened. Commands come in, and what only a
//! page can do comes back as effects.

pub mod annotate;
mod command;
mod export;
mod list;
pub mod report;
mod row;
mod status;
mod update;
pub mod words;

use referee::audit::Kind;
use thinker::message::AuditPart;

pub use command::{Command, Dialog, Effect, Export};
pub use list::{FindingView, GameView};
pub use row::Row;
pub use status::{Status, counted, grouped};

use crate::shell::{PageState, Shell};

/// How many findings the list shows at first, and how many more when asked.
pub const LIST_STEP: usize = 100;

/// A file on the desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedFile {
    /// Its name.
    pub name: String,
    /// How many bytes it has.
    pub size: u64,
    /// What the audit of it has come to.
    pub part: AuditPart,
    /// How far it has come.
    pub state: FileState,
}

/// How far the audit of a file has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    /// Its turn has not come.
    Waiting,
    /// It is being read.
    Running,
    /// It was read to its end.
    Done,
    /// It was given up before its end.
    Canceled,
    /// It could not be read, for this reason.
    Failed(String),
}

/// Everything on the desk.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    files: Vec<AuditedFile>,
    /// The last question to the worker.
    questions: u64,
    rows: Vec<Row>,
    filter: Filter,
    /// The findings that the filter lets through, by their numbers.
    shown: Vec<usize>,
    /// How many of them the list has.
    limit: usize,
    /// The finding that is looked at.
    open: Option<usize>,
    /// The last game that was asked for.
    wanted: u64,
    shell: Shell<Dialog>,
}

/// Which findings are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this kind.
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
    /// An empty desk.
    #[must_use]
    pub fn new() -> Audit {
        Audit {
            limit: LIST_STEP,
            ..Audit::default()
        }
    }

    /// The files.
    #[must_use]
    pub fn files(&self) -> &[AuditedFile] {
        &self.files
    }

    /// The findings that are kept.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Which findings are wanted.
    #[must_use]
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// The findings that the filter lets through, in the order of the files.
    pub fn shown(&self) -> impl Iterator<Item = &Row> {
        self.shown.iter().map(|&index| &self.rows[index])
    }

    /// How many findings the filter lets through.
    #[must_use]
    pub fn shown_len(&self) -> usize {
        self.shown.len()
    }

    /// Whether a file is being read.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running().is_some()
    }

    fn running(&self) -> Option<usize> {
        let is_running = |file: &AuditedFile| file.state == FileState::Running;
        self.files.iter().position(is_running)
    }

    /// How many findings there are of each kind that there are any of, kept or not.
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

    /// How many games were read.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.files.iter().map(|file| file.part.games).sum()
    }

    /// How many findings there are, kept or not.
    #[must_use]
    pub fn findings(&self) -> u64 {
        self.counts().iter().map(|(_, count)| count).sum()
    }

    /// How many bytes were read, and of how many.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        let read = self.files.iter().map(|file| match file.state {
            FileState::Done => file.size,
            FileState::Waiting
            | FileState::Running
            | FileState::Canceled
            | FileState::Failed(_) => file.part.bytes.min(file.size),
        });
        (read.sum(), self.files.iter().map(|file| file.size).sum())
    }

    /// The finding that is looked at.
    #[must_use]
    pub fn open(&self) -> Option<&Row> {
        self.rows.get(self.open?)
    }

    /// The number of the finding that is looked at.
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
