//! `datagen`: generates training games and plays matches between evaluations.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};
use arena::stats::{Elo, PairCounts};
use clap::{Args, Parser, Subcommand};
use datagen::branch::Trunks;
use datagen::calibrate::{ByPieces, Calibration};
use datagen::gate::{self, Contestant, Match};
use datagen::generate::{self, Event, Goal, Origin, Plan, Tally};
use datagen::store::{Reader, Tail};
use datagen::teacher::Teacher;
use engine::Params;

/// Generates training games and plays matches between evaluations.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games of self-play and appends them to a file; resumes an existing file.
    Generate(Generate),
    /// Fits what scores are worth to the results of stored games and prints it as JSON.
    Calibrate(Calibrate),
    /// Plays a match between two evaluations or two sets of search parameters at equal nodes and
    /// prints the result as JSON.
    Match(MatchArguments),
}

#[derive(Args)]
struct Generate {
    /// The output file; games are appended until it is complete.
    #[arg(long)]
    out: PathBuf,
    /// The evaluation: `material`, `small` or a network file.
    #[arg(long, default_value = "material")]
    net: String,
    /// Number of training positions in the complete file.
    #[arg(long, default_value_t = 1_000_000, conflicts_with = "games")]
    positions: u64,
    /// Number of games in the complete file, instead of positions.
    #[arg(long)]
    games: Option<u64>,
    /// Nodes after which a search starts no further iteration.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Seed of all games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many of 100 games begin with a Chess960 start.
    #[arg(long, default_value_t = 0, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(..=100))]
    chess960: u8,
    /// Instead of playing games, searches positions one sound random move beside the games of this
    /// file.
    #[arg(long, value_name = "FILE", conflicts_with = "chess960")]
    beside: Option<PathBuf>,
    /// Concurrent games; all cores by default.
    #[arg(long)]
    threads: Option<usize>,
}

#[derive(Args)]
struct Calibrate {
    /// Files of games, each fitted by itself and then all together.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Also fits all files by the number of pieces on the board.
    #[arg(long)]
    by_pieces: bool,
}

#[derive(Args)]
struct MatchArguments {
    /// The evaluation whose points are counted: `material`, `small` or a network file.
    #[arg(long)]
    net: String,
    /// Its opponent.
    #[arg(long, default_value = "material")]
    against: String,
    /// A search parameter of the first side; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, i32)>,
    /// A search parameter of its opponent; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    against_set: Vec<(String, i32)>,
    /// Number of games; each opening is used twice.
    #[arg(long, default_value_t = 300)]
    games: u64,
    /// Nodes after which a search starts no further iteration.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many of 100 openings begin with a Chess960 start.
    #[arg(long, default_value_t = 0, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(..=100))]
    chess960: u8,
    /// Concurrent games; all cores by default.
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Generate(arguments) => run_generate(&arguments),
        Command::Calibrate(arguments) => run_calibrate(&arguments),
        Command::Match(arguments) => run_match(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run_generate(arguments: &Generate) -> Result<()> {
    let plan = Plan {
        teacher: Teacher::new(&arguments.net)?,
        nodes: arguments.nodes,
        seed: arguments.seed,
        origin: match &arguments.beside {
            Some(path) => Origin::Branches(Trunks::read(path)?),
            None => Origin::Openings {
                chess960: arguments.chess960,
            },
        },
        goal: match arguments.games {
            Some(games) => Goal::Games(games),
            None => Goal::Positions(arguments.positions),
        },
        threads: arguments.threads.unwrap_or_else(all_cores),
        out: arguments.out.clone(),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        eprintln!("finishing the games in progress");
        raised.store(true, Ordering::Relaxed);
    })
    .context("cannot listen for Ctrl-C")?;
    let tally = generate::generate(&plan, &stop, &mut tell)?;
    let Tally {
        games,
        plies,
        positions,
    } = tally;
    ensure!(
        tally.reaches(plan.goal),
        "stopped after {games} games with {positions} positions: run the same command to resume"
    );
    println!("{{\"games\":{games},\"plies\":{plies},\"positions\":{positions}}}");
    Ok(())
}

fn tell(event: Event) {
    match event {
        Event::Found(tally) => eprintln!(
            "found {} games with {} positions",
            tally.games, tally.positions
        ),
        Event::Cut(Tail::Clean) => {}
        Event::Cut(Tail::Bad {
            game,
            at,
            bytes,
            error,
        }) => {
            eprintln!("removed {bytes} bytes at offset {at}, where game {game} should be: {error}")
        }
        Event::Progress { all, made, took } => {
            let rate = made.positions as f64 / took.as_secs_f64().max(1e-9);
            eprintln!(
                "{:>7} games  {:>9} positions  {rate:>6.0} positions/s",
                all.games, all.positions
            );
        }
    }
}

fn run_calibrate(arguments: &Calibrate) -> Result<()> {
    let mut all = ByPieces::default();
    for path in &arguments.files {
        let mut results = ByPieces::default();
        for game in Reader::open(path)? {
            results.add_game(&game);
        }
        all.merge(&results);
        ensure!(
            results.total().positions() > 0,
            "{}: no training positions, so there is nothing to fit",
            path.display()
        );
        print_calibration(&path.display().to_string(), &results);
    }
    if arguments.files.len() > 1 {
        print_calibration("all", &all);
    }
    if arguments.by_pieces {
        print_groups(&all);
    }
    Ok(())
}

/// Prints a fit for each group of pieces.
fn print_groups(results: &ByPieces) {
    for group in results.groups() {
        let Calibration { even, spread, .. } = group.calibration;
        println!(
            "{{\"pieces\":\"{}-{}\",\"positions\":{},\"even\":{even:.1},\"spread\":{spread:.1}}}",
            group.pieces.start(),
            group.pieces.end(),
            group.positions,
        );
    }
}

fn print_calibration(name: &str, results: &ByPieces) {
    let results = results.total();
    let Calibration {
        scale,
        even,
        spread,
    } = results.fit();
    println!(
        "{{\"file\":{name:?},\"positions\":{},\"scale\":{scale:.1},\"even\":{even:.1},\"spread\":{spread:.1}}}",
        results.positions(),
    );
}

fn run_match(arguments: &MatchArguments) -> Result<()> {
    let plan = Match {
        first: contestant(&arguments.net, &arguments.set)?,
        second: contestant(&arguments.against, &arguments.against_set)?,
        pairs: arguments.games.div_ceil(2),
        nodes: arguments.nodes,
        seed: arguments.seed,
        chess960: arguments.chess960,
        threads: arguments.threads.unwrap_or_else(all_cores),
    };
    let counts = gate::play(&plan, &|counts: &PairCounts| {
        if counts.pairs().is_multiple_of(25) {
            eprintln!("{}", describe(counts));
        }
    })?;
    eprintln!("{}", describe(&counts));
    let elo = Elo::of_pairs(&counts);
    // JSON has no infinity: a match in which every game was won has no Elo.
    let number = |value: f64| {
        if value.is_finite() {
            format!("{value:.1}")
        } else {
            "null".to_owned()
        }
    };
    println!(
        "{{\"games\":{},\"pairs\":{:?},\"score\":{:.4},\"elo\":{},\"error\":{},\"superiority\":{:.4}}}",
        2 * counts.pairs(),
        counts.0,
        counts.score(),
        number(elo.logistic.value),
        number(elo.logistic.error),
        elo.likelihood_of_superiority,
    );
    Ok(())
}

fn contestant(net: &str, set: &[(String, i32)]) -> Result<Contestant> {
    let mut params = Params::default();
    for (name, value) in set {
        params.set(name, *value)?;
    }
    Ok(Contestant {
        teacher: Teacher::new(net)?,
        params,
    })
}

fn assignment(text: &str) -> Result<(String, i32), String> {
    let parsed = text
        .split_once('=')
        .and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    parsed.ok_or_else(|| "expected NAME=VALUE with a whole number".to_owned())
}

fn describe(counts: &PairCounts) -> String {
    let elo = Elo::of_pairs(counts);
    format!(
        "{:>5} games  {:>5.1} %  pairs {:?}  Elo {:+.0} ± {:.0}",
        2 * counts.pairs(),
        100.0 * counts.score(),
        counts.0,
        elo.logistic.value,
        elo.logistic.error,
    )
}

fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
