//! `fourfold`: the one program a person needs.
//!
//! Each command is in its own file under [`cmd`], with its arguments. Every command that inspects
//! something can also answer JSON requests ([`jsonl`]).

#![forbid(unsafe_code)]

mod cmd;
mod jsonl;
mod output;

use std::process::ExitCode;

use clap::Parser;

use cmd::Args;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return output::explain_usage(&error),
    };
    match cmd::run(args) {
        Ok(status) => status.into(),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            if error.is::<output::WrongUsage>() {
                ExitCode::from(output::WrongUsage::CODE)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}
