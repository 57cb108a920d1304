//! Nodes per second against Stockfish, in one run, taking turns.
//!
//! Stockfish runs twice: as it is, with its network, and with its classical evaluation, which compares
//! searches and not networks.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::{shell, usage};

const POSITIONS: [&str; 4] = [
    "startpos",
    "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 7r/2p3k1/1p1p1qp1/1P1Bp3/p1P2r1P/P7/4R3/Q4RK1 w - - 0 36",
];

const MOVETIME_MS: u64 = 500;
const ROUNDS: usize = 3;

/// Lets both engines search the same positions in turn and compares.
pub fn run(arguments: &[String]) -> Result<()> {
    usage::expect_none(arguments)?;
    let mut build = shell::cargo(["build", "--release", "--locked", "--package", "fourfold"]);
    shell::run(build.args(["--bin", "fourfold-uci"]))?;
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| shell::root().join("target"), PathBuf::from);
    let own = target.join("release/fourfold-uci");
    let other = ["/usr/games/stockfish", "/usr/bin/stockfish"]
        .map(PathBuf::from)
        .into_iter()
        .find(|path| path.is_file())
        .context("stockfish is needed to compare with: install the package stockfish")?;
    let (mut own_rate, mut network_rate, mut classical_rate) = (0, 0, 0);
    for _ in 0..ROUNDS {
        for position in POSITIONS {
            own_rate += rate(&own, position, &[])?;
            network_rate += rate(&other, position, &[])?;
            classical_rate += rate(&other, position, &["setoption name Use NNUE value false"])?;
        }
    }
    let searches = (ROUNDS * POSITIONS.len()) as u64;
    println!("{:<22} {:>9} nodes/s", "fourfold-uci", own_rate / searches);
    for (name, rate) in [
        ("stockfish", network_rate),
        ("stockfish, classical", classical_rate),
    ] {
        let ratio = own_rate as f64 / rate as f64;
        println!(
            "{name:<22} {:>9} nodes/s, ratio {ratio:.2}",
            rate / searches
        );
    }
    Ok(())
}

/// The last speed that an engine reports in a search of one position.
fn rate(program: &Path, position: &str, options: &[&str]) -> Result<u64> {
    let mut process = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let mut input = process.stdin.take().context("stdin is piped")?;
    for option in options {
        writeln!(input, "{option}")?;
    }
    writeln!(input, "position {position}\ngo movetime {MOVETIME_MS}")?;
    let output = BufReader::new(process.stdout.take().context("stdout is piped")?);
    let mut rate = None;
    for line in output.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        if words.any(|word| word == "nps") {
            rate = words.next().and_then(|word| word.parse().ok()).or(rate);
        }
        if line.starts_with("bestmove") {
            break;
        }
    }
    writeln!(input, "quit")?;
    process.wait()?;
    rate.with_context(|| format!("{} reported no nps", program.display()))
}
