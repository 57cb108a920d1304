//! Lines of standard input, read on a thread of their own: while the engine plays against itself,
//! `quit` is heard between its moves.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Builder;

use super::input::{self, Input};

/// The lines that were typed and not yet answered.
pub struct Typed {
    lines: Receiver<io::Result<Vec<u8>>>,
    /// A line that was looked at and not yet taken.
    head: Option<io::Result<Vec<u8>>>,
}

impl Typed {
    /// Starts to read standard input.
    pub fn start() -> io::Result<Typed> {
        // One line ahead is enough: a long script stays in its pipe.
        let (sender, lines) = sync_channel(1);
        let read = move || {
            let mut input = io::stdin().lock();
            loop {
                let mut line = Vec::new();
                let read = match input.read_until(b'\n', &mut line) {
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

    /// Waits for the next line; `None` at the end of the input.
    pub fn next(&mut self) -> io::Result<Option<String>> {
        let line = self.head.take().or_else(|| self.lines.recv().ok());
        let line = line.transpose()?;
        Ok(line.map(|line| String::from_utf8_lossy(&line).into_owned()))
    }

    /// Whether the next line is there already and says `quit`.
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
