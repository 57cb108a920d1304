//! `cargo xtask bench`: the measurements, each one run that compares like with like.

mod draws;
mod duplicate;
mod nps;
mod referee;
mod rival;
mod sprt;
mod trainer;
mod wasm;
mod web;

use anyhow::Result;

use crate::{shell, usage};

const BENCHES: &[Bench] = &[
    Bench {
        name: "perft",
        title: "legal move counting against other libraries: times and instructions (--quick, --rounds N, --times)",
        work: perft,
    },
    Bench {
        name: "pgn",
        title: "reading PGN and checking every move against other readers (--megabytes N, --only NAME)",
        work: pgn,
    },
    Bench {
        name: "duplicate",
        title: "four coupled boards against lists and against chess.js, as ratios (--lists)",
        work: duplicate::run,
    },
    Bench {
        name: "rival",
        title: "programs of the four boards beside the engine with its small evaluation, nodes a second",
        work: rival::run,
    },
    Bench {
        name: "draws",
        title: "what repetitions and the fifty-move limit cost the engine, in instructions",
        work: draws::run,
    },
    Bench {
        name: "arena",
        title: "what the match runner itself costs, by move and by game, beside its goals",
        work: arena,
    },
    Bench {
        name: "sprt",
        title: "twenty sequential tests of an engine against itself, of which one may pass (--rounds N)",
        work: sprt::run,
    },
    Bench {
        name: "nps",
        title: "positions a second beside Stockfish without its network",
        work: nps::run,
    },
    Bench {
        name: "net",
        title: "the engine by the small evaluation and by a network, kernel by kernel (NETWORK DEPTH)",
        work: net,
    },
    Bench {
        name: "wasm",
        title: "the engine in a browser beside the engine outside, nodes a second",
        work: wasm::run,
    },
    Bench {
        name: "trainer",
        title: "positions a second that a network learns from (--seconds N, --threads N)",
        work: trainer::run,
    },
    Bench {
        name: "referee",
        title: "who can still mate: right, open and how fast (--positions N, --self-play N)",
        work: referee::proofs,
    },
    Bench {
        name: "referee-audit",
        title: "auditing a large PGN file beside pgn-extract (--megabytes N, --rounds N)",
        work: referee::audit,
    },
    Bench {
        name: "tables",
        title: "tables over sockets beside a bare echo server: messages, acknowledgments, resumes (--many)",
        work: tables,
    },
    Bench {
        name: "web",
        title: "what the app sends, and how long a hand waits for it, beside their goals",
        work: web::run,
    },
];

/// One measurement: its name, what it shows, and how it is run with further arguments.
struct Bench {
    name: &'static str,
    title: &'static str,
    work: fn(&[String]) -> Result<()>,
}

/// Runs the bench named first, or lists the benches.
pub fn run(arguments: &[String]) -> Result<()> {
    let Some((name, rest)) = arguments.split_first() else {
        for bench in BENCHES {
            println!("{:<14} {}", bench.name, bench.title);
        }
        return Ok(());
    };
    let Some(bench) = BENCHES.iter().find(|bench| bench.name == name) else {
        let names: Vec<&str> = BENCHES.iter().map(|bench| bench.name).collect();
        return Err(usage::unknown("bench", name, &names).into());
    };
    shell::step(&format!("bench {name}"), || (bench.work)(rest)).map(drop)
}

fn net(arguments: &[String]) -> Result<()> {
    let mut command = shell::cargo(["bench", "--locked", "--package", "engine"]);
    shell::run(command.args(["--bench", "judges", "--"]).args(arguments))
}

fn perft(arguments: &[String]) -> Result<()> {
    run_peers("perft", arguments)
}

fn pgn(arguments: &[String]) -> Result<()> {
    run_peers("pgn", arguments)
}

fn arena(arguments: &[String]) -> Result<()> {
    usage::expect_none(arguments)?;
    shell::run(&mut shell::cargo([
        "bench",
        "--locked",
        "--package",
        "arena",
        "--bench",
        "overhead",
    ]))
}

fn tables(arguments: &[String]) -> Result<()> {
    let mut command = shell::cargo(["bench", "--locked", "--package", "server"]);
    shell::run(command.args(["--bench", "tables", "--"]).args(arguments))
}

/// The peers are a workspace of their own, with a target directory of their own: their flags differ
/// from those of the product and would otherwise rebuild everything back and forth.
fn run_peers(program: &str, arguments: &[String]) -> Result<()> {
    let mut command = shell::cargo([
        "run",
        "--release",
        "--locked",
        "--manifest-path",
        "tools/peers/Cargo.toml",
        "--target-dir",
        "target/peers",
        "--bin",
        program,
        "--",
    ]);
    shell::run(
        command
            .args(arguments)
            .env("RUSTFLAGS", format!("-Ctarget-cpu={}", peers_cpu())),
    )
}

/// The CPU that the peers are built for, all alike. What is timed is also counted by valgrind, which
/// does not know the newest instructions: where there is the third level of x86-64, it is that.
fn peers_cpu() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
        return "x86-64-v3";
    }
    "native"
}
