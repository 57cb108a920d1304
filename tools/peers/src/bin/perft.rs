//! Measures Fourfold's perft against cozy-chess and shakmaty in one run.
//!
//! Only the ratios mean anything: the machine is the same for all three, and the libraries take
//! turns, so a slow moment hits them alike. Every library runs on one thread, without a hash table,
//! and counts the last ply in bulk. The best of several rounds stands for each.

#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use cozy_chess::Board;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

const USAGE: &str = "usage: perft [--quick] [--rounds N]

  --quick      one ply less everywhere
  --rounds N   rounds per position, of which the best counts (default 5)";

/// The libraries in the order they take turns; the ratios are of the first to each other one.
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

/// Counts from a position already read, to the depth given.
type Counter = Box<dyn Fn(u32) -> u64>;

/// A library under measurement.
struct Peer {
    name: &'static str,
    prepare: fn(&str) -> Result<Counter>,
}

/// What the command line asks for.
struct Options {
    plies_less: u32,
    rounds: u32,
}

/// Nodes of one position and the best time of each library, in the order of [`PEERS`].
struct Measurement {
    nodes: u64,
    best: [Duration; PEERS.len()],
}

impl Measurement {
    fn speed(&self, peer: usize) -> f64 {
        self.nodes as f64 / self.best[peer].as_secs_f64().max(1e-9) / 1e6
    }

    fn ratio(&self, peer: usize) -> f64 {
        self.speed(0) / self.speed(peer)
    }
}

fn main() -> ExitCode {
    peers::run(USAGE, parse, compare)
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options> {
    let mut options = Options {
        plies_less: 0,
        rounds: 5,
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => options.plies_less = 1,
            "--rounds" => {
                let value = arguments.next().context("--rounds needs a number")?;
                options.rounds = value
                    .parse()
                    .with_context(|| format!("expected a number, found {value:?}"))?;
                ensure!(options.rounds > 0, "expected at least one round, found 0");
            }
            _ => bail!("unexpected argument {argument:?}"),
        }
    }
    Ok(options)
}

fn compare(options: &Options) -> Result<()> {
    println!(
        "perft in million nodes per second, best of {} rounds, one thread\n",
        options.rounds
    );
    println!(
        "{:<16}{:>6}{:>14}{:>12}{:>12}{:>12}{:>10}{:>10}",
        "position", "depth", "nodes", PEERS[0].name, PEERS[1].name, PEERS[2].name, "/cozy", "/shak"
    );
    let mut logarithms = [0.0; PEERS.len()];
    for subject in &SUBJECTS {
        let depth = subject.depth - options.plies_less;
        let measured = measure(subject, depth, options.rounds)?;
        println!(
            "{:<16}{:>6}{:>14}{:>12.1}{:>12.1}{:>12.1}{:>10.2}{:>10.2}",
            subject.name,
            depth,
            measured.nodes,
            measured.speed(0),
            measured.speed(1),
            measured.speed(2),
            measured.ratio(1),
            measured.ratio(2)
        );
        for (peer, sum) in logarithms.iter_mut().enumerate() {
            *sum += measured.ratio(peer).ln();
        }
    }
    let mean = |peer: usize| (logarithms[peer] / SUBJECTS.len() as f64).exp();
    println!(
        "{:<72}{:>10.2}{:>10.2}",
        "geometric mean of the ratios",
        mean(1),
        mean(2)
    );
    Ok(())
}

/// Lets the libraries take turns on one position and insists that they agree.
fn measure(subject: &Subject, depth: u32, rounds: u32) -> Result<Measurement> {
    let mut counters = Vec::with_capacity(PEERS.len());
    for peer in &PEERS {
        let counter = (peer.prepare)(subject.fen)
            .with_context(|| format!("{} cannot read {:?}", peer.name, subject.fen))?;
        counters.push(counter);
    }
    let mut agreed = None;
    let mut best = [Duration::MAX; PEERS.len()];
    for _ in 0..rounds {
        for (index, count) in counters.iter().enumerate() {
            let start = Instant::now();
            let nodes = count(black_box(depth));
            best[index] = best[index].min(start.elapsed());
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
    let nodes = agreed.context("no round was run")?;
    Ok(Measurement { nodes, best })
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

/// The perft of shakmaty itself counts the last ply in bulk.
fn shakmaty(fen: &str) -> Result<Counter> {
    let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    Ok(Box::new(move |depth| shakmaty::perft(&position, depth)))
}
