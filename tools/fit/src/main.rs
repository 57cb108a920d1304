//! Learns the weights of `rival`'s evaluation from games that it plays against itself.
//!
//! A logistic regression: the weighted sum of the counts is to predict what a seat gets. The first
//! generation of games is played with weights set by hand, each later one with the weights learned
//! from the one before. The same arguments give the same weights, with any number of threads.

#![forbid(unsafe_code)]

mod regression;
mod samples;
mod source;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{bail, ensure};
use clap::Parser;
use rival::Taste;

/// Learn the weights of rival's evaluation from its own games
#[derive(Debug, Parser)]
struct Args {
    /// How often games are played and learned from
    #[arg(long, value_name = "N", default_value_t = 4)]
    generations: u64,
    /// How many games each generation plays
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    games: u64,
    /// How many positions a player looks at for a move
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// The same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: u64,
    /// The file to write, such as crates/rival/src/weights.rs; printed without it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    ensure!(
        args.games > 0 && args.nodes > 0 && args.threads > 0,
        "expected numbers above 0"
    );
    let began = Instant::now();
    let mut taste = Taste::ByHand;
    let mut weights = None;
    for generation in 0..args.generations {
        let seed = args.seed + generation;
        let samples = samples::play(args.games, args.nodes, seed, args.threads, taste);
        let fit = regression::fit(&samples);
        eprintln!(
            "generation {}: {} samples, loss {:.6} ({:.6} with all weights at zero), {:.0} s",
            generation + 1,
            samples.len(),
            fit.loss,
            fit.loss_of_nothing,
            began.elapsed().as_secs_f64()
        );
        let learned = source::round(&fit.weights);
        // A handful of generations, each of a few hundred bytes.
        taste = Taste::Given(Box::leak(Box::new(learned)));
        weights = Some(learned);
    }
    let Some(weights) = weights else {
        bail!("expected at least one generation");
    };
    let command = format!(
        "--generations {} --games {} --nodes {} --seed {}",
        args.generations, args.games, args.nodes, args.seed
    );
    let text = source::write(&weights, &command);
    match &args.out {
        Some(path) => whole_file::write(path, text.as_bytes())?,
        None => print!("{text}"),
    }
    Ok(())
}
