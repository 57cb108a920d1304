//! Exit codes: one rule for all commands.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | everything was done |
//! | 1 | some input was refused, a check failed, or something else failed |
//! | 2 | wrong usage: the command line itself is wrong, and nothing was done |
//! | 4 | a sequential test found no gain |
//! | 130 | interrupted by Ctrl-C before everything was done |
//!
//! What a file holds is input, and so are positions and moves on the command line. A filter with
//! `--json` answers refusals, so it ends with 0. A server has done its work when it is stopped. If
//! the reader of the output has closed it, nothing is left to do.

use std::io;
use std::process::ExitCode;

use crate::output::complain;

/// How a command ended. The greater of two statuses is the one to report for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// The command did everything it was asked to do.
    Fine,
    /// A sequential test accepted H0.
    Rejected,
    /// Some input was refused, or a check failed.
    Refused,
    /// Ctrl-C stopped the command.
    Interrupted,
}

impl Status {
    const fn code(self) -> u8 {
        match self {
            Status::Fine => 0,
            Status::Refused => 1,
            Status::Rejected => 4,
            Status::Interrupted => 130,
        }
    }
}

/// Wrong usage that clap cannot see.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
pub struct WrongUsage(pub anyhow::Error);

impl WrongUsage {
    /// The exit code of wrong usage, which is also that of clap.
    pub const CODE: u8 = 2;

    pub fn error(message: impl Into<String>) -> anyhow::Error {
        WrongUsage(anyhow::Error::msg(message.into())).into()
    }
}

/// The exit code of a command. An error is shown.
pub fn code(end: anyhow::Result<Status>) -> ExitCode {
    let code = match end {
        Ok(status) => status.code(),
        Err(error) if is_closed_pipe(&error) => Status::Fine.code(),
        Err(error) => {
            complain(&error);
            match error.is::<WrongUsage>() {
                true => WrongUsage::CODE,
                false => Status::Refused.code(),
            }
        }
    };
    ExitCode::from(code)
}

/// Whether an error only means that the reader of our output closed the pipe.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// The exit codes of a command for its help: what 0 and 1 mean there.
pub fn help(done: &str, refused: &str) -> String {
    format!("Exit codes: 0 {done}, 1 {refused}, 2 wrong usage, 130 interrupted.")
}

/// The exit codes of a command that also answers JSON requests.
pub fn help_of_filter(done: &str, refused: &str) -> String {
    let help = help(done, refused);
    format!("{help} With --json, 0 whatever was asked: refusals are answers.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_every_exit_code() {
        let guide = include_str!("../../../docs/guide.md");
        let section = guide.split("\n## Exit codes\n").nth(1).unwrap_or_default();
        let rows = section.split("\n## ").next().unwrap_or_default().lines();
        let codes = rows.filter_map(|row| row.strip_prefix("| ")?.split(' ').next()?.parse().ok());
        let mut due = [
            Status::Fine,
            Status::Rejected,
            Status::Refused,
            Status::Interrupted,
        ]
        .map(Status::code)
        .to_vec();
        due.push(WrongUsage::CODE);
        due.sort_unstable();
        assert_eq!(codes.collect::<Vec<u8>>(), due);
    }
}
