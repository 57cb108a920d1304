//! Arguments of `fourfold book`.

use std::path::PathBuf;

use clap::ValueEnum;

/// Arguments of `fourfold book`.
#[derive(Debug, clap::Args)]
pub struct BookArgs {
    /// Which positions are kept
    pub balance: Balance,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 3000)]
    pub count: usize,
    /// How many random moves lead to each
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub plies: u32,
    /// How many nodes the engine looks at before it judges
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub nodes: u64,
    /// What decides the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many threads judge; the book does not depend on it [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Where to write the book [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Which positions a book is made of.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Balance {
    /// Neither side is better by more than 80 centipawns
    Balanced,
    /// One side is better by 60 to 130 centipawns, so that fewer games are drawn
    Unbalanced,
}
