//! `cargo xtask bench`: benchmarks, each comparing like with like in one run.

pub mod draws;
mod duplicate;
mod nps;
mod referee;
mod rival;
mod sprt;
mod trainer;
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
        title: "duplicate chess programs against the engine with its small evaluation, in nodes/s",
        work: rival::run,
    },
    Bench {
        name: "draws",
        title: "the cost of detecting draws in the engine's search, in instructions",
        work: draws::run,
    },
    Bench {
        name: "arena",
        title: "the overhead of the match runner per move and per game, against its goals",
        work: arena,
    },
    Bench {
        name: "sprt",
        title: "twenty sequential tests of an engine against itself, of which one may pass (--rounds N)",
        work: sprt::run,
    },
    Bench {
        name: "nps",
        title: "nodes/s against Stockfish, with and without its network",
        work: nps::run,
    },
    Bench {
        name: "net",
        title: "the engine with the small evaluation and with a network, kernel by kernel (NETWORK DEPTH)",
        work: net,
    },
    Bench {
        name: "trainer",
        title: "training speed of the network in positions/s (--seconds N, --threads N)",
        work: trainer::run,
    },
    Bench {
        name: "referee",
        title: "can a side still mate: correct, open and speed (--positions N, --self-play N)",
        work: referee::proofs,
    },
    Bench {
        name: "referee-audit",
        title: "auditing a large PGN file, against pgn-extract (--megabytes N, --rounds N)",
        work: referee::audit,
    },
    Bench {
        name: "tables",
        title: "tables over sockets against a bare echo server: messages, acknowledgments, resumes (--many)",
        work: tables,
    },
    Bench {
        name: "web",
        title: "download size, response times and worker of the app, against their goals (--sizes, --visit, --megabytes N)",
        work: web::run,
    },
];

/// A benchmark: its name, what it shows, and how to run it with further arguments.
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

/// The peers are a workspace with its own target directory: their flags differ from those of the
/// product, and sharing would rebuild everything each time.
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

/// The CPU that all peers are built for. Valgrind counts the instructions of the same programs and
/// does not support the newest ones, so on x86-64 it is the third level if the machine has it.
fn peers_cpu() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
        return "x86-64-v3";
    }
    "native"
}
