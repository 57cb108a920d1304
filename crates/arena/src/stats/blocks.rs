//! Blocks of games that belong together, each with one number as its result.
//!
//! Games of a block share their opening and are not independent; blocks are. So the error of a mean
//! is taken from the spread of the blocks, and a sequential test counts blocks.

use super::sprt::{Decision, SprtState};

/// The results of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockScores {
    count: u64,
    sum: f64,
    squares: f64,
}

/// A mean and the half of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// How far the truth may be off on either side, 95 times of 100; infinite for less than two
    /// blocks.
    pub error: f64,
}

/// A sequential test of "the mean is `low`" against "the mean is `high`", with both errors at 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanTest {
    low: f64,
    high: f64,
}

/// How many standard errors the 95 % interval reaches.
const NINETY_FIVE: f64 = 1.959_964;

/// Below this many blocks the spread is not known well enough to decide anything.
const BLOCKS_MIN: u64 = 20;

impl BlockScores {
    /// Counts a block.
    pub fn add(&mut self, score: f64) {
        self.count += 1;
        self.sum += score;
        self.squares += score * score;
    }

    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.count
    }

    /// The mean of the blocks; 0 without blocks.
    #[must_use]
    pub fn mean(&self) -> Mean {
        if self.count == 0 {
            return Mean {
                value: 0.0,
                error: f64::INFINITY,
            };
        }
        let count = self.count as f64;
        let error = match self.variance() {
            Some(variance) => NINETY_FIVE * (variance / count).sqrt(),
            None => f64::INFINITY,
        };
        Mean {
            value: self.sum / count,
            error,
        }
    }

    /// The spread of the blocks; `None` for less than two.
    fn variance(&self) -> Option<f64> {
        let count = self.count as f64;
        (self.count > 1)
            .then(|| ((self.squares - self.sum * self.sum / count) / (count - 1.0)).max(0.0))
    }
}

impl MeanTest {
    /// A test between two means; `None` unless the first is the smaller one.
    #[must_use]
    pub fn new(low: f64, high: f64) -> Option<MeanTest> {
        (low.is_finite() && high.is_finite() && low < high).then_some(MeanTest { low, high })
    }

    /// What the blocks say: the log-likelihood ratio of two normal means with the spread that was
    /// seen.
    #[must_use]
    pub fn judge(&self, blocks: &BlockScores) -> SprtState {
        let upper = (0.95f64 / 0.05).ln();
        // A spread of nothing would make one block decide.
        let variance = blocks.variance().unwrap_or(1.0).max(1e-4);
        let middle = (self.low + self.high) / 2.0;
        let excess = blocks.sum - blocks.count as f64 * middle;
        let llr = (self.high - self.low) * excess / variance;
        let verdict = match llr {
            _ if blocks.count < BLOCKS_MIN => Decision::Continue,
            llr if llr >= upper => Decision::AcceptH1,
            llr if llr <= -upper => Decision::AcceptH0,
            _ => Decision::Continue,
        };
        SprtState {
            llr,
            lower: -upper,
            upper,
            verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Random;

    use super::*;

    #[test]
    fn the_interval_is_that_of_a_mean() {
        let mut scores = BlockScores::default();
        for score in [1.0, 2.0, 3.0, 4.0] {
            scores.add(score);
        }
        let mean = scores.mean();
        assert_eq!(mean.value, 2.5);
        // The variance is 5/3, the standard error the root of 5/12.
        assert!((mean.error - 1.959_964 * (5.0f64 / 12.0).sqrt()).abs() < 1e-9);
        assert_eq!(BlockScores::default().mean().error, f64::INFINITY);
    }

    /// Blocks with three outcomes, as rare in one direction as the mean says.
    fn decide(test: MeanTest, mean: f64, seed: u64) -> Decision {
        let mut random = Random::new(seed);
        let mut blocks = BlockScores::default();
        for _ in 0..100_000 {
            let up = random.below(10_000) as f64 / 10_000.0 < 0.5 + mean;
            blocks.add(if up { 0.5 } else { -0.5 });
            let verdict = test.judge(&blocks).verdict;
            if verdict != Decision::Continue {
                return verdict;
            }
        }
        Decision::Continue
    }

    #[test]
    fn the_test_errs_as_rarely_as_it_says() {
        let test = MeanTest::new(0.0, 0.1).unwrap();
        let wrong = |mean, right| {
            (0..400)
                .filter(|&seed| decide(test, mean, seed) != right)
                .count()
        };
        // 5 % of 400 is 20; three standard errors more are 33.
        assert!(wrong(0.0, Decision::AcceptH0) <= 33);
        assert!(wrong(0.1, Decision::AcceptH1) <= 33);
        assert!(MeanTest::new(0.1, 0.1).is_none());
    }
}
