//! One file for each command.

mod fen;
mod perft;
mod serve;
mod tour;

use crate::args::{Args, Command, ServeArgs};
use crate::output::Status;

/// Does what the arguments ask.
pub fn run(args: Args) -> anyhow::Result<Status> {
    match args.command {
        None => serve::run(&ServeArgs::opening()),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Tour) => tour::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Fen(args)) => fen::run(&args),
    }
}
