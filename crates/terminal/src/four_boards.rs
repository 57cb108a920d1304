//! Duplicate chess in the terminal: people and programs at one keyboard, or a script through a pipe.
//!
//! [`play`] reads lines and shows the four boards; [`answer`] plays the same game for programs.
//! [`picture`] and [`explain`] put tables and moves into text.

mod dialog;
pub mod explain;
pub mod picture;
mod requests;
mod seats;

pub use requests::{Request, answer};
pub use seats::{Occupant, Seats};

use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;

use anyhow::Context;
use duplicate::{DuplicateGame, save};
use rival::Rival;

use crate::plain::Plain;
use dialog::Reply;

/// The text of a file, or of standard input for `-`. Longer texts than any game are cut off.
///
/// # Errors
///
/// Returns an error if the file cannot be read as text.
pub fn read(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    let limit = save::LENGTH_MAX as u64 + 1;
    let reader: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path);
        Box::new(file.with_context(|| format!("cannot open {}", path.display()))?)
    };
    reader
        .take(limit)
        .read_to_string(&mut text)
        .with_context(|| format!("cannot read {} as text", path.display()))?;
    Ok(text)
}

/// Plays on standard input and output until the players leave. The seed breaks ties between moves
/// that a program finds equally good.
///
/// # Errors
///
/// Returns an error if the terminal fails.
pub fn play(mut game: DuplicateGame, mut seats: Seats, seed: u64) -> anyhow::Result<()> {
    let mut out = Plain::new(io::stdout().lock());
    write!(out, "{}", picture::boards(game.boards()))?;
    writeln!(out, "{}", picture::status(&game))?;
    writeln!(out, "Type a move such as e2e4, `why e2e4`, or `help`.")?;
    let is_terminal = io::stdin().is_terminal();
    let mut lines = io::stdin().lock().lines();
    loop {
        play_programs(&mut game, &seats, seed, &mut out)?;
        if !seats.any_human() && game.ending().is_some() && !is_terminal {
            return Ok(());
        }
        if is_terminal {
            write!(out, "{}> ", game.turn())?;
        }
        out.flush()?;
        let Some(line) = lines.next() else {
            return Ok(());
        };
        match dialog::respond(&mut game, &mut seats, line?.trim()) {
            Reply::Nothing => {}
            Reply::Say(text) => writeln!(out, "{text}")?,
            Reply::Show(text) => {
                if !text.is_empty() {
                    writeln!(out, "{text}")?;
                }
                write!(out, "\n{}", picture::boards(game.boards()))?;
                writeln!(out, "{}", picture::status(&game))?;
            }
            Reply::Quit => return Ok(()),
        }
    }
}

/// Lets programs move until it is a person's turn, the game is over, or an earlier state is shown.
fn play_programs(
    game: &mut DuplicateGame,
    seats: &Seats,
    seed: u64,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut moved = false;
    while game.shown() == game.steps().len()
        && let Occupant::Program(level) = seats.0[game.turn()]
        && let Some(chosen) = Rival::new(level, seed).think(game)
    {
        let played = game.play(chosen.m)?;
        writeln!(
            out,
            "{} (level {}) plays {}",
            played.seat,
            level.number(),
            played.m
        )?;
        let events = explain::played(played.seat, &played.effects);
        if !events.is_empty() {
            writeln!(out, "{events}")?;
        }
        out.flush()?;
        moved = true;
    }
    if moved {
        write!(out, "\n{}", picture::boards(game.boards()))?;
        writeln!(out, "{}", picture::status(game))?;
    }
    Ok(())
}
