//! The smallest match there can be: two players, one opening book made on the spot, one verdict.
//!
//! ```text
//! cargo run --release --example duel -- --a self --b self,null_base=3 --nodes 8000 --games 1000
//! cargo run --release --example duel -- --a self --b uci=stockfish,UCI_LimitStrength=true,UCI_Elo=2400 --tc 2+0.02
//! ```
//!
//! A player is `self`, this engine in this process, with numbers of its search set by name; or
//! `uci=PROGRAM` with options. `nodes=N` limits one player only. Each opening is played twice with
//! colors swapped, and the statistics count such pairs.

#![forbid(unsafe_code)]

mod book;
mod game;
mod player;
mod stats;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chess::Color;

use book::Book;
use game::{Game, Pace};
use player::{Player, Spec};
use stats::Tally;

struct Plan {
    a: Spec,
    b: Spec,
    pace: Pace,
    pairs: usize,
    threads: usize,
    sprt: Option<(f64, f64)>,
    adjudicate: bool,
    book: Book,
    verbose: bool,
}

fn main() -> Result<()> {
    let plan = read_plan()?;
    let tally = Mutex::new(Tally::default());
    let endings = Mutex::new(BTreeMap::<String, usize>::new());
    let (next, decided) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| -> Result<()> {
        let work = || -> Result<()> {
            let mut a = Player::new(&plan.a)?;
            let mut b = Player::new(&plan.b)?;
            let mut judge = plan.book.judge()?;
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= plan.pairs || decided.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let opening = plan.book.opening(pair, &mut judge);
                let mut points = 0;
                for color in [Color::White, Color::Black] {
                    let game = Game {
                        opening: &opening,
                        pace: plan.pace,
                        first: color,
                        adjudicate: plan.adjudicate,
                    };
                    let end = game.play(&mut a, &mut b)?;
                    if plan.verbose {
                        println!("{pair} {color}: {} {}", end.points, end.reason);
                    }
                    points += end.points;
                    let mut endings = endings.lock().expect("no thread panics with the lock");
                    *endings.entry(end.reason).or_default() += 1;
                    let mut tally = tally.lock().expect("no thread panics with the lock");
                    tally.add_game(end.points);
                }
                let mut tally = tally.lock().expect("no thread panics with the lock");
                tally.add_pair(points);
                if tally.pairs().is_multiple_of(20) {
                    println!("{}", tally.line(plan.sprt));
                }
                if let Some(bounds) = plan.sprt
                    && tally.llr(bounds).abs() >= stats::BOUND
                {
                    decided.store(true, Ordering::Relaxed);
                }
            }
        };
        let workers: Vec<_> = (0..plan.threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })?;
    let tally = tally.into_inner().expect("no thread panics with the lock");
    println!("{}", tally.line(plan.sprt));
    for (reason, count) in endings
        .into_inner()
        .expect("no thread panics with the lock")
    {
        println!("{count:>6}  {reason}");
    }
    Ok(())
}

fn read_plan() -> Result<Plan> {
    let mut plan = Plan {
        a: Spec::default(),
        b: Spec::default(),
        pace: Pace::Nodes(8000),
        pairs: 100,
        threads: 1,
        sprt: None,
        adjudicate: true,
        book: Book::default(),
        verbose: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(flag) = arguments.next() {
        if flag == "--no-adjudication" {
            plan.adjudicate = false;
            continue;
        }
        if flag == "--verbose" {
            plan.verbose = true;
            continue;
        }
        let value = arguments
            .next()
            .with_context(|| format!("expected a value after {flag}"))?;
        match flag.as_str() {
            "--a" => plan.a = value.parse()?,
            "--b" => plan.b = value.parse()?,
            "--nodes" => plan.pace = Pace::Nodes(value.parse()?),
            "--movetime" => plan.pace = Pace::MoveTime(Duration::from_millis(value.parse()?)),
            "--tc" => plan.pace = read_clock(&value)?,
            "--games" => plan.pairs = value.parse::<usize>()?.div_ceil(2),
            "--threads" => plan.threads = value.parse()?,
            "--seed" => plan.book.seed = value.parse()?,
            "--plies" => plan.book.plies = value.parse()?,
            "--advantage" => {
                let (least, most) = value
                    .split_once("..")
                    .context("expected an advantage such as 60..130")?;
                plan.book.advantage = (least.parse()?, most.parse()?);
            }
            "--sprt" => {
                let (low, high) = value
                    .split_once(',')
                    .context("expected bounds such as 0,5")?;
                plan.sprt = Some((low.parse()?, high.parse()?));
            }
            "--fen" => plan.book.start = chess::Position::from_fen(&value)?,
            unknown => bail!("unknown flag {unknown}"),
        }
    }
    Ok(plan)
}

/// Seconds and increment, such as `1+0.01`.
fn read_clock(text: &str) -> Result<Pace> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    Ok(Pace::Clock {
        time: Duration::from_secs_f64(time.parse()?),
        increment: Duration::from_secs_f64(increment.parse()?),
    })
}
