//! A mock UCI engine for tests. It plays random moves that depend on its seed and the position, and
//! misbehaves on request: `mock-engine --seed 7 --crash-at 5`. Moves are numbered from 1 in each
//! game according to the `position` command, so a fault recurs whenever its position does.

#![forbid(unsafe_code)]

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, Instant};

use chess::Position;
use chess::fen::{self, CastlingMode};
use uci::{Command, Origin};

#[derive(Default)]
struct Cues {
    seed: u64,
    /// The fault and the move number at which it happens.
    misdeeds: Vec<(String, u64)>,
    delay_ms: u64,
    /// Report the nanoseconds of each answer in the `nodes` field.
    tells_nanoseconds: bool,
    /// The bytes that `--bytes-at` prints before the move.
    bytes: Vec<u8>,
}

fn main() {
    let cues = read_cues();
    if cues.does("--no-uciok-at", 1) {
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
            Command::Go(_) => answer(&cues, &position, moves_made + 1),
            Command::Quit => return,
            _ => {}
        }
    }
}

fn answer(cues: &Cues, position: &Position, number: u64) {
    let begin = Instant::now();
    sleep(Duration::from_millis(cues.delay_ms));
    if cues.does("--crash-at", number) {
        exit(134);
    }
    if cues.does("--exit-at", number) {
        exit(0);
    }
    if cues.does("--stall-at", number) {
        sleep(Duration::from_secs(600));
    }
    if cues.does("--flood-at", number) {
        loop {
            say("info string all work and no play");
        }
    }
    if cues.does("--late-at", number) {
        sleep(Duration::from_millis(400));
    }
    if cues.does("--garbage-at", number) {
        io::stdout().write_all(b"bestmove \xff\x00nonsense\n").ok();
        say("");
        return;
    }
    if cues.does("--illegal-at", number) {
        return say("bestmove a1a1");
    }
    if cues.does("--long-line-at", number) {
        say(&"x\0\r".repeat(4 << 20));
    }
    if cues.does("--bytes-at", number) {
        io::stdout().write_all(&cues.bytes).ok();
    }
    let moves = position.legal_moves();
    let mut bits = position.key().0 ^ cues.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits ^= bits >> 29;
    bits = bits.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20;
    match moves.get((bits % moves.len().max(1) as u64) as usize) {
        Some(m) => {
            let nodes = if cues.tells_nanoseconds {
                begin.elapsed().as_nanos()
            } else {
                1
            };
            let score = bits % 41;
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

fn read_cues() -> Cues {
    let mut cues = Cues::default();
    let mut args = std::env::args().skip(1);
    while let (Some(cue), Some(value)) = (args.next(), args.next()) {
        let number = value.parse().unwrap_or(0);
        match cue.as_str() {
            "--bytes" => cues.bytes = from_hex(&value),
            "--seed" => cues.seed = number,
            "--nanoseconds" => cues.tells_nanoseconds = true,
            "--delay" => cues.delay_ms = number,
            _ => cues.misdeeds.push((cue, number)),
        }
    }
    cues
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    let byte = |two: &[u32]| two.iter().fold(0, |sum, digit| 16 * sum + digit) as u8;
    digits.chunks(2).map(byte).collect()
}

impl Cues {
    fn does(&self, misdeed: &str, number: u64) -> bool {
        self.misdeeds
            .iter()
            .any(|(what, at)| what == misdeed && *at == number)
    }
}
