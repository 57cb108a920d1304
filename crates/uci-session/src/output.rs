//! Output of whole lines, from any thread, flushed at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use uci::{Reply, SearchInfo};

/// A destination for replies.
pub struct Output {
    sink: Mutex<Box<dyn Write + Send>>,
    closed: AtomicBool,
}

impl Output {
    pub fn new(sink: impl Write + Send + 'static) -> Output {
        Output {
            sink: Mutex::new(Box::new(sink)),
            closed: AtomicBool::new(false),
        }
    }

    pub fn say(&self, reply: &Reply) {
        self.print(&reply.to_string());
    }

    /// Sends an `info string`.
    pub fn note(&self, text: impl Into<String>) {
        self.say(&Reply::Info(SearchInfo::text(text)));
    }

    /// Prints text on lines of its own.
    pub fn print(&self, text: &str) {
        // A thread that panicked while printing has written half a line at worst.
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let line = format!("{text}\n");
        if sink
            .write_all(line.as_bytes())
            .and_then(|()| sink.flush())
            .is_err()
        {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the reader has closed the output.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
