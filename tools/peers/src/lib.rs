//! What the comparisons share: how their programs start and end.

use std::process::ExitCode;

use anyhow::Result;

/// Reads the arguments and does the work; wrong usage is told with the usage and ends with 2.
pub fn run<O>(
    usage: &str,
    parse: impl FnOnce(std::iter::Skip<std::env::Args>) -> Result<O>,
    work: impl FnOnce(&O) -> Result<()>,
) -> ExitCode {
    let options = match parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("error: {error:#}\n\n{usage}");
            return ExitCode::from(2);
        }
    };
    match work(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
