//! One file for each command.

mod book;
mod duplicate;
mod fen;
mod law;
mod mate;
mod perft;
mod pgn;
mod referee;
mod serve;
mod tour;
mod tournament;
mod uci;

use crate::args::serve::ServeArgs;
use crate::args::{Args, Command};
use crate::output::Status;

/// Does what the arguments ask.
pub fn run(args: Args) -> anyhow::Result<Status> {
    match args.command {
        None => serve::run(&ServeArgs::opening()),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Tour) => tour::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Fen(args)) => fen::run(&args),
        Some(Command::Law(args)) => law::run(&args),
        Some(Command::Mate(args)) => mate::run(&args),
        Some(Command::Play(args)) => terminal::run(&args).map(|()| Status::Fine),
        Some(Command::Match(args)) => tournament::run(tournament::Kind::Match, &args),
        Some(Command::Sprt(args)) => tournament::run(tournament::Kind::Sprt, &args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Pgn(args)) => pgn::run(&args),
        Some(Command::Referee(args)) => referee::run(&args),
        Some(Command::Uci(args)) => uci::run(&args),
        Some(Command::Duplicate(args)) => duplicate::run(&args),
    }
}
