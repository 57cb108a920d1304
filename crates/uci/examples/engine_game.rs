//! Lets a UCI engine play a game against itself and prints the moves.
//!
//! `cargo run -p fourfold-uci-protocol --example engine_game -- PATH_OF_ENGINE`

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};

use fourfold_uci_protocol::chess::Position;
use fourfold_uci_protocol::{Command, Go, Origin, Reply, UciMove};

/// The longest game, in plies.
const PLIES: usize = 200;

/// The pipes of a running engine.
struct Engine {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn send(&mut self, command: &Command) -> Result<(), Box<dyn Error>> {
        Ok(writeln!(self.input, "{command}")?)
    }

    /// Reads until a reply is accepted. Banners and other unknown lines are ignored.
    fn wait_for<T>(&mut self, accept: impl Fn(Reply) -> Option<T>) -> Result<T, Box<dyn Error>> {
        let mut line = Vec::new();
        while self.output.read_until(b'\n', &mut line)? > 0 {
            if let Some(found) = Reply::read(&line).ok().and_then(&accept) {
                return Ok(found);
            }
            line.clear();
        }
        Err("the engine ended".into())
    }

    fn best_move(&mut self, moves: &[UciMove]) -> Result<Option<UciMove>, Box<dyn Error>> {
        self.send(&Command::Position {
            origin: Origin::Start,
            moves: moves.to_vec(),
        })?;
        self.send(&Command::Go(Go {
            movetime: Some(100),
            ..Go::default()
        }))?;
        self.wait_for(|reply| match reply {
            Reply::BestMove { best, .. } => Some(best),
            _ => None,
        })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a UCI engine")?;
    let mut process = std::process::Command::new(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut engine = Engine {
        input: process.stdin.take().ok_or("the engine has no input")?,
        output: BufReader::new(process.stdout.take().ok_or("the engine has no output")?),
    };
    engine.send(&Command::Uci)?;
    engine.wait_for(|reply| (reply == Reply::UciOk).then_some(()))?;

    let mut position = Position::start();
    let mut moves = Vec::new();
    while moves.len() < PLIES && position.has_legal_moves() {
        let Some(best) = engine.best_move(&moves)? else {
            break;
        };
        let m = position.parse_uci(&best.to_string())?;
        println!("{}", position.san(m));
        position = position.play(m)?;
        moves.push(best);
    }
    println!("{position}");
    engine.send(&Command::Quit)?;
    process.wait()?;
    Ok(())
}
