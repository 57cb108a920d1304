//! `fourfold uci`: the engine, as `fourfold-uci` runs it.

use std::io;

use anyhow::Context;
use terminal::Plain;
use uci_session::{EndOfInput, Output, Session, SessionEnd};

use crate::exit::Status;

/// Arguments of `fourfold uci`.
#[derive(Debug, clap::Args)]
pub struct UciArgs {
    /// At the end of the input, wait for the search instead of stopping it
    #[arg(long)]
    pub wait: bool,
}

/// Speaks UCI on standard input and output until `quit`.
pub fn run(args: &UciArgs) -> anyhow::Result<Status> {
    let session =
        Session::new(Output::new(Plain::new(io::stdout()))).context("the engine needs memory")?;
    let end = if args.wait {
        EndOfInput::Wait
    } else {
        EndOfInput::Stop
    };
    Ok(match session.converse(io::stdin().lock(), end) {
        SessionEnd::Normal => Status::Fine,
        SessionEnd::AfterPanic => Status::Refused,
    })
}
