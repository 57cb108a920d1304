//! A token bucket: credits that refill over time.

use std::time::Duration;

use tokio::time::Instant;

/// Credits that allow a burst and then a steady rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Credits {
    most: f64,
    per_second: f64,
    left: f64,
    counted_at: Instant,
}

impl Credits {
    /// Allows a burst of this size, which refills within this time.
    pub fn new(most: u32, again_after: Duration, now: Instant) -> Credits {
        let most = f64::from(most);
        Credits {
            most,
            per_second: most / again_after.as_secs_f64(),
            left: most,
            counted_at: now,
        }
    }

    /// Takes one credit; returns whether there was one.
    pub fn take(&mut self, now: Instant) -> bool {
        self.count(now);
        let is_there = self.left >= 1.0;
        if is_there {
            self.left -= 1.0;
        }
        is_there
    }

    pub fn is_full(&mut self, now: Instant) -> bool {
        self.count(now);
        self.left >= self.most
    }

    fn count(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.counted_at);
        self.counted_at = now;
        self.left = (self.left + passed.as_secs_f64() * self.per_second).min(self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_are_spent_and_refilled() {
        let start = Instant::now();
        let mut credits = Credits::new(100, Duration::from_secs(20), start);
        assert!((0..100).all(|_| credits.take(start)));
        assert!(!credits.take(start));
        let later = start + Duration::from_millis(200);
        assert!(credits.take(later), "five come back each second");
        assert!(!credits.take(later));
        assert!(!credits.is_full(start + Duration::from_secs(19)));
        assert!(credits.is_full(start + Duration::from_secs(21)));
    }
}
