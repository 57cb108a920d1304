//! The interface between a running search and its caller.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;

use crate::report::Report;

/// What a search needs from its caller: the time, and a listener for its reports. The engine itself
/// reads no clock and prints nothing.
///
/// A closure that returns the time since the search began is a host that ignores all reports.
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

/// Controls one search from another thread.
///
/// Each search has its own `Control`, so a late `stop` never stops the next search.
#[derive(Debug)]
pub struct Control {
    stopped: AtomicBool,
    /// The time in microseconds at which the engine's own clock started; [`PONDERING`] while the
    /// opponent's clock runs.
    own_since: AtomicU64,
}

const PONDERING: u64 = u64::MAX;

impl Control {
    /// A search on the engine's own time.
    #[must_use]
    pub fn new() -> Control {
        Control {
            stopped: AtomicBool::new(false),
            own_since: AtomicU64::new(0),
        }
    }

    /// A search on the opponent's time. It ignores time limits until
    /// [`ponder_hit`](Control::ponder_hit).
    #[must_use]
    pub fn pondering() -> Control {
        Control {
            own_since: AtomicU64::new(PONDERING),
            ..Control::new()
        }
    }

    /// Stops the search as soon as it next checks.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Reports that the opponent played the expected move, `at` this time since the search began.
    pub fn ponder_hit(&self, at: Duration) {
        let micros = u64::try_from(at.as_micros()).unwrap_or(PONDERING - 1);
        // A second ponder hit, or one without pondering, changes nothing.
        let _ = self.own_since.compare_exchange(
            PONDERING,
            micros,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.own_since.load(Ordering::Relaxed) == PONDERING
    }

    /// The engine's own time used so far; `None` while pondering.
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
    fn own_time_begins_with_the_ponder_hit() {
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
