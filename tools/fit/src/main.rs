//! Learns the weights of `rival`'s evaluation from self-play games.
//!
//! A logistic regression: the weighted sum of the features predicts the result of a seat. The first
//! generation of games uses handwritten weights, each later one the weights learned from the one
//! before. The same arguments give the same weights, with any number of threads.

mod regression;
mod samples;
mod source;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{bail, ensure};
use clap::Parser;
use rival::WeightSet;

/// Learn the weights of rival's evaluation from its own games
#[derive(Debug, Parser)]
struct Args {
    /// Number of generations: games are played and learned from in each
    #[arg(long, value_name = "N", default_value_t = 4)]
    generations: u64,
    /// Number of games in each generation
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    games: u64,
    /// Number of positions searched for a move
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// The same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of games played at once
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: u64,
    /// The file to write, such as crates/rival/src/weights.rs [default: standard output]
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
    let mut weight_set = WeightSet::ByHand;
    let mut weights = None;
    for generation in 0..args.generations {
        let seed = args.seed + generation;
        let samples = samples::play(args.games, args.nodes, seed, args.threads, weight_set);
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
        // There are only a few generations, of a few hundred bytes each.
        weight_set = WeightSet::Given(Box::leak(Box::new(learned)));
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
