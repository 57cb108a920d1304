//! What can be asked of the desk, and what the page must do outside of its own state.

use game::pgn::Tree;
use referee::audit::Kind;
use thinker::message::{self, AuditPart};

use super::annotate::Notes;
use crate::effects::Download;

/// Something a person, the worker or the page asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Puts files on the desk, each with its name and size; whatever was there is put away.
    Take(Vec<(String, u64)>),
    /// Stops reading. What was found stays.
    Cancel,
    /// Takes everything off the desk.
    Clear,
    /// The worker has found something.
    Found(AuditPart),
    /// The worker could not go on, for this reason.
    Failed(u64, String),
    /// Shows findings of this kind alone, or of all kinds.
    Only(Option<Kind>),
    /// Shows findings with these words alone.
    Search(String),
    /// Makes the list longer.
    More,
    /// Opens the game of a finding.
    OpenFinding(usize),
    /// Opens the game of the next finding, or the one before.
    Step {
        /// Whether it is the next.
        is_forward: bool,
    },
    /// Leaves the game of the finding for a position of its own.
    OpenPosition,
    /// The text of the game that was asked for, or why it cannot be read.
    GameRead {
        /// The question.
        id: u64,
        /// The text from where the game begins.
        bytes: Result<Vec<u8>, String>,
        /// Whether that is everything to the end of the file.
        is_all: bool,
    },
    /// Offers the findings as a file.
    Export(Export),
    /// A file with comments has been written with so many games, or could not be.
    Annotated(Result<usize, String>),
    /// Opens a dialog, or closes it.
    Open(Option<Dialog>),
    /// Takes the notice away.
    Dismiss,
}

/// A window that tells something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Keys, and what an audit is.
    Help,
}

/// The forms in which findings leave the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// A table with commas.
    Csv,
    /// A JSON object in each line, as the command line prints it.
    Json,
    /// The games with what was found as comments.
    Pgn,
}

/// Something only the page can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask the worker about the file with this number.
    Ask {
        /// The question.
        question: message::Audit,
        /// The number of the file.
        file: usize,
    },
    /// Tell the worker to stop.
    Stop,
    /// Read a file from this byte on, so many bytes.
    Read {
        /// The question.
        id: u64,
        /// The number of the file.
        file: usize,
        /// The first byte.
        start: u64,
        /// How many bytes.
        length: u64,
    },
    /// Show a game at this ply.
    Show {
        /// The game.
        tree: Box<Tree>,
        /// How many plies.
        plies: usize,
    },
    /// Offer a file.
    Download(Download),
    /// Write these games with comments and offer them as a file.
    Annotate(Vec<Notes>),
}
