//! The page's estimate of the table's time.
//!
//! The server sends its time with each welcome and each pong. The message with the shortest round
//! trip is the most precise; half of its round trip is added.

use std::time::Duration;

/// After this time a more precise estimate is replaced by a newer one, because clocks drift.
const STALE: Duration = Duration::from_secs(300);

/// The estimate of the table's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableTime {
    known: Option<Known>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    /// The time of the table, and the time of the page at that moment.
    at_ms: u64,
    page: Duration,
    /// The round trip of the message.
    way: Duration,
}

impl TableTime {
    /// The server sent its time in reply to a message sent at `asked`.
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

    /// Discards the estimate of an earlier connection.
    pub fn forget(&mut self) {
        self.known = None;
    }

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
    fn the_message_with_the_shortest_round_trip_sets_the_time() {
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
