//! One file for each command.

mod fen;
mod law;
mod perft;
pub mod play;
mod tour;

use crate::args::{Args, Command};
use crate::output::Status;

/// Does what the arguments ask.
pub fn run(args: Args) -> anyhow::Result<Status> {
    match args.command {
        None | Some(Command::Tour) => tour::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Fen(args)) => fen::run(&args),
        Some(Command::Law(args)) => law::run(&args),
        Some(Command::Play(args)) => play::run(&args),
    }
}
