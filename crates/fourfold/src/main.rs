//! `fourfold`: the one program a person needs.
//!
//! Each command is in its own file under [`cmd`], with its arguments. Every command that inspects
//! something can also answer JSON requests ([`jsonl`]). The exit codes follow one rule ([`exit`]).

mod cmd;
mod exit;
mod jsonl;
mod output;
mod plan_file;

use std::process::ExitCode;

use clap::Parser;

use cmd::Args;

fn main() -> ExitCode {
    match Args::try_parse() {
        Ok(args) => exit::code(cmd::run(args)),
        Err(error) => output::explain_usage(&error),
    }
}
