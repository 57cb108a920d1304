//! A UCI engine that plays random moves decided by its seed and the position, and misbehaves on
//! cue: `mock-engine --seed 7 --crash-at 5`. Moves are counted from 1 in each game.

#![forbid(unsafe_code)]

use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

use chess::Position;
use chess::fen::{self, CastlingMode};
use uci::{Command, Origin};

#[derive(Default)]
struct Cues {
    seed: u64,
    /// (what to do, at which move of a game).
    misdeeds: Vec<(String, u64)>,
    delay_ms: u64,
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
            Command::UciNewGame => moves_made = 0,
            Command::Position { origin, moves } => {
                position = match origin {
                    Origin::Start => Position::start(),
                    Origin::Fen(text) => {
                        fen::read(&text, CastlingMode::Chess960, chess::Tolerance::Lenient)
                            .map_or(position, |read| read.position)
                    }
                };
                for sent in moves {
                    position = position.play_unchecked(position.understand_uci(sent));
                }
            }
            Command::Go(_) => {
                moves_made += 1;
                answer(&cues, &position, moves_made);
            }
            Command::Quit => return,
            _ => {}
        }
    }
}

fn answer(cues: &Cues, position: &Position, number: u64) {
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
    if cues.does("--garbage-at", number) {
        io::stdout().write_all(b"bestmove \xff\x00nonsense\n").ok();
        say("");
        return;
    }
    if cues.does("--illegal-at", number) {
        return say("bestmove a1a1");
    }
    if cues.does("--long-line-at", number) {
        say(&"x".repeat(3 << 20));
    }
    if cues.does("--late-at", number) {
        sleep(Duration::from_millis(400));
    }
    let moves = position.legal_moves();
    let mut bits = position.key().0 ^ cues.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits ^= bits >> 29;
    bits = bits.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20;
    match moves.get((bits % moves.len().max(1) as u64) as usize) {
        Some(m) => {
            say(&format!(
                "info depth 1 score cp {} nodes 1 time 0",
                bits % 41
            ));
            say(&format!("bestmove {}", m.to_uci(CastlingMode::Standard)));
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
            "--seed" => cues.seed = number,
            "--delay" => cues.delay_ms = number,
            _ => cues.misdeeds.push((cue, number)),
        }
    }
    cues
}

impl Cues {
    fn does(&self, misdeed: &str, number: u64) -> bool {
        self.misdeeds
            .iter()
            .any(|(what, at)| what == misdeed && *at == number)
    }
}
