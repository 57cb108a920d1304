//! `fourfold book`: generates opening books with our own engine.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use arena::book::{self, Recipe};
use arena::threads::Threads;
use clap::ValueEnum;

use crate::exit::Status;
use crate::output::{ProgressLine, plain_error, stop_on_ctrl_c};

/// Arguments of `fourfold book`.
#[derive(Debug, clap::Args)]
pub struct BookArgs {
    /// Which positions to keep
    pub balance: Balance,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 3000)]
    pub count: usize,
    /// Number of random moves that lead to each position
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub plies: u32,
    /// Nodes the engine searches to evaluate a position
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub nodes: u64,
    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads; the book does not depend on it [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
    /// Where to write the book [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Which positions a book contains.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Balance {
    /// Neither side is better by more than 80 centipawns
    Balanced,
    /// One side is better by 60 to 130 centipawns, so that fewer games are drawn
    Unbalanced,
}

/// Generates a book and writes it when it is complete.
pub fn run(args: &BookArgs) -> anyhow::Result<Status> {
    let recipe = Recipe {
        balance: match args.balance {
            Balance::Balanced => book::Balance::Balanced,
            Balance::Unbalanced => book::Balance::Unbalanced,
        },
        plies: args.plies,
        nodes: args.nodes,
        seed: args.seed,
    };
    let threads = args.threads.unwrap_or_else(Threads::cores).get();
    let stop = stop_on_ctrl_c()?;
    let mut line = ProgressLine::new(true);
    let made = recipe.make(args.count, threads, &stop, &mut |made| {
        line.show(|| format!("{made} of {} positions", args.count));
    });
    line.clear();
    let Some(lines) = made? else {
        writeln!(plain_error(), "stopped; nothing was written")?;
        return Ok(Status::Interrupted);
    };
    let mut text = String::new();
    for line in lines {
        writeln!(text, "{line}")?;
    }
    match &args.out {
        Some(path) => whole_file::write(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(Status::Fine)
}
