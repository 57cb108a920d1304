//! The commands of the referee page, and its effects outside its own state.

use game::pgn::Tree;
use referee::audit::Kind;
use thinker::message::{self, AuditPart};

use super::Visit;
use super::annotate::Notes;
use crate::effects::Download;

/// A command of a person, the worker or the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Opens files, each with its name and size; earlier files are closed.
    Take(Vec<(String, u64)>),
    /// The page was reloaded, and this was shown before. The files are here again, or not.
    Recall {
        /// What was shown.
        visit: Visit,
        /// Whether the files are here.
        has_files: bool,
    },
    /// Stops reading. The findings stay.
    Cancel,
    /// Closes all files.
    Clear,
    Found(AuditPart),
    /// The worker failed, for this reason.
    Failed(u64, String),
    /// Shows findings of this kind only, or of all kinds.
    Only(Option<Kind>),
    /// Shows only findings with these words.
    Search(String),
    /// Extends the list.
    More,
    OpenFinding(usize),
    /// Opens the game of the next or previous finding.
    Step {
        /// Whether it is the next.
        is_forward: bool,
    },
    /// Leaves the game of the finding to edit a position.
    OpenPosition,
    /// The text of the requested game, or why it cannot be read.
    GameRead {
        /// The request.
        id: u64,
        /// The text from the beginning of the game.
        bytes: Result<Vec<u8>, String>,
        /// Whether it extends to the end of the file.
        is_all: bool,
    },
    Export(Export),
    /// A file with comments has been written with this many games, or could not be.
    Annotated(Result<usize, String>),
    /// Opens or closes a dialog.
    Open(Option<Dialog>),
    /// Removes a notice; the newest has the number 0.
    Dismiss(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The keys, and what an audit is.
    Help,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    Csv,
    /// JSON lines, as printed by the command line.
    Json,
    /// The games with the findings as comments.
    Pgn,
}

/// An effect that only the page can perform.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Start the worker's audit of this file.
    Ask {
        question: message::Audit,
        file: usize,
    },
    /// Stop the worker.
    Stop,
    /// Read this many bytes of a file, from this byte on.
    Read {
        /// The id of the request.
        id: u64,
        file: usize,
        /// The first byte.
        start: u64,
        /// The number of bytes.
        length: u64,
    },
    Show {
        tree: Box<Tree>,
        plies: usize,
    },
    Download(Download),
    /// Begin a file with this text, which is written in parts.
    BeginFile(&'static str),
    /// Append a text to it.
    WriteFile(String),
    /// Offer it for download.
    SaveFile {
        name: &'static str,
        /// Its media type.
        kind: &'static str,
    },
    /// Write these games with comments and offer them for download.
    Annotate(Vec<Notes>),
}
