//! The command line: one file for each command and its arguments.

mod book;
mod duplicate;
mod fen;
mod generate;
mod law;
mod mate;
mod perft;
mod pgn;
mod positions;
mod referee;
mod serve;
mod table;
mod tour;
mod tournament;
mod tune;
mod uci;

use clap::{Parser, Subcommand};

use crate::output::Status;

/// Chess for people who play, judge, test and invent it.
#[derive(Debug, Parser)]
#[command(name = "fourfold", version = env!("FOURFOLD_VERSION"), about, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Args {
    /// What to do; without a command, the app opens in the browser.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_CODES: &str = "Exit codes: 0 all is well, 1 something was refused or failed, 2 wrong usage. The help of each \
     command says what that means there.";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the app to the browsers of this machine (without a command: serve --open)
    #[command(
        after_help = "Exit codes: 0 stopped by Ctrl-C, 1 cannot listen or failed, 2 wrong usage."
    )]
    Serve(serve::ServeArgs),
    /// Play or watch at a table over a network, create one, or copy the file of a server
    #[command(
        after_help = "Exit codes: 0 the player left or the copy is made, 1 the table or the file failed, 2 wrong usage."
    )]
    Table(table::TableArgs),
    /// Show what the other commands can do, with real output
    #[command(after_help = "Exit codes: 0 shown, 1 failed, 2 wrong usage.")]
    Tour,
    /// Count the move sequences of a position, the standard test of a move generator
    #[command(
        after_help = "Exit codes: 0 counted, 1 the position was refused, 2 wrong usage. With --json, 0 whatever \
                      was asked: refusals are answers."
    )]
    Perft(perft::PerftArgs),
    /// Check FENs, name everything that is wrong, and print them in canonical form
    #[command(
        after_help = "Exit codes: 0 all FENs are right, 1 some were refused, 2 wrong usage. With --json, 0 \
                      whatever was asked: refusals are answers."
    )]
    Fen(fen::FenArgs),
    /// Show what the draw law says along a line of play: counts, rights to claim, endings
    #[command(
        after_help = "Exit codes: 0 all moves are legal, 1 the position or a move was refused, 2 wrong usage. \
                      With --json, 0 whatever was asked: refusals are answers."
    )]
    Law(law::LawArgs),
    /// Say whether each side can still mate by any series of legal moves, with a line or a proof
    #[command(
        after_help = "Exit codes: 0 every question was taken up, 1 some FENs were refused, 2 wrong usage. With \
                      --json, 0 whatever was asked: refusals are answers."
    )]
    Mate(mate::MateArgs),
    /// Play a game in the terminal
    #[command(
        after_help = "Exit codes: 0 the player left, 1 the start, the file or the terminal failed, 2 wrong usage. \
                      Refusals in a game are shown there."
    )]
    Play(terminal::PlayArgs),
    /// Read PGN files, check every move, say what is wrong where, and rewrite them
    #[command(
        after_help = "Exit codes: 0 all games were read, 1 some were refused or a file failed, 2 wrong usage."
    )]
    Pgn(pgn::PgnArgs),
    /// Audit PGN databases: claimable draws, play after the end, results that the Laws contradict
    Referee(referee::RefereeArgs),
    /// Speak UCI with a user interface or a match runner
    #[command(
        after_help = "Exit codes: 0 the conversation ended, 1 the engine failed, 2 wrong usage."
    )]
    Uci(uci::UciArgs),
    /// Play, check and explain duplicate chess, the game on four coupled boards
    Duplicate(duplicate::DuplicateArgs),
    /// Play engines against each other: matches, round robins, gauntlets
    #[command(disable_help_flag = true, override_help = tournament::HELP)]
    Match(tournament::TournamentArgs),
    /// Play two engines against each other until a sequential test has decided
    #[command(disable_help_flag = true, override_help = tournament::HELP)]
    Sprt(tournament::TournamentArgs),
    /// Tune the parameters of the engine's search by self-play (SPSA)
    #[command(
        after_help = "Exit codes: 0 all trials were played, 1 stopped or failed, 2 wrong usage."
    )]
    Tune(tune::TuneArgs),
    /// Make a book of openings with our own engine
    #[command(after_help = "Exit codes: 0 written, 1 stopped or failed, 2 wrong usage.")]
    Book(book::BookArgs),
    /// Print the completions of a shell
    #[command(after_help = "Exit codes: 0 printed, 2 wrong usage.")]
    Completions(generate::CompletionsArgs),
    /// Write the man pages of all commands into a folder
    #[command(after_help = "Exit codes: 0 written, 1 failed, 2 wrong usage.")]
    Man(generate::ManArgs),
}

/// Runs the command.
pub fn run(args: Args) -> anyhow::Result<Status> {
    match args.command {
        None => serve::run(&serve::ServeArgs::opening()),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Table(args)) => table::run(&args),
        Some(Command::Tour) => tour::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Fen(args)) => fen::run(&args),
        Some(Command::Law(args)) => law::run(&args),
        Some(Command::Mate(args)) => mate::run(&args),
        Some(Command::Play(args)) => terminal::run(&args).map(|()| Status::Fine),
        Some(Command::Match(args)) => tournament::run(tournament::Kind::Match, &args),
        Some(Command::Sprt(args)) => tournament::run(tournament::Kind::Sprt, &args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Completions(args)) => generate::completions(&args),
        Some(Command::Man(args)) => generate::man(&args),
        Some(Command::Pgn(args)) => pgn::run(&args),
        Some(Command::Referee(args)) => referee::run(&args),
        Some(Command::Uci(args)) => uci::run(&args),
        Some(Command::Duplicate(args)) => duplicate::run(&args),
    }
}
