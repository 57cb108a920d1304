//! Compares Fourfold's perft with cozy-chess and shakmaty in one run.
//!
//! Only the ratios mean anything: all three run on the same machine in turn, so a slow moment
//! affects them alike. Every library runs on one thread, without a hash table, and counts the last
//! ply in bulk. The best of several rounds counts, in CPU time if the system reports it; the spread
//! is the distance to the slowest round. If valgrind is installed, instructions, branches and cache
//! misses are counted too, which are free of noise.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use cozy_chess::Board;
use peers::Stopwatch;
use peers::counters::{self, Counters};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

const USAGE: &str = "usage: perft [--quick] [--rounds N] [--times]
       perft count PEER POSITION DEPTH

  --quick      one ply less everywhere
  --rounds N   rounds per position; the best counts (default 5)
  --times      times only, nothing counted by valgrind
  count        counts once with one library and prints the nodes; what valgrind runs";

/// The libraries in the order in which they run; ratios are relative to the first.
const PEERS: [Peer; 3] = [
    Peer {
        name: "Fourfold",
        prepare: fourfold,
    },
    Peer {
        name: "cozy-chess",
        prepare: cozy,
    },
    Peer {
        name: "shakmaty",
        prepare: shakmaty,
    },
];

const SUBJECTS: [Subject; 4] = [
    Subject {
        name: "start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
    },
    Subject {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
    },
    Subject {
        name: "promotions",
        fen: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        depth: 6,
    },
    Subject {
        name: "rook endgame",
        fen: "8/5pk1/6p1/7p/R6P/6P1/r4PK1/8 w - - 0 1",
        depth: 6,
    },
];

/// A position to count from.
struct Subject {
    name: &'static str,
    fen: &'static str,
    depth: u32,
}

/// Counts from a position, to this depth.
type Counter = Box<dyn Fn(u32) -> u64>;

/// A library to measure.
struct Peer {
    name: &'static str,
    prepare: fn(&str) -> Result<Counter>,
}

/// The parsed arguments.
enum Task {
    Compare(Options),
    /// Indices of a library and a position, and a depth.
    Count(usize, usize, u32),
}

struct Options {
    plies_less: u32,
    rounds: u32,
    counts: bool,
}

/// The rounds of one library.
#[derive(Clone, Copy)]
struct Times {
    best: Duration,
    worst: Duration,
}

/// The results of one position, in the order of [`PEERS`].
struct Measurement {
    nodes: u64,
    times: [Times; PEERS.len()],
    /// Counts per node, from a tree one ply less deep.
    counts: Option<[[f64; 4]; PEERS.len()]>,
}

impl Measurement {
    /// The time of another library divided by ours.
    fn ratio(&self, peer: usize) -> f64 {
        self.times[peer].best.as_secs_f64() / self.times[0].best.as_secs_f64().max(1e-9)
    }

    /// The instructions of another library divided by ours.
    fn instruction_ratio(&self, peer: usize) -> Option<f64> {
        self.counts.map(|counts| counts[peer][0] / counts[0][0])
    }

    fn print(&self) {
        for (index, peer) in PEERS.iter().enumerate() {
            let times = self.times[index];
            let speed = self.nodes as f64 / times.best.as_secs_f64().max(1e-9) / 1e6;
            let spread = 100.0 * (times.worst.as_secs_f64() / times.best.as_secs_f64() - 1.0);
            print!(
                "  {:<12}{speed:>10.1}{spread:>8.0} %{:>8.2}",
                peer.name,
                self.ratio(index)
            );
            if let (Some(counts), Some(ratio)) = (self.counts, self.instruction_ratio(index)) {
                let [instructions, branches, mispredictions, misses] = counts[index];
                print!("{instructions:>14.2}{ratio:>8.2}{branches:>10.2}");
                print!("{mispredictions:>12.3}{misses:>10.3}");
            }
            println!();
        }
    }
}

fn main() -> ExitCode {
    peers::run(USAGE, parse, |task| match task {
        Task::Compare(options) => compare(options),
        Task::Count(peer, subject, depth) => count_once(*peer, *subject, *depth),
    })
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Task> {
    let mut options = Options {
        plies_less: 0,
        rounds: 5,
        counts: counters::is_available(),
    };
    while let Some(argument) = arguments.next() {
        let mut number = |what: &str| -> Result<u32> {
            let value = arguments
                .next()
                .with_context(|| format!("expected {what}"))?;
            let parsed = value.parse();
            parsed.with_context(|| format!("expected {what}, found {value:?}"))
        };
        match argument.as_str() {
            "--quick" => options.plies_less = 1,
            "--times" => options.counts = false,
            "--rounds" => {
                options.rounds = number("a number of rounds")?;
                ensure!(options.rounds > 0, "expected at least one round, found 0");
            }
            "count" => {
                let peer = number("the number of a library")? as usize;
                let subject = number("the number of a position")? as usize;
                let depth = number("a depth")?;
                ensure!(
                    peer < PEERS.len() && subject < SUBJECTS.len(),
                    "no such row"
                );
                return Ok(Task::Count(peer, subject, depth));
            }
            _ => bail!("unexpected argument {argument:?}"),
        }
    }
    Ok(Task::Compare(options))
}

fn count_once(peer: usize, subject: usize, depth: u32) -> Result<()> {
    let count = (PEERS[peer].prepare)(SUBJECTS[subject].fen)?;
    println!("{}", count(black_box(depth)));
    Ok(())
}

fn compare(options: &Options) -> Result<()> {
    println!(
        "perft on one thread: million nodes per second, the best of {} rounds, and how far the",
        options.rounds
    );
    println!("slowest was off; times and instructions of each as multiples of Fourfold's");
    if options.counts {
        println!("counted by cachegrind for each node of a tree one ply less deep");
    } else {
        println!("valgrind is not requested or not installed: nothing is counted");
    }
    println!(
        "\n  {:<12}{:>10}{:>10}{:>8}{:>14}{:>8}{:>10}{:>12}{:>10}",
        "",
        "Mnodes/s",
        "spread",
        "time",
        "instructions",
        "ratio",
        "branches",
        "mispredicts",
        "D1 miss"
    );
    let mut logarithms = [[0.0; 2]; PEERS.len()];
    for (index, subject) in SUBJECTS.iter().enumerate() {
        let depth = subject.depth - options.plies_less;
        let mut measured = measure(subject, depth, options.rounds)?;
        if options.counts {
            measured.counts = Some(count_rows(index, depth - 1)?);
        }
        println!("{}, depth {depth}, {} nodes", subject.name, measured.nodes);
        measured.print();
        for (peer, [time, instructions]) in logarithms.iter_mut().enumerate() {
            *time += measured.ratio(peer).ln();
            *instructions += measured.instruction_ratio(peer).unwrap_or(1.0).ln();
        }
    }
    println!("geometric means of the ratios, time and instructions");
    for (peer, sums) in PEERS.iter().zip(logarithms).skip(1) {
        let [time, instructions] = sums.map(|sum| (sum / SUBJECTS.len() as f64).exp());
        print!("  {:<12}{time:>28.2}", peer.name);
        if options.counts {
            print!("{instructions:>22.2}");
        }
        println!();
    }
    Ok(())
}

/// Counts per node of one position for each library, without the startup cost.
fn count_rows(subject: usize, depth: u32) -> Result<[[f64; 4]; PEERS.len()]> {
    let fen = SUBJECTS[subject].fen;
    let nodes = (PEERS[0].prepare)(fen)?(depth) as f64;
    let mut rows = [[0.0; 4]; PEERS.len()];
    for (peer, row) in rows.iter_mut().enumerate() {
        let run = |depth: u32| {
            let [peer, subject, depth] = [peer.to_string(), subject.to_string(), depth.to_string()];
            Counters::of(&["count", &peer, &subject, &depth])
        };
        let counted = run(depth)?.without(run(0)?);
        *row = [
            counted.instructions,
            counted.branches,
            counted.mispredictions,
            counted.cache_misses,
        ]
        .map(|count| count as f64 / nodes);
    }
    Ok(rows)
}

/// Runs the libraries in turn on one position and checks that they agree.
fn measure(subject: &Subject, depth: u32, rounds: u32) -> Result<Measurement> {
    let mut counters = Vec::with_capacity(PEERS.len());
    for peer in &PEERS {
        let counter = (peer.prepare)(subject.fen)
            .with_context(|| format!("{} cannot read {:?}", peer.name, subject.fen))?;
        counters.push(counter);
    }
    let mut agreed = None;
    let mut times = [Times {
        best: Duration::MAX,
        worst: Duration::ZERO,
    }; PEERS.len()];
    for _ in 0..rounds {
        for (index, count) in counters.iter().enumerate() {
            let stopwatch = Stopwatch::start(false);
            let nodes = count(black_box(depth));
            let elapsed = stopwatch.elapsed();
            times[index].best = times[index].best.min(elapsed);
            times[index].worst = times[index].worst.max(elapsed);
            let expected = *agreed.get_or_insert(nodes);
            ensure!(
                nodes == expected,
                "{} counts {nodes} nodes at depth {depth} of {}, {} counted {expected}",
                PEERS[index].name,
                subject.name,
                PEERS[0].name
            );
        }
    }
    Ok(Measurement {
        nodes: agreed.context("no round was run")?,
        times,
        counts: None,
    })
}

fn fourfold(fen: &str) -> Result<Counter> {
    let position = chess::Position::from_fen(fen).map_err(|error| anyhow!("{error}"))?;
    Ok(Box::new(move |depth| chess::perft(&position, depth)))
}

fn cozy(fen: &str) -> Result<Counter> {
    let board = Board::from_fen(fen, false).map_err(|error| anyhow!("{error}"))?;
    Ok(Box::new(move |depth| cozy_perft(&board, depth)))
}

/// The bulk-counting idiom of cozy-chess: moves come in sets, and the last ply adds up their sizes.
fn cozy_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for played in moves {
                    let mut child = board.clone();
                    child.play_unchecked(played);
                    nodes += cozy_perft(&child, depth - 1);
                }
                false
            });
        }
    }
    nodes
}

/// Shakmaty's own perft, which counts the last ply in bulk.
fn shakmaty(fen: &str) -> Result<Counter> {
    let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    Ok(Box::new(move |depth| shakmaty::perft(&position, depth)))
}
