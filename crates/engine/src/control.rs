//! How a running search is spoken to, and how it speaks.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;

use crate::report::Report;

/// What a search needs from the outside: the time, and a listener for its reports. The engine
/// itself reads no clock and prints nothing.
///
/// A function that returns the time since the search began is a host that ignores all reports.
pub trait Host: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;

    /// Receives what the search has found so far.
    fn report(&self, report: &Report) {
        let _ = report;
    }
}

impl<C: Fn() -> Duration + Sync> Host for C {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// A host without a clock that ignores all reports, for searches limited by depth or nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullHost;

impl Host for NullHost {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The reins of one search, to be held by another thread.
///
/// A search gets reins of its own, so that a late `stop` never stops the next one.
#[derive(Debug)]
pub struct Control {
    stopped: AtomicBool,
    /// Microseconds at which the search's own time began; [`PONDERING`] while it is the
    /// opponent's.
    own_since: AtomicU64,
}

const PONDERING: u64 = u64::MAX;

impl Control {
    /// A search in its own time.
    #[must_use]
    pub fn new() -> Control {
        Control {
            stopped: AtomicBool::new(false),
            own_since: AtomicU64::new(0),
        }
    }

    /// A search in the opponent's time, which knows no limit of time until
    /// [`ponder_hit`](Control::ponder_hit).
    #[must_use]
    pub fn pondering() -> Control {
        Control {
            own_since: AtomicU64::new(PONDERING),
            ..Control::new()
        }
    }

    /// Ends the search as soon as it notices.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Says that the opponent made the expected move, so long after the search began.
    pub fn ponder_hit(&self, at: Duration) {
        let micros = u64::try_from(at.as_micros()).unwrap_or(PONDERING - 1);
        // A second hit, or one without pondering, changes nothing.
        let _ = self.own_since.compare_exchange(
            PONDERING,
            micros,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    /// Whether the search has been told to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search runs in the opponent's time.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.own_since.load(Ordering::Relaxed) == PONDERING
    }

    /// How much of its own time the search has used by now; `None` while pondering.
    pub(crate) fn own_time(&self, now: Duration) -> Option<Duration> {
        match self.own_since.load(Ordering::Relaxed) {
            PONDERING => None,
            since => Some(now.saturating_sub(Duration::from_micros(since))),
        }
    }
}

impl Default for Control {
    fn default() -> Control {
        Control::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_time_begins_with_the_hit() {
        let at = Duration::from_millis;
        assert_eq!(Control::new().own_time(at(5)), Some(at(5)));
        let control = Control::pondering();
        assert_eq!(control.own_time(at(5)), None);
        control.ponder_hit(at(7));
        control.ponder_hit(at(9));
        assert!(!control.is_pondering());
        assert_eq!(control.own_time(at(10)), Some(at(3)));
    }
}
