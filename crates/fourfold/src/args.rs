//! The command line as it was typed.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// What a browser keeps for us belongs to an address with its port, so the port is always the same
/// unless another one is asked for.
const PORT: u16 = 4004;

const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

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
    Serve(ServeArgs),
    /// Show what the other commands can do, with real output
    Tour,
    /// Count the move sequences of a position, the standard test of a move generator
    Perft(PerftArgs),
    /// Check FENs, name everything that is wrong, and print them in canonical form
    Fen(FenArgs),
}

/// Arguments of `fourfold serve`.
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// The port to listen on, 0 for any that is free; unfinished games are kept for each port apart
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub port: u16,
    /// The address to listen on; any but the default lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = LOCALHOST)]
    pub bind: IpAddr,
    /// Open the app in the browser
    #[arg(long)]
    pub open: bool,
}

impl ServeArgs {
    /// What `fourfold` without a command means.
    pub fn opening() -> ServeArgs {
        ServeArgs {
            port: PORT,
            bind: LOCALHOST,
            open: true,
        }
    }
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
