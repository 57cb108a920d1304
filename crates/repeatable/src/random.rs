//! A seeded random number generator for openings, self-play, shuffles and tests.

/// The SplitMix64 generator of Steele, Lea and Flood: <https://prng.di.unimi.it/splitmix64.c>.
///
/// ```
/// use repeatable::Random;
/// let mut random = Random::new(7);
/// assert_eq!(random.bits(), Random::new(7).bits());
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random(u64);

/// The golden ratio in 64 bits, by which the state advances.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Creates the generator for item `index` of a run with this seed, so items can be generated in
    /// any order.
    ///
    /// ```
    /// use repeatable::Random;
    /// // Item 3 is the same whether or not items 0 to 2 were generated.
    /// assert_eq!(Random::at(7, 3).bits(), Random::at(7, 3).bits());
    /// assert_ne!(Random::at(7, 3).bits(), Random::at(7, 4).bits());
    /// ```
    #[must_use]
    pub const fn at(seed: u64, index: u64) -> Random {
        Random(Random(seed).bits() ^ Random(index).bits())
    }

    /// Returns the next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below the limit. The bias is less than one in a billion for limits below
    /// 2³².
    ///
    /// ```
    /// use repeatable::Random;
    /// let die = Random::new(1).below(6);
    /// assert!(die < 6);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the limit is 0.
    pub const fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "no number is below 0");
        ((self.bits() as u128 * limit as u128) >> 64) as usize
    }

    /// Returns true once in `times` calls, on average.
    ///
    /// ```
    /// use repeatable::Random;
    /// let mut random = Random::new(1);
    /// assert!(random.one_in(1));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `times` is 0.
    pub const fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Picks one of the choices; `None` if there are none.
    ///
    /// ```
    /// use repeatable::Random;
    /// let mut random = Random::new(1);
    /// assert!(random.pick(&["e4", "d4"]).is_some());
    /// assert_eq!(random.pick::<u8>(&[]), None);
    /// ```
    pub fn pick<'t, T>(&mut self, choices: &'t [T]) -> Option<&'t T> {
        if choices.is_empty() {
            return None;
        }
        choices.get(self.below(choices.len()))
    }

    /// Shuffles a slice.
    ///
    /// ```
    /// use repeatable::Random;
    /// let mut openings = ["e4", "d4", "c4", "Nf3"];
    /// Random::new(1).shuffle(&mut openings);
    /// openings.sort();
    /// assert_eq!(openings, ["Nf3", "c4", "d4", "e4"]);
    /// ```
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_matches_splitmix64() {
        // The outputs of the reference implementation in C for seed 1234567.
        let mut random = Random::new(1_234_567);
        let outputs = [(); 3].map(|()| random.bits());
        assert_eq!(
            outputs,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

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

    #[test]
    fn a_shuffle_keeps_every_value() {
        let mut values: Vec<u32> = (0..100).collect();
        Random::at(3, 4).shuffle(&mut values);
        assert!(!values.is_sorted());
        values.sort_unstable();
        assert_eq!(values, (0..100).collect::<Vec<u32>>());
    }
}
