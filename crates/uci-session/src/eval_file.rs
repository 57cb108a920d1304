//! The `EvalFile` option: which evaluation to use.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use engine::Evaluator;
use nnue::{Network, NetworkError};

/// The embedded network.
pub(crate) const BUILT_IN: &str = "<builtin>";

/// The evaluation without a network.
const SMALL: &str = "<small>";

/// The maximum file size. Some files, such as devices, never end.
const LONGEST: u64 = 64 << 20;

/// Why a file cannot be used as a network.
#[derive(Debug, thiserror::Error)]
pub enum EvalFileError {
    #[error("cannot use {path:?}: {cause}")]
    Unreadable { path: String, cause: io::Error },
    #[error("cannot use {path:?}: {cause}")]
    NotANetwork { path: String, cause: NetworkError },
}

/// The evaluation for an option value: the embedded network for an empty value or `<builtin>`, the
/// small evaluation for `<small>`, otherwise the network at this path.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not a usable network.
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
