//! Measures the referee's proofs: whether they are right, how many questions stay open, and what
//! one costs.
//!
//! There are four sets of questions: positions whose answers were proven elsewhere; the final
//! positions of generated games, both of the engine against itself and random, interrupted as by flag
//! falls and resignations; random endings of three to eight pieces; and blocked pawn chains with
//! bishops among them. One thread; CPU time if the system reports it.

mod positions;
mod table;
mod vectors;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chess::{Color, Position};
use game::Judge;
use peers::Stopwatch;
use referee::{Budget, Prover, Referee, Verdict};

use positions::{Plan, endings, generate, walls};

const USAGE: &str =
    "usage: referee [--positions N] [--self-play N] [--endings N] [--walls N] [--slowest N] [--table 1]

  --positions N   how many final positions (default 100000)
  --endings N     how many endings of three to eight pieces (default 20000)
  --walls N       how many positions with pawns that block each other (default 2000)
  --self-play N   how many of them come from the engine against itself (default 4000)
  --slowest N     show the questions that cost most (default 0)
  --table 1       print the table of docs/referee.md, too";

/// The number of quick questions needed to measure the cost of one.
const QUICK_QUESTIONS: usize = 100_000;

/// The number of warm-up questions.
const WARM_UP: usize = 1000;

/// What an expensive question costs at least. The system may count the time of the CPU in ticks of a
/// few milliseconds.
const EXPENSIVE: Duration = Duration::from_millis(1);

struct Options {
    plan: Plan,
    endings: usize,
    walls: usize,
    slowest: usize,
    table: usize,
}

/// The scores of all sets.
struct Scores {
    vectors: Score,
    games: Score,
    endings: Score,
    walls: Score,
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
    /// What each full question cost, in ascending order.
    costs: Vec<Duration>,
    /// The expensive and the open ones in words.
    notable: Vec<(Duration, String)>,
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
        endings: 20_000,
        walls: 2_000,
        slowest: 0,
        table: 0,
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
            "--endings" => options.endings = number,
            "--walls" => options.walls = number,
            "--slowest" => options.slowest = number,
            "--table" => options.table = number,
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
    let scores = Scores {
        vectors: of_vectors,
        games: ask(&of_both_sides(&positions)),
        endings: ask(&of_both_sides(&endings(options.endings))),
        walls: ask(&of_both_sides(&walls(options.walls))),
    };
    show(&scores);
    let locked = known.iter().map(|known| known.position);
    let worst = slowest_judgment(&locked.collect::<Vec<_>>());
    let worst = worst.max(slowest_judgment(&positions)).as_secs_f64() * 1e6;
    println!("a game's judge after a move, worst of both sets, best of 3 each: {worst:.0} us");
    println!(
        "\nCHA, as published by its author (another machine, time forfeits of 30 million games):\n\
         quick mode, mean, us 2.7 to 4.5; full mode, mean, us 308 to 336, worst 315000;\n\
         20 of 3,606 cases open"
    );
    for score in scores.all() {
        for (cost, question) in score.notable.iter().rev().take(options.slowest) {
            println!("{:>9.0} us  {question}", cost.as_secs_f64() * 1e6);
        }
    }
    if options.table > 0 {
        println!();
        table::print(&scores);
    }
    Ok(match scores.all().iter().map(|score| score.wrong).sum() {
        0 => ExitCode::SUCCESS,
        1.. => ExitCode::FAILURE,
    })
}

impl Scores {
    fn all(&self) -> [&Score; 4] {
        [&self.vectors, &self.games, &self.endings, &self.walls]
    }
}

impl Score {
    /// What this share of the full questions cost at most, from 0 to 1.
    fn within(&self, share: f64) -> Duration {
        let last = self.costs.len().saturating_sub(1) as f64;
        let at = (last * share).round() as usize;
        self.costs.get(at).copied().unwrap_or_default()
    }

    /// What the most expensive full question cost.
    fn worst(&self) -> Duration {
        self.within(1.0)
    }
}

/// Both questions about each position.
fn of_both_sides(positions: &[Position]) -> Vec<(Position, Color)> {
    let both = |&position: &Position| Color::ALL.map(|side| (position, side));
    positions.iter().flat_map(both).collect()
}

/// Prints a table of the four sets.
fn show(scores: &Scores) {
    let [vectors, games, endings, walls] = ["vectors", "final positions", "endings", "walls"];
    println!("{:<34}{vectors:>12}{games:>18}{endings:>12}{walls:>12}", "");
    let row = |name: &str, cell: &dyn Fn(&Score) -> String| {
        let [vectors, games, endings, walls] = scores.all().map(cell);
        println!("{name:<34}{vectors:>12}{games:>18}{endings:>12}{walls:>12}");
    };
    row("questions", &|score| score.questions.to_string());
    row("wrong", &|score| score.wrong.to_string());
    row("can mate, line replayed", &|score| score.yes.to_string());
    row("cannot mate, proven", &|score| score.no.to_string());
    row("... of these by the quick look", &|score| {
        score.quick_no.to_string()
    });
    row("unknown, full mode", &|score| score.unknown.to_string());
    row("quick mode, mean, us", &|score| {
        per_question(score.quick, score)
    });
    row("full mode, mean, us", &|score| {
        per_question(score.full, score)
    });
    for (name, share) in [
        ("... half of them within, us", 0.5),
        ("full mode, worst, us", 1.0),
    ] {
        row(name, &|score| {
            format!("{:.0}", score.within(share).as_secs_f64() * 1e6)
        });
    }
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
        full.push(prover.can_mate(position, *side, Budget::FULL));
        score.costs.push(begun.elapsed());
    }
    score.full = stopwatch.elapsed();
    for (((position, side), verdict), cost) in questions.iter().zip(&full).zip(&mut score.costs) {
        if *cost > EXPENSIVE {
            // Something else may have run meanwhile, so it is asked again by the clock of the CPU.
            let stopwatch = Stopwatch::start(false);
            prover.can_mate(position, *side, Budget::FULL);
            *cost = stopwatch.elapsed().clamp(EXPENSIVE, *cost);
        }
        if *cost > EXPENSIVE || *verdict == Verdict::Unknown {
            let name = match verdict {
                Verdict::Unknown => "unknown",
                Verdict::Yes(_) | Verdict::No(_) => "",
            };
            let question = format!("{position}  {side}  {name}");
            score.notable.push((*cost, question));
        }
    }
    score.costs.sort();
    score.notable.sort();
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
