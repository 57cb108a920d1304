//! Duplicate chess programs against our engine with its small evaluation: nodes per second, in one
//! run, taking turns.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::{shell, usage};

/// Openings of duplicate chess, as moves of North, South, East and West in turn.
const OPENINGS: [&str; 3] = [
    "",
    "e2e4 d2d4 d7d5 e7e5",
    "d2d4 g1f3 g8f6 b8c6 b1c3 e2e4 e7e6 d7d6",
];

/// The nodes searched after each opening, on either side.
const NODES: u64 = 200_000;

const ROUNDS: usize = 5;

/// The goal: at least this share of the engine's speed.
const LEAST: f64 = 0.5;

/// Lets both search in turn and compares the fastest rounds.
pub fn run(arguments: &[String]) -> Result<()> {
    usage::expect_none(arguments)?;
    shell::run(&mut shell::cargo([
        "build",
        "--release",
        "--locked",
        "--package",
        "fourfold",
    ]))?;
    let release = shell::target_directory()?.join("release");
    let program = |name: &str| {
        release
            .join(name)
            .with_extension(std::env::consts::EXE_EXTENSION)
    };
    let mut rival = Answerer::start(&program("fourfold"), &["duplicate", "think", "--json"])?;
    let mut engine = Answerer::start(&program("fourfold-uci"), &[])?;
    engine.say("setoption name EvalFile value <small>")?;
    let (mut rival_best, mut engine_best) = (0.0_f64, 0.0_f64);
    for round in 1..=ROUNDS {
        let rates = [four_boards(&mut rival)?, one_board(&mut engine)?];
        println!(
            "round {round}: four boards {:>9.0} nodes/s, one board {:>9.0} nodes/s",
            rates[0], rates[1]
        );
        rival_best = rival_best.max(rates[0]);
        engine_best = engine_best.max(rates[1]);
    }
    let ratio = rival_best / engine_best;
    println!("ratio of the fastest rounds {ratio:.2} (at least {LEAST})");
    ensure!(ratio >= LEAST, "the goal was missed");
    Ok(())
}

/// The speed of a duplicate chess program.
fn four_boards(rival: &mut Answerer) -> Result<f64> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for opening in OPENINGS {
        let moves: Vec<String> = opening
            .split_whitespace()
            .map(|m| format!("{m:?}"))
            .collect();
        let request = format!("{{\"moves\":[{}],\"nodes\":{NODES}}}", moves.join(","));
        let began = Instant::now();
        let answer = rival.ask(&request, "{")?;
        time += began.elapsed();
        nodes += number_after(&answer, "\"nodes\":").context(answer)?;
    }
    Ok(nodes as f64 / time.as_secs_f64())
}

/// The speed of the engine, from the start position.
fn one_board(engine: &mut Answerer) -> Result<f64> {
    engine.say("ucinewgame\nposition startpos")?;
    let nodes = NODES * OPENINGS.len() as u64;
    let began = Instant::now();
    engine.ask(&format!("go nodes {nodes}"), "bestmove")?;
    Ok(nodes as f64 / began.elapsed().as_secs_f64())
}

fn number_after(text: &str, word: &str) -> Option<u64> {
    let (_, rest) = text.split_once(word)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// A program that answers lines with lines. It ends when its input is closed.
struct Answerer {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Answerer {
    fn start(program: &Path, arguments: &[&str]) -> Result<Answerer> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let output = child.stdout.take().context("stdout is piped")?;
        Ok(Answerer {
            input: child.stdin.take(),
            output: BufReader::new(output),
            child,
        })
    }

    fn say(&mut self, line: &str) -> Result<()> {
        let input = self.input.as_mut().context("stdin is piped")?;
        writeln!(input, "{line}")?;
        Ok(input.flush()?)
    }

    /// Sends a line and waits for one with this prefix.
    fn ask(&mut self, line: &str, beginning: &str) -> Result<String> {
        self.say(line)?;
        let mut answer = String::new();
        while !answer.starts_with(beginning) {
            answer.clear();
            ensure!(
                self.output.read_line(&mut answer)? > 0,
                "the program ended after {line:?}"
            );
        }
        Ok(answer)
    }
}

impl Drop for Answerer {
    fn drop(&mut self) {
        self.input = None;
        // It has nothing left to do, and a benchmark can do nothing about a failure.
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::number_after;

    #[test]
    fn numbers_are_read_after_their_word() {
        assert_eq!(
            number_after("{\"nodes\":123,\"depth\":4}", "\"nodes\":"),
            Some(123)
        );
        assert_eq!(number_after("{\"depth\":4}", "\"nodes\":"), None);
    }
}
