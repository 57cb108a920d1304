//! The command line of `fourfold duplicate`.

use std::path::PathBuf;

use clap::Subcommand;

use super::JsonArgs;

/// Arguments of `fourfold duplicate`.
#[derive(Debug, clap::Args)]
pub struct DuplicateArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: DuplicateCommand,
}

/// What to do with duplicate chess.
#[derive(Debug, Subcommand)]
pub enum DuplicateCommand {
    /// Count the sequences of synchronized moves
    Perft(PerftArgs),
    /// Check a saved game and show where it leads
    Replay(ReplayArgs),
    /// Say what a move would do on each board, or which board forbids it and why
    Why(WhyArgs),
    /// Play with four people at one terminal; `why e2e4` explains what may not be played
    Play(PlayArgs),
    /// Play random legal games
    Random(RandomArgs),
}

/// Arguments of `fourfold duplicate perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// Length of the sequences, in turns
    #[arg(required_unless_present = "json")]
    pub depth: Option<u32>,
    /// Moves from the start to count from, as in "e2e4 d2d4"
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    /// Show the count below each first move
    #[arg(long)]
    pub divide: bool,
    /// How many threads count [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Arguments of `fourfold duplicate replay`.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// A saved game in any form, JSON, line or link; - is standard input
    #[arg(
        value_name = "FILE",
        required_unless_present = "json",
        conflicts_with = "json"
    )]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub rulings: RulingsArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Arguments of `fourfold duplicate why`.
#[derive(Debug, clap::Args)]
pub struct WhyArgs {
    /// The move, such as e2e4 or e7e8q
    #[arg(value_name = "MOVE", required_unless_present = "json")]
    pub m: Option<String>,
    /// Moves from the start that lead to the table, as in "e2e4 d2d4"
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Arguments of `fourfold duplicate play`.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// A saved game to go on with
    #[arg(value_name = "FILE", conflicts_with = "json")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub rulings: RulingsArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Arguments of `fourfold duplicate random`.
#[derive(Debug, clap::Args)]
pub struct RandomArgs {
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub games: u64,
    /// Turns after which a game is broken off
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub plies: usize,
    #[command(flatten)]
    pub rulings: RulingsArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Rulings that are not the document's.
#[derive(Debug, clap::Args)]
pub struct RulingsArgs {
    /// A provisional ruling to read otherwise, such as stalemate=pass, winners=last,
    /// halfRound=together, repetition=reachable or quietTurns=100; may be given several times
    #[arg(long = "ruling", value_name = "NAME=READING")]
    pub rulings: Vec<String>,
}
