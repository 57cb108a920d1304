//! A generator of random numbers that needs no dependency and gives the same numbers everywhere.

/// A seeded source of random numbers (the SplitMix64 generator).
///
/// ```
/// use testkit::Random;
/// assert_eq!(Random::new(7).word(), Random::new(7).word());
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Sixty-four random bits.
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below the limit.
    ///
    /// # Panics
    ///
    /// Panics if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "no number is below 0");
        // The high half of the product is even enough for tests.
        ((u128::from(self.word()) * limit as u128) >> 64) as usize
    }

    /// Whether something that happens once in so many times happens now.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the choices; `None` if there are none.
    pub fn pick<'t, T>(&mut self, choices: &'t [T]) -> Option<&'t T> {
        if choices.is_empty() {
            return None;
        }
        choices.get(self.below(choices.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_limit_comes_up() {
        let mut random = Random::new(1);
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            seen[random.below(7)] += 1;
        }
        assert!(
            seen.iter().all(|count| (800..1_200).contains(count)),
            "{seen:?}"
        );
    }

    #[test]
    fn nothing_is_picked_from_nothing() {
        assert_eq!(Random::new(1).pick::<u8>(&[]), None);
        assert_eq!(Random::new(1).pick(&[5]), Some(&5));
    }
}
