//! What can be wrong with a table or a folder of tables.

use std::io;
use std::path::PathBuf;

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It begins with other bytes than a table.
    #[error("it is not a Syzygy table of this kind")]
    NotATable,
    /// It ends too early.
    #[error("it is cut off")]
    CutOff,
    /// It contradicts itself.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

/// A file or folder that cannot be used, and why.
#[derive(Debug, thiserror::Error)]
#[error("cannot use {}: {reason}", path.display())]
pub struct TableError {
    /// The file or folder.
    pub path: PathBuf,
    /// The reason, in words.
    pub reason: String,
}

impl TableError {
    pub(crate) fn new(path: &std::path::Path, fault: &Fault) -> TableError {
        TableError {
            path: path.to_owned(),
            reason: fault.to_string(),
        }
    }
}
