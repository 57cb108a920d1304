//! Where replies go: whole lines, from any thread, at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use uci::{Reply, SearchInfo};

/// Where replies go.
pub struct Output {
    sink: Mutex<Box<dyn Write + Send>>,
    closed: AtomicBool,
}

impl Output {
    /// Replies go here.
    pub fn new(sink: impl Write + Send + 'static) -> Output {
        Output {
            sink: Mutex::new(Box::new(sink)),
            closed: AtomicBool::new(false),
        }
    }

    /// Says one line.
    pub fn say(&self, reply: &Reply) {
        self.print(&reply.to_string());
    }

    /// Says something to people.
    pub fn note(&self, text: impl Into<String>) {
        self.say(&Reply::Info(SearchInfo::text(text)));
    }

    /// Prints text as it is, on lines of its own.
    pub fn print(&self, text: &str) {
        // A thread that panicked while it printed has written half a line at worst.
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

    /// Whether nobody listens any more.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
