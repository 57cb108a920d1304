//! The command line as it was typed.

pub mod book;
pub mod duplicate;
pub mod mate;
pub mod referee;
pub mod serve;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Chess for people who play, judge, test and invent it.
#[derive(Debug, Parser)]
#[command(name = "fourfold", version, about, max_term_width = 100)]
pub struct Args {
    /// What to do; without a command, the app opens in the browser.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the app to the browsers of this machine (without a command: serve --open)
    Serve(serve::ServeArgs),
    /// Show what the other commands can do, with real output
    Tour,
    /// Count the move sequences of a position, the standard test of a move generator
    Perft(PerftArgs),
    /// Check FENs, name everything that is wrong, and print them in canonical form
    Fen(FenArgs),
    /// Show what the draw law says along a line of play: counts, rights to claim, endings
    Law(LawArgs),
    /// Say whether each side can still mate by any series of legal moves, with a line or a proof
    Mate(mate::MateArgs),
    /// Play a game in the terminal
    Play(terminal::PlayArgs),
    /// Read PGN files, check every move, say what is wrong where, and rewrite them
    Pgn(PgnArgs),
    /// Audit PGN databases: claimable draws, play after the end, results that the Laws contradict
    Referee(referee::RefereeArgs),
    /// Speak UCI with a user interface or a match runner
    Uci(UciArgs),
    /// Play, check and explain duplicate chess, the game on four coupled boards
    Duplicate(duplicate::DuplicateArgs),
    /// Play engines against each other: matches, round robins, gauntlets
    #[command(disable_help_flag = true)]
    Match(TournamentArgs),
    /// Play two engines against each other until a sequential test has decided
    #[command(disable_help_flag = true)]
    Sprt(TournamentArgs),
    /// Make a book of openings with our own engine
    Book(book::BookArgs),
}

/// Arguments of `fourfold perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// Length of the sequences, in moves of either side
    #[arg(required_unless_present = "json")]
    pub depth: Option<u32>,
    /// The position to count from [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN) and write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
    /// Show the count below each first move
    #[arg(long)]
    pub divide: bool,
    /// How many threads count [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Arguments of `fourfold fen`.
#[derive(Debug, clap::Args)]
pub struct FenArgs {
    /// The FENs, each in quotes; without any, one is read from each line of standard input
    #[arg(value_name = "FEN", conflicts_with = "json")]
    pub fens: Vec<String>,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN)
    #[arg(long)]
    pub chess960: bool,
    /// Repair what has one obvious meaning, and say so
    #[arg(long)]
    pub lenient: bool,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Arguments of `fourfold law`.
#[derive(Debug, clap::Args)]
pub struct LawArgs {
    /// The moves, in SAN or UCI
    #[arg(value_name = "MOVE", conflicts_with = "json")]
    pub moves: Vec<String>,
    /// The position to start from [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN) and write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Arguments of `fourfold pgn`.
#[derive(Debug, clap::Args)]
pub struct PgnArgs {
    /// The files to read; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Refuse malformed text even where it has one obvious meaning, and leave refused games out of
    /// what is written
    #[arg(long)]
    pub strict: bool,
    /// Print one JSON object for each game
    #[arg(long)]
    pub json: bool,
    /// Write the games to this file in export format; - is standard output. A game that is refused
    /// is written up to its error and says so
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Show every warning, not only the first of each kind
    #[arg(long, conflicts_with = "json")]
    pub all: bool,
    /// How deep variations may be nested [default: 256]
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
}

/// Arguments of `fourfold uci`.
#[derive(Debug, clap::Args)]
pub struct UciArgs {
    /// At the end of the input, wait for the search instead of stopping it
    #[arg(long)]
    pub wait: bool,
}

/// Arguments of `fourfold match` and `fourfold sprt`, in the spelling of other match runners.
#[derive(Debug, clap::Args)]
pub struct TournamentArgs {
    /// Flags such as -engine cmd=PROGRAM; -help lists them
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FLAGS"
    )]
    pub words: Vec<String>,
}

/// Arguments of every command that is also a filter of JSON lines.
#[derive(Debug, clap::Args)]
pub struct JsonArgs {
    /// Answer one JSON request per line of standard input, or of the files given with --input
    #[arg(long)]
    pub json: bool,
    /// A file of JSON requests, one per line; may be given several times
    #[arg(long, value_name = "FILE", requires = "json")]
    pub input: Vec<PathBuf>,
}
