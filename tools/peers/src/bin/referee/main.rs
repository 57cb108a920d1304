//! Measures the referee's proofs: whether they are right, how many questions stay open, and what
//! one costs.
//!
//! There are two sets of questions: positions whose answers were proven elsewhere, and the final
//! positions of generated games, both of the engine against itself and random, interrupted as by
//! flag falls and resignations. One thread; CPU time if the system reports it.

#![forbid(unsafe_code)]

mod positions;
mod vectors;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chess::{Color, Position};
use game::Judge;
use peers::Stopwatch;
use referee::{Budget, Prover, Referee, Verdict};

use positions::{Plan, generate};

const USAGE: &str = "usage: referee [--positions N] [--self-play N] [--slowest N]

  --positions N   how many final positions (default 100000)
  --self-play N   how many of them come from the engine against itself (default 4000)
  --slowest N     show the questions that cost most (default 0)";

/// The number of quick questions needed to measure the cost of one.
const QUICK_QUESTIONS: usize = 100_000;

/// The number of warm-up questions.
const WARM_UP: usize = 1000;

struct Options {
    plan: Plan,
    slowest: usize,
}

/// The results of a set of questions.
#[derive(Default)]
struct Score {
    questions: usize,
    yes: usize,
    no: usize,
    unknown: usize,
    wrong: usize,
    quick_no: usize,
    quick: Duration,
    full: Duration,
    worst: Duration,
    /// The questions with their costs, the most expensive last.
    costs: Vec<(Duration, String)>,
}

fn main() -> ExitCode {
    peers::run(USAGE, parse, measure)
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options> {
    let mut options = Options {
        plan: Plan {
            positions: 100_000,
            self_play: 4_000,
        },
        slowest: 0,
    };
    while let Some(argument) = arguments.next() {
        let value = arguments
            .next()
            .with_context(|| format!("{argument} needs a value"))?;
        let number = value.parse().ok();
        let number = number.with_context(|| format!("expected a number, found {value:?}"))?;
        match argument.as_str() {
            "--positions" => options.plan.positions = number,
            "--self-play" => options.plan.self_play = number,
            "--slowest" => options.slowest = number,
            _ => bail!("unexpected argument {argument:?}"),
        }
    }
    Ok(options)
}

/// Asks all questions and prints the results; fails if any answer is wrong.
fn measure(options: &Options) -> Result<ExitCode> {
    let known = vectors::questions()?;
    let proven = known.iter().map(|known| (known.position, known.side));
    let mut of_vectors = ask(&proven.collect::<Vec<_>>());
    of_vectors.wrong += vectors::contradictions(&known);
    let positions = generate(&options.plan)?;
    let both = positions
        .iter()
        .flat_map(|&position| Color::ALL.map(|side| (position, side)));
    let mut of_games = ask(&both.collect::<Vec<_>>());
    show([&of_vectors, &of_games, &of_vectors.with(&of_games)]);
    let locked = known.iter().map(|known| known.position);
    let worst = slowest_judgment(&locked.collect::<Vec<_>>());
    let worst = worst.max(slowest_judgment(&positions)).as_secs_f64() * 1e6;
    println!("a game's judge after a move, worst of both sets, best of 3 each: {worst:.0} us");
    println!(
        "\nCHA, as published by its author (another machine, time forfeits of 30 million games):\n\
         quick mode, mean, us 4.46; full mode, mean, us 336, worst 315000; 20 of 3,606 cases open"
    );
    for score in [&mut of_vectors, &mut of_games] {
        score.costs.sort();
        for (cost, question) in score.costs.iter().rev().take(options.slowest) {
            println!("{:>9.0} us  {question}", cost.as_secs_f64() * 1e6);
        }
    }
    Ok(match of_vectors.wrong + of_games.wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

impl Score {
    /// Both sets combined.
    fn with(&self, other: &Score) -> Score {
        Score {
            questions: self.questions + other.questions,
            yes: self.yes + other.yes,
            no: self.no + other.no,
            unknown: self.unknown + other.unknown,
            wrong: self.wrong + other.wrong,
            quick_no: self.quick_no + other.quick_no,
            quick: self.quick + other.quick,
            full: self.full + other.full,
            worst: self.worst.max(other.worst),
            costs: Vec::new(),
        }
    }
}

/// Prints a table: the vectors, the final positions, and both together.
fn show(scores: [&Score; 3]) {
    let [vectors, games, both] = ["vectors", "final positions", "together"];
    println!("{:<34}{vectors:>12}{games:>18}{both:>12}", "");
    row("questions", scores, |score| score.questions.to_string());
    row("wrong", scores, |score| score.wrong.to_string());
    row("can mate, line replayed", scores, |score| {
        score.yes.to_string()
    });
    row("cannot mate, proven", scores, |score| score.no.to_string());
    row("... of these by the quick look", scores, |score| {
        score.quick_no.to_string()
    });
    row("unknown, full mode, %", scores, |score| {
        format!(
            "{:.3}",
            100.0 * score.unknown as f64 / score.questions as f64
        )
    });
    row("quick mode, mean, us", scores, |score| {
        per_question(score.quick, score)
    });
    row("full mode, mean, us", scores, |score| {
        per_question(score.full, score)
    });
    row("full mode, worst, us", scores, |score| {
        format!("{:.0}", score.worst.as_secs_f64() * 1e6)
    });
}

fn row(name: &str, scores: [&Score; 3], cell: impl Fn(&Score) -> String) {
    let [vectors, games, both] = scores.map(cell);
    println!("{name:<34}{vectors:>12}{games:>18}{both:>12}");
}

fn per_question(time: Duration, score: &Score) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e6 / score.questions as f64)
}

/// The longest time that a game waits for its judge after a move. Interruptions by the system would
/// count too, so each position is judged several times and the best time counts.
fn slowest_judgment(positions: &[Position]) -> Duration {
    let judge = Referee::default();
    let time = |position: &Position| {
        let times = (0..3).map(|_| {
            let begun = std::time::Instant::now();
            judge.is_dead(position);
            begun.elapsed()
        });
        times.min()
    };
    positions.iter().filter_map(time).max().unwrap_or_default()
}

/// Asks each question in quick mode and in full mode, and compares the answers.
fn ask(questions: &[(Position, Color)]) -> Score {
    let mut score = Score {
        questions: questions.len(),
        ..Score::default()
    };
    let mut prover = Prover::new();
    // The setup cost shared by all questions is not part of the cost of one.
    for (position, side) in questions.iter().take(WARM_UP) {
        prover.can_mate(position, *side, Budget::positions(100));
    }
    // The system counts time in ticks, so a short set is repeated.
    let rounds = QUICK_QUESTIONS.div_ceil(questions.len().max(1)) as u32;
    let mut quick = Vec::with_capacity(questions.len());
    let stopwatch = Stopwatch::start(false);
    for _ in 0..rounds {
        quick.clear();
        for (position, side) in questions {
            quick.push(prover.can_mate(position, *side, Budget::QUICK));
        }
    }
    score.quick = stopwatch.elapsed() / rounds;
    let mut full = Vec::with_capacity(questions.len());
    let stopwatch = Stopwatch::start(false);
    for (position, side) in questions {
        let begun = std::time::Instant::now();
        let verdict = prover.can_mate(position, *side, Budget::FULL);
        let cost = begun.elapsed();
        score.worst = score.worst.max(cost);
        if cost > Duration::from_millis(1) || verdict == Verdict::Unknown {
            let name = if verdict == Verdict::Unknown {
                "unknown"
            } else {
                ""
            };
            score
                .costs
                .push((cost, format!("{position}  {side}  {name}")));
        }
        full.push(verdict);
    }
    score.full = stopwatch.elapsed();
    for ((quick, full), (position, side)) in quick.iter().zip(&full).zip(questions) {
        match full {
            Verdict::Yes(line) => {
                score.yes += 1;
                score.wrong += usize::from(!mates(position, *side, line) || quick.is_no());
            }
            Verdict::No(_) => score.no += 1,
            Verdict::Unknown => score.unknown += 1,
        }
        score.quick_no += usize::from(quick.is_no());
        if full.is_no() || quick.is_no() {
            score.wrong += usize::from(positions::finds_mate(position, *side));
        }
    }
    score
}

/// Whether a line is legal and ends in mate by this side.
fn mates(position: &Position, side: Color, line: &[chess::Move]) -> bool {
    let end = line.iter().try_fold(*position, |end, &m| end.play(m));
    end.is_ok_and(|end| end.is_checkmate() && end.turn() != side)
}
