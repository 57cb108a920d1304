//! Why there is no hall, no table or no program.

use store::StoreError;
use tables::{BadTable, FoldError};

use crate::secret::NoRandomness;

/// Why there is no hall.
#[derive(Debug, thiserror::Error)]
pub enum HallError {
    /// The store cannot be read.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The system has no threads for programs.
    #[error("cannot start threads for programs: {0}")]
    Programs(#[from] std::io::Error),
}

/// Why a table cannot be created.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CreateError {
    #[error("{0}")]
    Bad(#[from] BadTable),
    #[error("this server has no programs that could take a seat over: choose another policy")]
    NoPrograms,
    #[error("too many tables were created from this address: try again in a few minutes")]
    TooMany,
    #[error("the server has as many tables as it may")]
    Full,
    #[error("the table cannot be kept: {0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Random(#[from] NoRandomness),
}

/// Why no program takes a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoProgram {
    #[error("this server has no programs")]
    None,
    #[error("too many programs were asked for from this address: try again in a few minutes")]
    TooMany,
}

impl NoProgram {
    pub fn code(self) -> &'static str {
        match self {
            NoProgram::None => "no_programs",
            NoProgram::TooMany => "too_many_programs",
        }
    }
}

/// Why a table cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store fails.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// Its log cannot be folded.
    #[error("its log cannot be folded: {0}")]
    Fold(#[from] FoldError),
    /// Its keys cannot be read.
    #[error("its keys cannot be read")]
    Keys,
}

impl OpenError {
    /// Whether trying again is of no use: what is kept is damaged. A system that is out of files or
    /// memory recovers.
    pub(crate) fn is_lasting(&self) -> bool {
        match self {
            OpenError::Store(error) => matches!(error, StoreError::Damaged { .. }),
            OpenError::Fold(_) | OpenError::Keys => true,
        }
    }
}
