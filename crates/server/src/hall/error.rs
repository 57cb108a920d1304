//! Why the hall cannot be opened, or a table or program is refused.

use store::StoreError;
use tables::{BadTable, FoldError};

use crate::secret::NoRandomness;

#[derive(Debug, thiserror::Error)]
pub enum HallError {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("cannot start threads for programs: {0}")]
    Programs(#[from] std::io::Error),
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum CreateError {
    #[error("{0}")]
    Bad(#[from] BadTable),
    #[error("this server has no programs to take over a seat: choose another policy")]
    NoPrograms,
    #[error("too many tables were created from this address: try again in a few minutes")]
    TooMany,
    #[error("the server has too many tables")]
    Full,
    #[error("the table cannot be stored: {0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Random(#[from] NoRandomness),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoProgram {
    #[error("this server has no programs")]
    None,
    #[error("too many programs were requested from this address: try again in a few minutes")]
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

/// Why a table cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("its log cannot be folded: {0}")]
    Fold(#[from] FoldError),
    #[error("its keys cannot be read")]
    Keys,
}

impl OpenError {
    /// Whether a retry is useless because the stored data is damaged. A system that is out of files
    /// or memory recovers.
    pub(crate) fn is_lasting(&self) -> bool {
        match self {
            OpenError::Store(error) => matches!(error, StoreError::Damaged { .. }),
            OpenError::Fold(_) | OpenError::Keys => true,
        }
    }
}
