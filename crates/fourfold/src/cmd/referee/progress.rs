//! A progress bar on standard error, if that is a terminal.

use std::time::Instant;

use referee::audit::BlockReport;
use terminal::grouped;

use crate::output::ProgressLine;

const WIDTH: usize = 30;

pub struct Progress {
    count: Count,
    line: ProgressLine,
}

struct Count {
    total: Option<u64>,
    bytes: u64,
    games: u64,
    begun: Instant,
}

impl Progress {
    /// The start of an audit of this many bytes, if that is known.
    pub fn new(total: Option<u64>) -> Progress {
        Progress {
            count: Count {
                total,
                bytes: 0,
                games: 0,
                begun: Instant::now(),
            },
            line: ProgressLine::new(true),
        }
    }

    /// Counts a block and draws the bar if it is time to.
    pub fn advance(&mut self, block: &BlockReport) {
        self.count.bytes += block.bytes;
        self.count.games += block.games;
        self.line.show(|| self.count.bar());
    }

    /// Clears the bar to make room for a line.
    pub fn clear(&mut self) {
        self.line.clear();
    }
}

impl Count {
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
