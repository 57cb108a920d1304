//! A mock UCI engine for tests. It plays random moves that depend on its seed and the position, and
//! misbehaves on request: `mock-engine --seed 7 --crash-at 5`. Moves are numbered from 1 in each
//! game according to the `position` command, so a fault recurs whenever its position does.

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, Instant};

use chess::Position;
use chess::fen::{self, CastlingMode};
use repeatable::Random;
use uci::{Command, Origin};

#[derive(Default)]
struct Config {
    seed: u64,
    /// The fault and the move number at which it happens.
    faults: Vec<(String, u64)>,
    delay_ms: u64,
    /// Report the nanoseconds of each answer in the `nodes` field.
    reports_nanoseconds: bool,
    /// The bytes that `--bytes-at` prints before the move.
    bytes: Vec<u8>,
}

fn main() {
    let config = read_config();
    if config.does("--no-uciok-at", 1) {
        sleep(Duration::from_secs(600));
    }
    let mut position = Position::start();
    let mut moves_made = 0;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let Ok(read) = Command::read(line.as_bytes()) else {
            continue;
        };
        match read.command {
            Command::Uci => {
                say("id name mock\noption name Hash type spin default 1 min 1 max 9\nuciok")
            }
            Command::IsReady => say("readyok"),
            Command::Position { origin, moves } => {
                position = match origin {
                    Origin::Start => Position::start(),
                    Origin::Fen(text) => {
                        fen::read(&text, CastlingMode::Chess960, chess::Tolerance::Lenient)
                            .map_or(position, |read| read.position)
                    }
                };
                moves_made = moves.len() as u64 / 2;
                for sent in moves {
                    position = position.play_unchecked(position.understand_uci(sent));
                }
            }
            Command::Go(_) => answer(&config, &position, moves_made + 1),
            Command::Quit => return,
            Command::Debug { .. }
            | Command::SetOption { .. }
            | Command::UciNewGame
            | Command::Stop
            | Command::PonderHit
            | Command::Display
            | Command::Eval
            | Command::Bench { .. }
            | Command::Help => {}
        }
    }
}

fn answer(config: &Config, position: &Position, number: u64) {
    let begin = Instant::now();
    sleep(Duration::from_millis(config.delay_ms));
    if config.does("--crash-at", number) {
        exit(134);
    }
    if config.does("--exit-at", number) {
        exit(0);
    }
    if config.does("--stall-at", number) {
        sleep(Duration::from_secs(600));
    }
    if config.does("--flood-at", number) {
        loop {
            say("info string all work and no play");
        }
    }
    if config.does("--late-at", number) {
        sleep(Duration::from_millis(400));
    }
    if config.does("--garbage-at", number) {
        io::stdout().write_all(b"bestmove \xff\x00nonsense\n").ok();
        say("");
        return;
    }
    if config.does("--illegal-at", number) {
        return say("bestmove a1a1");
    }
    if config.does("--long-line-at", number) {
        say(&"x\0\r".repeat(4 << 20));
    }
    if config.does("--bytes-at", number) {
        io::stdout().write_all(&config.bytes).ok();
    }
    let moves = position.legal_moves();
    let mut random = Random::at(config.seed, position.key().0);
    match random.pick(&moves) {
        Some(m) => {
            let nodes = if config.reports_nanoseconds {
                begin.elapsed().as_nanos()
            } else {
                1
            };
            let score = random.below(41);
            let m = m.to_uci(CastlingMode::Standard);
            say(&format!(
                "info depth 1 score cp {score} nodes {nodes} time 0\nbestmove {m}"
            ));
        }
        None => say("bestmove (none)"),
    }
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn read_config() -> Config {
    let mut config = Config::default();
    let mut args = std::env::args().skip(1);
    while let (Some(cue), Some(value)) = (args.next(), args.next()) {
        let number = value.parse().unwrap_or(0);
        match cue.as_str() {
            "--bytes" => config.bytes = from_hex(&value),
            "--seed" => config.seed = number,
            "--nanoseconds" => config.reports_nanoseconds = true,
            "--delay" => config.delay_ms = number,
            _ => config.faults.push((cue, number)),
        }
    }
    config
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    let byte = |two: &[u32]| two.iter().fold(0, |sum, digit| 16 * sum + digit) as u8;
    digits.chunks(2).map(byte).collect()
}

impl Config {
    fn does(&self, fault: &str, number: u64) -> bool {
        self.faults
            .iter()
            .any(|(what, at)| what == fault && *at == number)
    }
}
