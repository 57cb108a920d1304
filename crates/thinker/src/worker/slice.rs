//! The size of slices.
//!
//! A slice that ends in the middle of an iteration loses part of its work, so small slices cost
//! depth. So slices grow with the search. The first are short, so that the worker responds quickly
//! while someone steps through a game; if it does not respond in time, the page starts another
//! worker.

use std::time::Duration;

/// The duration of the first slices.
const SHORTEST: Duration = Duration::from_millis(15);

/// The duration of the last ones.
const LONGEST: Duration = Duration::from_secs(1);

/// A slice takes this fraction of the time spent so far.
const SHARE: u32 = 3;

/// The first slice, before the speed of the machine is known.
const FIRST: u64 = 2_000;

/// Adapts the number of nodes in a slice to the time it should take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    began: Option<Duration>,
}

impl Pace {
    /// The number of nodes of the slice that begins now, after this many nodes of the same search.
    pub fn next_slice(&mut self, now: Duration, searched: u64) -> u64 {
        let began = *self.began.get_or_insert(now);
        let spent = now.saturating_sub(began);
        if spent.is_zero() || searched == 0 {
            return FIRST;
        }
        let target = (spent / SHARE).clamp(SHORTEST, LONGEST);
        let nodes = u128::from(searched) * target.as_micros() / spent.as_micros().max(1);
        u64::try_from(nodes).unwrap_or(u64::MAX).max(FIRST)
    }

    /// How long the search has run so far.
    pub fn spent(&self, now: Duration) -> Duration {
        now.saturating_sub(self.began.unwrap_or(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_short_at_first_and_grow_with_the_search() {
        for nodes_per_ms in [150, 800] {
            let (mut pace, mut now, mut searched) = (Pace::default(), Duration::ZERO, 0);
            let mut times = Vec::new();
            while now < Duration::from_secs(10) {
                let nodes = pace.next_slice(now, searched);
                searched += nodes;
                let took = Duration::from_micros(nodes * 1000 / nodes_per_ms);
                times.push(took);
                now += took;
            }
            let early = times[..3].iter().max().unwrap();
            assert!(*early <= SHORTEST + Duration::from_millis(1), "{early:?}");
            let longest = times.iter().max().unwrap();
            let bounds = LONGEST / 2..=LONGEST + Duration::from_millis(1);
            assert!(bounds.contains(longest), "{longest:?}");
        }
    }
}
