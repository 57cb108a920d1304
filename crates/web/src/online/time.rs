//! The time of the table, as far as the page knows it.
//!
//! The server says its time with each welcome and each answer to a ping. The message that took the
//! shortest way says it best; half of the way is added.

use std::time::Duration;

/// After this long a better known time is given up for a newer one, because clocks drift.
const STALE: Duration = Duration::from_secs(300);

/// What the page knows about the time of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableTime {
    known: Option<Known>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    /// The time of the table, and the time of the page then.
    at_ms: u64,
    page: Duration,
    /// How long the message and its question were on their way.
    way: Duration,
}

impl TableTime {
    /// The server said its time in answer to something that was asked at `asked`.
    pub fn hear(&mut self, now_ms: u64, asked: Duration, page: Duration) {
        let way = page.saturating_sub(asked);
        let is_better = self
            .known
            .is_none_or(|known| way <= known.way || page > known.page + STALE);
        if is_better {
            let half = u64::try_from(way.as_millis() / 2).unwrap_or_default();
            let at_ms = now_ms.saturating_add(half);
            self.known = Some(Known { at_ms, page, way });
        }
    }

    /// Forgets what a connection before this one said.
    pub fn forget(&mut self) {
        self.known = None;
    }

    /// The time of the table at this time of the page.
    #[must_use]
    pub fn at(&self, page: Duration) -> Option<u64> {
        let known = self.known?;
        let since = page.saturating_sub(known.page).as_millis();
        Some(known.at_ms + u64::try_from(since).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn the_message_with_the_shortest_way_says_the_time() {
        let mut time = TableTime::default();
        assert_eq!(time.at(ms(5)), None);
        time.hear(1_000, ms(0), ms(400));
        assert_eq!(time.at(ms(400)), Some(1_200));
        time.hear(2_000, ms(1_000), ms(1_040));
        assert_eq!(time.at(ms(1_140)), Some(2_120));
        time.hear(9_000, ms(2_000), ms(3_000));
        assert_eq!(time.at(ms(1_140)), Some(2_120), "a slow answer says less");
        time.hear(500_000, ms(400_000), ms(400_100));
        assert_eq!(
            time.at(ms(400_100)),
            Some(500_050),
            "an old one is given up"
        );
    }
}
