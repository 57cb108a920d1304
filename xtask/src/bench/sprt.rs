//! Twenty sequential tests of our engine against itself.
//!
//! Both sides have an evaluation noise of a few centipawns, different in each game, so that games
//! differ and neither side is better. With fixed nodes and a seed, a run is repeatable. A test that
//! has not decided after its games has not accepted H1 either.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::shell;
use crate::usage::{self, WrongUsage};

const RUNS: u64 = 20;

/// The default number of openings in each test, two games each. Without a limit, a test takes some
/// 25,000 games.
const ROUNDS: u64 = 3000;

/// With a risk of 5 % each, more than this many of twenty tests pass once in sixty runs.
const MOST: usize = 3;

/// Plays the tests and counts how many accept H1.
pub fn run(arguments: &[String]) -> Result<()> {
    let rounds = rounds(arguments)?;
    let mut build = shell::cargo(["build", "--release", "--locked", "--package", "fourfold"]);
    shell::run(build.args(["--bin", "fourfold"]))?;
    let target = shell::target_directory()?;
    let folder = target.join("sprt-bench");
    fs::create_dir_all(&folder).context("the journals need a folder")?;
    let mut passed = 0;
    for seed in 1..=RUNS {
        let journal = folder.join(format!("{seed}.jsonl"));
        let flags = format!(
            "sprt -engine cmd=internal name=one -engine cmd=internal name=two \
             -each nodes=50 noise=50 option.Hash=1 -openings file=books/unbalanced.epd order=random \
             -sprt elo0=0 elo1=5 -rounds {rounds} -resign movecount=2 score=500 -maxmoves 100 \
             -concurrency 2 -ratinginterval 1000000 -srand {seed}"
        );
        let output = Command::new(target.join("release/fourfold"))
            .args(flags.split_whitespace())
            .arg("-journal")
            .arg(&journal)
            .current_dir(shell::root())
            .output()
            .context("cannot start fourfold")?;
        let text = String::from_utf8_lossy(&output.stdout);
        let verdict = text.lines().last().unwrap_or_default();
        ensure!(
            ["H0", "H1", "undecided"]
                .iter()
                .any(|word| verdict.starts_with(word)),
            "expected a verdict, found {verdict:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        println!("seed {seed:>2}: {verdict}");
        passed += usize::from(verdict.starts_with("H1"));
        fs::remove_file(&journal).context("the journal can be removed")?;
    }
    println!("{passed} of {RUNS} tests accepted H1; one is what a risk of 5 % allows on average");
    if passed > MOST {
        bail!("more than {MOST} of {RUNS} tests of equal engines accepted H1");
    }
    Ok(())
}

fn rounds(arguments: &[String]) -> Result<u64, WrongUsage> {
    match arguments {
        [] => Ok(ROUNDS),
        [flag, value] if flag == "--rounds" => value
            .parse()
            .map_err(|_| WrongUsage::new(format!("--rounds expects a number, found {value:?}"))),
        [other, ..] => Err(usage::unexpected(other)),
    }
}
