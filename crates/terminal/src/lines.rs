//! The game as lines of text, for terminals, pipes and screen readers.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use super::board::{Look, Style};
use super::dialog::{Dialog, Reply};
use super::plain::visible_line;
use super::typed::{NextLine, Typed};
use super::words;

/// Whether input is repeated before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// Repeated, so that the output alone is a transcript.
    On,
    /// Not repeated: a terminal shows the input anyway.
    Off,
}

/// Plays until the player quits or the input ends.
pub fn run(mut dialog: Dialog, look: Look, echo: Echo) -> anyhow::Result<()> {
    let begin = Instant::now();
    let is_terminal = io::stdin().is_terminal();
    let mut typed = Typed::start()?;
    let mut out = io::stdout().lock();
    if is_terminal {
        writeln!(out, "Type a move, or help.")?;
    }
    if look.style != Style::None {
        write!(out, "{}", words::board(&dialog, look))?;
    }
    write!(out, "{}", words::status(&dialog, begin.elapsed()))?;
    let claims = words::answer(&dialog.open_claims(), &dialog, look, begin.elapsed());
    write!(out, "{claims}")?;
    write_engine(&mut out, &mut dialog, &mut typed, look, begin)?;
    loop {
        if is_terminal {
            write!(out, "{}> ", dialog.game().position().turn())?;
        }
        out.flush()?;
        let until_flag = dialog.time_until_flag(begin.elapsed());
        let line = match typed.next(until_flag)? {
            NextLine::End => return Ok(()),
            NextLine::Line(line) => Some(line),
            NextLine::TimedOut => None,
        };
        if let (Echo::On, Some(line)) = (echo, &line) {
            writeln!(out, "> {}", visible_line(line.trim_end()))?;
        }
        let now = begin.elapsed();
        let replies = match &line {
            Some(line) => dialog.submit(line, now),
            None => dialog.tick(now),
        };
        if is_terminal && line.is_none() {
            // The cursor is after the prompt.
            writeln!(out)?;
        }
        write!(out, "{}", words::answer(&replies, &dialog, look, now))?;
        if replies.iter().any(|reply| matches!(reply, Reply::Quit)) {
            out.flush()?;
            return Ok(());
        }
        write_engine(&mut out, &mut dialog, &mut typed, look, begin)?;
    }
}

/// Waits until the engine has nothing more to do, or a spectator quits.
fn write_engine(
    out: &mut impl Write,
    dialog: &mut Dialog,
    typed: &mut Typed,
    look: Look,
    begin: Instant,
) -> io::Result<()> {
    out.flush()?;
    while let Some(replies) = dialog.wait_for_engine(|| begin.elapsed()) {
        let text = words::answer(&replies, dialog, look, begin.elapsed());
        write!(out, "{text}")?;
        out.flush()?;
        if dialog.is_watched() && typed.asks_to_quit() {
            break;
        }
    }
    Ok(())
}
