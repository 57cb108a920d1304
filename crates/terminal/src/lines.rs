//! The game as lines of text: in a terminal, in a pipe, with a screen reader.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Instant;

use super::board::{Look, Style};
use super::session::{Reply, Session};
use super::words;

/// Whether the input is written again before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// It is, so that the output alone can be read as a transcript.
    On,
    /// It is not; a terminal shows what is typed anyway.
    Off,
}

/// Plays until the player leaves or the input ends.
pub fn run(mut session: Session, look: Look, echo: Echo) -> anyhow::Result<()> {
    let begin = Instant::now();
    let is_terminal = io::stdin().is_terminal();
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    if is_terminal {
        writeln!(out, "Type a move, or help.")?;
    }
    if look.style != Style::None {
        write!(out, "{}", words::board(&session, look))?;
    }
    write!(out, "{}", words::status(&session, begin.elapsed()))?;
    write_engine(&mut out, &mut session, look, begin)?;
    let mut line = Vec::new();
    loop {
        if is_terminal {
            write!(out, "{}> ", session.game().position().turn())?;
        }
        out.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        if echo == Echo::On {
            writeln!(out, "> {}", text.trim_end())?;
        }
        let now = begin.elapsed();
        let replies = session.submit(&text, now);
        write!(out, "{}", words::answer(&replies, &session, look, now))?;
        if replies.iter().any(|reply| matches!(reply, Reply::Quit)) {
            out.flush()?;
            return Ok(());
        }
        write_engine(&mut out, &mut session, look, begin)?;
    }
}

/// Waits for everything that the engine does by itself.
fn write_engine(
    out: &mut impl Write,
    session: &mut Session,
    look: Look,
    begin: Instant,
) -> io::Result<()> {
    out.flush()?;
    while let Some(replies) = session.wait_for_engine(|| begin.elapsed()) {
        let text = words::answer(&replies, session, look, begin.elapsed());
        write!(out, "{text}")?;
        out.flush()?;
    }
    Ok(())
}
