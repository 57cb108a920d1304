//! The value of the option `EvalFile`: which evaluation to judge by.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use anyhow::Context;
use engine::Evaluator;
use nnue::Network;

/// The network of the program.
pub(crate) const BUILT_IN: &str = "<builtin>";

/// The evaluation without a network.
const SMALL: &str = "<small>";

/// No network is as long as this, and some files have no end.
const LONGEST: u64 = 64 << 20;

/// The evaluation that is meant: the network in the program if nothing or `<builtin>` is said, none
/// for `<small>`, and that of a file for its path.
///
/// # Errors
///
/// Returns an error if there is no such file, or no network in it that fits.
pub fn evaluator(value: &str) -> anyhow::Result<Evaluator> {
    match value {
        "" | "<empty>" | BUILT_IN => Ok(Evaluator::default()),
        SMALL => Ok(Evaluator::small()),
        path => {
            let network = read(path).with_context(|| format!("cannot use {path:?}"))?;
            Ok(Evaluator::by(Arc::from(network)))
        }
    }
}

fn read(path: &str) -> anyhow::Result<Box<Network>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(LONGEST).read_to_end(&mut bytes)?;
    Ok(Network::read(&bytes)?)
}
