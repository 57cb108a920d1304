//! Shared code of the comparisons: start, exit and measurement.

pub mod counters;
mod stopwatch;

use std::process::{ExitCode, Termination};

use anyhow::{Context, Result};

pub use stopwatch::Stopwatch;

/// Parses the arguments and runs the work, which returns the exit code. Wrong usage prints the
/// usage and exits with 2.
pub fn run<O, E: Termination>(
    usage: &str,
    parse: impl FnOnce(std::iter::Skip<std::env::Args>) -> Result<O>,
    work: impl FnOnce(&O) -> Result<E>,
) -> ExitCode {
    let options = match parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("error: {error:#}\n\n{usage}");
            return ExitCode::from(2);
        }
    };
    match work(&options) {
        Ok(end) => end.report(),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The value after an argument.
pub fn value_of(argument: &str, arguments: &mut impl Iterator<Item = String>) -> Result<String> {
    arguments
        .next()
        .with_context(|| format!("{argument} needs a value"))
}

/// Parses a number above 0.
pub fn positive(value: &str) -> Result<usize> {
    let number = value.parse().ok().filter(|&number| number > 0);
    number.with_context(|| format!("expected a number above 0, found {value:?}"))
}
