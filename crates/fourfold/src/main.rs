//! `fourfold`: the one program a person needs.
//!
//! Each command lives with its arguments in a file of its own under [`cmd`], and every command that
//! inspects something is also a filter of JSON lines ([`jsonl`]).

#![forbid(unsafe_code)]

mod cmd;
mod jsonl;
mod output;
mod threads;

use std::process::ExitCode;

use clap::Parser;

use cmd::Args;

fn main() -> ExitCode {
    match cmd::run(Args::parse()) {
        Ok(status) => status.into(),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fourfold: {error:#}");
            ExitCode::FAILURE
        }
    }
}
