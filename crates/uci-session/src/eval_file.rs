//! The value of the option `EvalFile`: which evaluation to use.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use engine::Evaluator;
use nnue::{Network, NetworkError};

/// The network of the program.
pub(crate) const BUILT_IN: &str = "<builtin>";

/// The evaluation without a network.
const SMALL: &str = "<small>";

/// Longer than any network, because some files have no end.
const LONGEST: u64 = 64 << 20;

/// Why a file cannot be used as a network.
#[derive(Debug, thiserror::Error)]
pub enum EvalFileError {
    /// The file cannot be read.
    #[error("cannot use {path:?}: {cause}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why not.
        cause: io::Error,
    },
    /// The file is not a network that fits.
    #[error("cannot use {path:?}: {cause}")]
    NotANetwork {
        /// The file.
        path: String,
        /// Why not.
        cause: NetworkError,
    },
}

/// The evaluation for a value of the option: the network in the program for nothing or
/// `<builtin>`, the small evaluation for `<small>`, and the network in a file for its path.
///
/// # Errors
///
/// Returns an error if there is no such file, or no network in it that fits.
pub fn evaluator(value: &str) -> Result<Evaluator, EvalFileError> {
    match value {
        "" | "<empty>" | BUILT_IN => Ok(Evaluator::default()),
        SMALL => Ok(Evaluator::small()),
        path => {
            let bytes = read(path).map_err(|cause| EvalFileError::Unreadable {
                path: path.to_owned(),
                cause,
            })?;
            let network = Network::read(&bytes).map_err(|cause| EvalFileError::NotANetwork {
                path: path.to_owned(),
                cause,
            })?;
            Ok(Evaluator::by(Arc::from(network)))
        }
    }
}

fn read(path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}
