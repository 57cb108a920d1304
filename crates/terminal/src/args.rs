//! The command line of `fourfold play` as it was typed.

use std::path::PathBuf;

use clap::ValueEnum;
use clock::{ParseTimeControlError, TimeControl, Unit};
use game::Profile;

use crate::{Sides, Style};

/// Arguments of `fourfold play`.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// A saved game or a PGN file to continue
    #[arg(value_name = "FILE", conflicts_with = "fen")]
    pub file: Option<PathBuf>,
    /// The position to start from [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN)
    #[arg(long)]
    pub chess960: bool,
    /// fide: players claim draws; engine: the third occurrence and fifty moves end the game
    #[arg(long, value_name = "PROFILE", default_value = "fide")]
    pub rules: Profile,
    /// Play with clocks: minutes for each side and seconds for each move, such as 5+3 (increment) or
    /// 5d3 (delay)
    #[arg(long, value_name = "MINUTES+SECONDS", value_parser = time_control)]
    pub time: Option<TimeControl>,
    /// Play against the engine: the side it takes
    #[arg(long, value_name = "SIDE")]
    pub engine: Option<Sides>,
    /// Strength of the engine, from 1 (beginner) to 10 [default: full strength]
    #[arg(long, value_name = "1-10", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: Option<u8>,
    /// Time the engine thinks about a move, in milliseconds; with clocks it manages its own time
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 1000,
        conflicts_with = "level"
    )]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub movetime: u64,
    /// The engine plays lost games to the end
    #[arg(long)]
    pub no_resign: bool,
    /// Board style [default: what the terminal can show]
    #[arg(long, value_name = "STYLE")]
    pub board: Option<Style>,
    /// When to use colors; NO_COLOR turns them off too
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Colors,
    /// Use lines of text even on a terminal, for example with a screen reader
    #[arg(long)]
    pub lines: bool,
    /// Repeat the input before each answer, for a transcript
    #[arg(long, conflicts_with = "json")]
    pub echo: bool,
    /// Write an event stream of JSON lines
    #[arg(long)]
    pub json: bool,
}

fn time_control(text: &str) -> Result<TimeControl, ParseTimeControlError> {
    TimeControl::parse(text, Unit::Minutes)
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colors {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
