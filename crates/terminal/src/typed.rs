//! Lines of standard input, read on their own thread. Clocks keep running while nobody types, and
//! `quit` works between moves while the engine plays against itself.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::Duration;

use super::input::{self, Input};

/// The maximum length of a line. The rest of a longer line counts as the next line.
const LINE_MAX: u64 = 1 << 20;

/// Lines that were typed and not yet answered.
pub struct Typed {
    lines: Receiver<io::Result<Vec<u8>>>,
    /// A line that was peeked at and not yet taken.
    head: Option<io::Result<Vec<u8>>>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum NextLine {
    Line(String),
    End,
    TimedOut,
}

impl Typed {
    /// Starts reading standard input.
    pub fn start() -> io::Result<Typed> {
        // Reading one line ahead is enough: a long script stays in its pipe.
        let (sender, lines) = sync_channel(1);
        let read = move || {
            let mut input = io::stdin().lock();
            loop {
                let mut line = Vec::new();
                let read = match (&mut input).take(LINE_MAX).read_until(b'\n', &mut line) {
                    Ok(0) => return,
                    Ok(_) => Ok(line),
                    Err(error) => Err(error),
                };
                let is_broken = read.is_err();
                if sender.send(read).is_err() || is_broken {
                    return;
                }
            }
        };
        Builder::new().name("input".to_owned()).spawn(read)?;
        Ok(Typed { lines, head: None })
    }

    /// Waits for the next line, up to this long; `None` waits forever.
    pub fn next(&mut self, within: Option<Duration>) -> io::Result<NextLine> {
        let line = match (self.head.take(), within) {
            (Some(line), _) => line,
            (None, None) => match self.lines.recv() {
                Ok(line) => line,
                Err(_) => return Ok(NextLine::End),
            },
            (None, Some(within)) => match self.lines.recv_timeout(within) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Ok(NextLine::TimedOut),
                Err(RecvTimeoutError::Disconnected) => return Ok(NextLine::End),
            },
        };
        Ok(NextLine::Line(String::from_utf8_lossy(&line?).into_owned()))
    }

    /// Whether the next line is already there and is `quit`.
    pub fn asks_to_quit(&mut self) -> bool {
        if self.head.is_none() {
            self.head = self.lines.try_recv().ok();
        }
        let Some(Ok(line)) = &self.head else {
            return false;
        };
        matches!(
            input::parse(&String::from_utf8_lossy(line)),
            Some(Ok(Input::Quit))
        )
    }
}
