//! A progress bar on standard error, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use referee::audit::BlockReport;

use crate::output::grouped;

/// The interval between redraws.
const PAUSE: Duration = Duration::from_millis(100);

const WIDTH: usize = 30;

/// The progress of an audit.
pub struct Progress {
    is_shown: bool,
    total: Option<u64>,
    bytes: u64,
    games: u64,
    begun: Instant,
    drawn: Option<Instant>,
}

impl Progress {
    /// The start of an audit of this many bytes, if that is known.
    pub fn new(total: Option<u64>) -> Progress {
        Progress {
            is_shown: io::stderr().is_terminal(),
            total,
            bytes: 0,
            games: 0,
            begun: Instant::now(),
            drawn: None,
        }
    }

    /// Counts a block and draws the bar if it is time to.
    pub fn advance(&mut self, block: &BlockReport) {
        self.bytes += block.bytes;
        self.games += block.games;
        if self.is_shown && self.drawn.is_none_or(|drawn| drawn.elapsed() > PAUSE) {
            self.drawn = Some(Instant::now());
            // A terminal that cannot be written to must not stop the audit.
            let _ = write!(io::stderr(), "\r\x1b[K{}", self.bar());
        }
    }

    /// Clears the bar to make room for a line.
    pub fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn bar(&self) -> String {
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
        let rate = grouped((self.games as f64 / seconds) as u64);
        let megabytes = self.bytes / 1_000_000;
        match self.total {
            Some(total) if total > 0 => {
                let done = (self.bytes.min(total) as f64) / total as f64;
                let filled = (done * WIDTH as f64) as usize;
                let bar = "=".repeat(filled) + &" ".repeat(WIDTH - filled);
                format!(
                    "[{bar}] {:3.0} %  {megabytes} MB  {rate} games/s",
                    done * 100.0
                )
            }
            _ => format!(
                "{megabytes} MB  {} games  {rate} games/s",
                grouped(self.games)
            ),
        }
    }
}
