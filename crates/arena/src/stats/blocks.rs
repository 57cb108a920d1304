//! Blocks of games, each with one number as its result.
//!
//! Games of a block share their opening and are not independent, but blocks are. So error bars come
//! from the variance of the blocks, and a sequential test counts blocks.

use super::sprt::{Decision, SprtState};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockScores {
    count: u64,
    sum: f64,
    squares: f64,
}

/// A mean with the half-width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    pub value: f64,
    /// The half-width of the 95 % confidence interval; infinite for fewer than two blocks.
    pub error: f64,
}

/// A sequential test of "the mean is `low`" against "the mean is `high`" with 5 % error rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanTest {
    low: f64,
    high: f64,
}

/// The half-width of a 95 % confidence interval in standard errors.
const NINETY_FIVE: f64 = 1.959_964;

/// The minimum number of blocks for a decision: with fewer the variance is too uncertain.
const BLOCKS_MIN: u64 = 20;

impl BlockScores {
    pub fn add(&mut self, score: f64) {
        self.count += 1;
        self.sum += score;
        self.squares += score * score;
    }

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

    /// The variance of the blocks; `None` for fewer than two.
    fn variance(&self) -> Option<f64> {
        let count = self.count as f64;
        (self.count > 1)
            .then(|| ((self.squares - self.sum * self.sum / count) / (count - 1.0)).max(0.0))
    }
}

impl MeanTest {
    /// A test between two means; `None` unless `low` is less than `high`.
    #[must_use]
    pub fn new(low: f64, high: f64) -> Option<MeanTest> {
        (low.is_finite() && high.is_finite() && low < high).then_some(MeanTest { low, high })
    }

    /// The log-likelihood ratio of two normal means with the observed variance, and the decision.
    #[must_use]
    pub fn judge(&self, blocks: &BlockScores) -> SprtState {
        let upper = (0.95f64 / 0.05).ln();
        // With a variance of zero, one block would decide.
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
    use repeatable::Random;

    use super::*;

    #[test]
    fn the_interval_matches_the_standard_error() {
        let mut scores = BlockScores::default();
        for score in [1.0, 2.0, 3.0, 4.0] {
            scores.add(score);
        }
        let mean = scores.mean();
        assert_eq!(mean.value, 2.5);
        // The variance is 5/3, so the standard error is the square root of 5/12.
        assert!((mean.error - 1.959_964 * (5.0f64 / 12.0).sqrt()).abs() < 1e-9);
        assert_eq!(BlockScores::default().mean().error, f64::INFINITY);
    }

    /// Random blocks with three outcomes and the given mean.
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
    fn the_test_keeps_its_error_rates() {
        let test = MeanTest::new(0.0, 0.1).unwrap();
        let wrong = |mean, right| {
            (0..400)
                .filter(|&seed| decide(test, mean, seed) != right)
                .count()
        };
        // 5 % of 400 is 20; three standard errors more is 33.
        assert!(wrong(0.0, Decision::AcceptH0) <= 33);
        assert!(wrong(0.1, Decision::AcceptH1) <= 33);
        assert!(MeanTest::new(0.1, 0.1).is_none());
    }
}
