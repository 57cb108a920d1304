//! What the comparisons share: how their programs start and end, and how they measure.

pub mod counters;
mod stopwatch;

use std::process::{ExitCode, Termination};

use anyhow::Result;

pub use stopwatch::Stopwatch;

/// Reads the arguments and does the work, which may say how to end; wrong usage is told with the usage
/// and ends with 2.
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
