//! The command line as it was typed.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use game::Profile;

use crate::cmd::play::{Style, TimeControl};

/// Chess for people who play, judge, test and invent it.
#[derive(Debug, Parser)]
#[command(name = "fourfold", version, about, max_term_width = 100)]
pub struct Args {
    /// What to do; without a command, a tour of them.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show what Fourfold can do, with real output
    Tour,
    /// Count the move sequences of a position, the standard test of a move generator
    Perft(PerftArgs),
    /// Check FENs, name everything that is wrong, and print them in canonical form
    Fen(FenArgs),
    /// Show what the draw law says along a line of play: counts, rights to claim, endings
    Law(LawArgs),
    /// Play a game in the terminal
    Play(PlayArgs),
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

/// Arguments of `fourfold play`.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// A saved game or a PGN file to go on with
    #[arg(value_name = "FILE", conflicts_with = "fen")]
    pub file: Option<PathBuf>,
    /// The position to start from [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN)
    #[arg(long)]
    pub chess960: bool,
    /// fide: draws are claimed; engine: the third occurrence and fifty moves end the game
    #[arg(long, value_name = "PROFILE", default_value = "fide")]
    pub rules: Profile,
    /// Play with clocks: minutes for each side and seconds for each move, such as 5+3
    #[arg(long, value_name = "MINUTES+SECONDS")]
    pub time: Option<TimeControl>,
    /// How the board is drawn [default: what the terminal can show]
    #[arg(long, value_name = "STYLE")]
    pub board: Option<Style>,
    /// When to use colors; NO_COLOR turns them off too
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Colors,
    /// Write what was typed again before its answer, for a transcript
    #[arg(long, conflicts_with = "json")]
    pub echo: bool,
    /// Write an event stream of JSON lines
    #[arg(long)]
    pub json: bool,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colors {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
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
