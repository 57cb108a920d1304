//! `fourfold`: the one program a person needs.
//!
//! Arguments are read once ([`args`]), each command lives in a file of its own under [`cmd`], and
//! every command that inspects something is also a filter of JSON lines ([`jsonl`]).

#![forbid(unsafe_code)]

mod args;
mod cmd;
mod jsonl;
mod output;

use std::process::ExitCode;

use clap::Parser;

use args::Args;

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
