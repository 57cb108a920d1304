//! The time of a table.

use std::time::Duration;

use tokio::time::Instant;

/// The time of a table, in milliseconds. It continues from the last event of the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableTime {
    base_ms: u64,
    since: Instant,
}

impl TableTime {
    /// A time that starts now.
    pub fn starting_at(base_ms: u64) -> TableTime {
        TableTime {
            base_ms,
            since: Instant::now(),
        }
    }

    pub fn now(&self) -> u64 {
        let passed = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.base_ms.saturating_add(passed)
    }

    /// The instant at which the table reaches this time.
    pub fn instant_of(&self, at_ms: u64) -> Instant {
        let after = Duration::from_millis(at_ms.saturating_sub(self.base_ms));
        // An overflowing time counts as never.
        self.since
            .checked_add(after)
            .unwrap_or_else(|| self.since + Duration::from_secs(3_600 * 24 * 365))
    }
}
