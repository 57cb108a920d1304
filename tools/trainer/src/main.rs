//! `trainer`: trains a network from files of games, and measures training speed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use chess::Position;
use clap::{Args, Parser, Subcommand};
use nnue::Network;
use repeatable::Random;
use trainer::lessons::Lessons;
use trainer::parameters::Parameters;
use trainer::sample::{Sample, Target};
use trainer::training::{Learner, Progress, Recipe, train};
use trainer::{curve, quantize};

/// Trains a network from games.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Trains a network and writes it, with its loss curve next to it.
    Train(Train),
    /// Measures training speed in positions per second.
    Bench(Bench),
}

#[derive(Args)]
struct Train {
    /// Files of games.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Output file of the network; the loss curve is written next to it as .txt and .svg.
    #[arg(long)]
    out: PathBuf,
    /// Number of passes over the positions.
    #[arg(long, default_value_t = 20)]
    passes: u32,
    /// Batch size.
    #[arg(long, default_value_t = Recipe::default().batch)]
    batch: usize,
    /// Initial learning rate.
    #[arg(long, default_value_t = Recipe::default().rate)]
    rate: f32,
    /// Weight of the game result in the training target; the rest is the search score.
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    lambda: f32,
    /// Averages each score with those later in the game; each counts this many times the one before.
    #[arg(long, default_value_t = 0.0, value_parser = foresight)]
    foresight: f32,
    /// Centipawns at which a score is worth 0.73 points in the training target.
    #[arg(long, default_value_t = Target::default().scale, value_parser = positive)]
    scale: f32,
    /// Averages the weights after each of this many last passes.
    #[arg(long, default_value_t = 1, value_name = "PASSES", value_parser = clap::value_parser!(u32).range(1..))]
    average: u32,
    /// A network to start from; random weights by default.
    #[arg(long)]
    start: Option<PathBuf>,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all cores by default.
    #[arg(long)]
    threads: Option<usize>,
}

#[derive(Args)]
struct Bench {
    /// Seconds to measure.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Threads; all cores by default.
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Train(arguments) => run_train(&arguments),
        Command::Bench(arguments) => {
            run_bench(&arguments);
            Ok(())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

fn foresight(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(weight) if (0.0..1.0).contains(&weight) => Ok(weight),
        _ => Err("expected a number from 0 to less than 1".to_owned()),
    }
}

fn positive(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        _ => Err("expected a number above 0".to_owned()),
    }
}

fn run_train(arguments: &Train) -> Result<()> {
    let started = Instant::now();
    let start = start_weights(arguments)?;
    let mut complain = |complaint: String| eprintln!("note: {complaint}");
    let lessons = Lessons::read(
        &arguments.data,
        arguments.seed,
        arguments.foresight,
        &mut complain,
    )?;
    let (learned, aside) = (lessons.training.len(), lessons.validation.len());
    eprintln!(
        "{} games: {learned} training positions, {aside} validation positions",
        lessons.games
    );
    let recipe = Recipe {
        passes: arguments.passes,
        batch: arguments.batch,
        rate: arguments.rate,
        averaged: arguments.average,
        target: Target {
            lambda: arguments.lambda,
            scale: arguments.scale,
        },
        seed: arguments.seed,
        threads: arguments.threads.unwrap_or_else(all_cores),
    };
    let mut passes: Vec<Progress> = Vec::new();
    let parameters = train(&recipe, start, &lessons, &mut |progress| {
        eprintln!("{}", curve::line(progress));
        passes.push(*progress);
    });
    write(
        &arguments.out.with_extension("txt"),
        curve::to_text(&passes).as_bytes(),
    )?;
    write(
        &arguments.out.with_extension("svg"),
        curve::to_svg(&passes).as_bytes(),
    )?;
    let network = quantize::quantize(&parameters);
    let difference = quantize::prove(&network, &parameters, &lessons.witnesses)
        .context("the network was not written")?;
    let mut file = Vec::new();
    network.write_to(&mut file)?;
    write(&arguments.out, &file)?;
    let last = passes
        .last()
        .map_or((0.0, 0.0), |p| (p.training_loss, p.validation_loss));
    println!(
        "{{\"games\":{},\"positions\":{learned},\"validation_positions\":{aside},\"passes\":{},\
         \"lambda\":{},\"training_loss\":{:.6},\"validation_loss\":{:.6},\
         \"largest_difference\":{difference:.2},\"seconds\":{:.0}}}",
        lessons.games,
        recipe.passes,
        recipe.target.lambda,
        last.0,
        last.1,
        started.elapsed().as_secs_f64(),
    );
    Ok(())
}

fn start_weights(arguments: &Train) -> Result<Parameters> {
    let Some(path) = &arguments.start else {
        return Ok(Parameters::random(arguments.seed));
    };
    let context = || format!("cannot start from the network {}", path.display());
    let bytes = fs::read(path).with_context(context)?;
    let network = Network::read(&bytes).with_context(context)?;
    Ok(quantize::restore(&network))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    whole_file::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn run_bench(arguments: &Bench) {
    let threads = arguments.threads.unwrap_or_else(all_cores);
    let recipe = Recipe {
        threads,
        ..Recipe::default()
    };
    let samples = random_samples(8 * recipe.batch);
    let pieces: u32 = samples.iter().map(Sample::pieces).sum();
    let order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut learner = Learner::new(&recipe, Parameters::random(recipe.seed));
    let (mut learned, started) = (0, Instant::now());
    while started.elapsed().as_secs() < arguments.seconds {
        for batch in order.chunks(recipe.batch) {
            learner.learn(&samples, batch, recipe.rate);
            learned += batch.len();
        }
    }
    println!(
        "{:.0} positions/s with {threads} threads, {} neurons and {:.1} pieces per position",
        learned as f64 / started.elapsed().as_secs_f64(),
        nnue::arch::HIDDEN,
        f64::from(pieces) / samples.len() as f64,
    );
}

/// Positions of random games.
fn random_samples(count: usize) -> Vec<Sample> {
    let mut random = Random::new(1);
    let mut samples = Vec::with_capacity(count);
    while samples.len() < count {
        let mut position = Position::start();
        for ply in 0..160 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[random.below(moves.len())]);
            if ply >= 16 {
                let score = random.below(800) as i16 - 400;
                samples.push(Sample::new(&position, score, random.below(3) as u8));
            }
        }
    }
    samples.truncate(count);
    samples
}

fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
