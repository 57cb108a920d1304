//! The [sequential probability ratio
//! test](https://www.chessprogramming.org/Sequential_Probability_Ratio_Test): play until one of two
//! hypotheses is accepted.
//!
//! The log-likelihood ratio is the generalized one: each hypothesis is represented by the most
//! likely distribution of pair scores that satisfies it (after Michel Van den Bergh's notes on
//! normalized Elo, as used by fishtest and OpenBench). Counts of zero are replaced by a thousandth,
//! which keeps the ratio finite.

use super::elo::{NORMALIZED_PER_DEVIATION, mean_and_variance};
use super::scores::{GameCounts, PairCounts};

/// The Elo scale of the bounds of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    #[default]
    Normalized,
    Logistic,
}

/// A test of "the difference is `elo0`" (H0) against "the difference is `elo1`" (H1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Continue,
    AcceptH0,
    AcceptH1,
}

/// The state of a test: log-likelihood ratio, bounds and decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below this, H0 is accepted.
    pub lower: f64,
    /// At or above this, H1 is accepted.
    pub upper: f64,
    pub verdict: Decision,
}

#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// `elo0` must be less than `elo1`, and both finite.
    #[error("expected elo0 < elo1, found {0} and {1}")]
    Bounds(f64, f64),
    /// An error probability must lie between 0 and ½.
    #[error("expected an error probability between 0 and 0.5, found {0}")]
    Probability(f64),
}

impl Sprt {
    /// A test with these bounds and error probabilities: `alpha` of accepting H1 when H0 is true,
    /// `beta` of accepting H0 when H1 is true.
    ///
    /// # Errors
    ///
    /// Returns an error if the parameters are invalid.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Sprt, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Bounds(elo0, elo1));
        }
        for probability in [alpha, beta] {
            if !(probability > 0.0 && probability < 0.5) {
                return Err(SprtError::Probability(probability));
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The two bounds of the log-likelihood ratio.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// Judges pairs (pentanomial model).
    #[must_use]
    pub fn judge_pairs(&self, pairs: &PairCounts) -> SprtState {
        self.state(self.log_likelihood_ratio(&pairs.outcomes(), 2.0))
    }

    /// Judges single games (trinomial model).
    #[must_use]
    pub fn judge_games(&self, games: &GameCounts) -> SprtState {
        self.state(self.log_likelihood_ratio(&games.outcomes(), 1.0))
    }

    fn state(&self, llr: f64) -> SprtState {
        let (lower, upper) = self.bounds();
        let verdict = if llr <= lower {
            Decision::AcceptH0
        } else if llr >= upper {
            Decision::AcceptH1
        } else {
            Decision::Continue
        };
        SprtState {
            llr,
            lower,
            upper,
            verdict,
        }
    }

    fn log_likelihood_ratio(&self, outcomes: &[(f64, f64)], games_per_outcome: f64) -> f64 {
        if outcomes.iter().all(|&(_, count)| count == 0.0) {
            return 0.0;
        }
        let counts: Vec<(f64, f64)> = outcomes
            .iter()
            .map(|&(score, count)| (score, count.max(1e-3)))
            .collect();
        let total: f64 = counts.iter().map(|(_, count)| count).sum();
        let seen: Vec<(f64, f64)> = counts
            .iter()
            .map(|&(score, count)| (score, count / total))
            .collect();
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => likeliest_with_mean(&seen, expected_score(elo)),
            EloModel::Normalized => {
                let deviations = elo / NORMALIZED_PER_DEVIATION * games_per_outcome.sqrt();
                likeliest_with_deviations(&seen, deviations)
            }
        };
        let (h0, h1) = (likeliest(self.elo0), likeliest(self.elo1));
        let gain = |((p0, p1), (_, p)): ((&f64, &f64), &(f64, f64))| p * (p1 / p0).ln();
        total * h0.iter().zip(&h1).zip(&seen).map(gain).sum::<f64>()
    }

    /// The expected number of games if the true difference is `elo`, on the scale of the test. For
    /// logistic bounds, the draw ratio determines the variance of a game.
    #[must_use]
    pub fn expected_games(&self, elo: f64, draw_ratio: f64) -> f64 {
        let per_deviation = match self.model {
            EloModel::Normalized => NORMALIZED_PER_DEVIATION,
            EloModel::Logistic => {
                let deviation = (0.25 * (1.0 - draw_ratio.clamp(0.0, 0.999))).sqrt();
                // Near one half, a unit of score is worth 1600 / ln 10 Elo.
                deviation * 1600.0 / std::f64::consts::LN_10
            }
        };
        let [t0, t1, t] = [self.elo0, self.elo1, elo].map(|elo| elo / per_deviation);
        let drift = (t1 - t0) * (t - (t0 + t1) / 2.0);
        let variance = (t1 - t0).powi(2);
        let (lower, upper) = self.bounds();
        if drift.abs() < 1e-12 {
            return -lower * upper / variance;
        }
        let weight = |bound: f64| (-2.0 * drift * bound / variance).exp();
        let pass = (1.0 - weight(lower)) / (weight(upper) - weight(lower));
        (lower * (1.0 - pass) + upper * pass) / drift
    }

    #[must_use]
    pub fn elo_bounds(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The scale of the bounds.
    #[must_use]
    pub fn model(&self) -> EloModel {
        self.model
    }
}

/// The score that a logistic Elo difference predicts.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The most likely distribution with this mean, given the observed one.
fn likeliest_with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let shifted: Vec<(f64, f64)> = seen.iter().map(|&(score, p)| (score - mean, p)).collect();
    reweigh(&shifted)
}

/// The most likely distribution whose mean is this many of its standard deviations above one half.
/// Found by iteration: the condition is linearized around the previous distribution.
fn likeliest_with_deviations(seen: &[(f64, f64)], deviations: f64) -> Vec<f64> {
    let mut likeliest = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..100 {
        let current: Vec<(f64, f64)> = seen
            .iter()
            .zip(&likeliest)
            .map(|(&(score, _), &p)| (score, p))
            .collect();
        let (mean, variance) = mean_and_variance(&current);
        let deviation = variance.sqrt();
        let condition: Vec<(f64, f64)> = seen
            .iter()
            .map(|&(score, p)| {
                let spread = 1.0 + ((mean - score) / deviation).powi(2);
                (score - 0.5 - deviations * deviation * spread / 2.0, p)
            })
            .collect();
        let next = reweigh(&condition);
        let change = likeliest
            .iter()
            .zip(&next)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        likeliest = next;
        if change < 1e-12 {
            break;
        }
    }
    likeliest
}

/// The most likely distribution under which the given values have mean zero: each probability is
/// divided by 1 + x·value, where x solves the secular equation.
fn reweigh(values: &[(f64, f64)]) -> Vec<f64> {
    let x = solve_secular(values);
    values
        .iter()
        .map(|&(value, p)| p / (1.0 + x * value))
        .collect()
}

/// Solves Σ p·v / (1 + x·v) = 0 between the poles around zero, where the sum is decreasing.
fn solve_secular(values: &[(f64, f64)]) -> f64 {
    let least = values
        .iter()
        .map(|(value, _)| *value)
        .fold(f64::INFINITY, f64::min);
    let most = values
        .iter()
        .map(|(value, _)| *value)
        .fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        let sum: f64 = values
            .iter()
            .map(|&(v, p)| p * v / (1.0 + middle * v))
            .sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalized(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, EloModel::Normalized).unwrap()
    }

    #[test]
    fn published_counts_give_the_published_ratio() {
        let state = normalized(0.5, 2.5).judge_pairs(&PairCounts([39, 8843, 26675, 9240, 44]));
        assert!((state.llr - 2.9417).abs() < 5e-4, "{}", state.llr);
        assert_eq!(state.verdict, Decision::Continue);
        assert!((state.upper - 2.944).abs() < 1e-3);
    }

    #[test]
    fn the_ratio_is_finite_for_every_count() {
        let counts = [0, 1, 3, 1_000_000];
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let test = Sprt::new(0.0, 5.0, 0.05, 0.05, model).unwrap();
            for index in 0..counts.len().pow(5) {
                let pick = |place: u32| counts[index / counts.len().pow(place) % counts.len()];
                let pairs = PairCounts([pick(0), pick(1), pick(2), pick(3), pick(4)]);
                let state = test.judge_pairs(&pairs);
                assert!(state.llr.is_finite(), "{model:?} {pairs:?}");
            }
            let games = GameCounts {
                wins: 0,
                draws: 9,
                losses: 0,
            };
            assert!(test.judge_games(&games).llr.is_finite());
        }
    }

    #[test]
    fn clear_results_end_the_test() {
        let test = normalized(0.0, 5.0);
        let better = PairCounts([100, 1500, 4000, 2500, 300]);
        assert_eq!(test.judge_pairs(&better).verdict, Decision::AcceptH1);
        let worse = PairCounts([300, 2500, 4000, 1500, 100]);
        assert_eq!(test.judge_pairs(&worse).verdict, Decision::AcceptH0);
        assert_eq!(test.judge_pairs(&PairCounts::default()).llr, 0.0);
    }

    #[test]
    fn the_expected_length_is_largest_between_the_bounds() {
        let test = normalized(0.0, 5.0);
        let middle = test.expected_games(2.5, 0.5);
        assert!(middle > test.expected_games(0.0, 0.5));
        assert!(middle > test.expected_games(10.0, 0.5));
        assert!(middle > 30_000.0 && middle < 60_000.0, "{middle}");
    }

    #[test]
    fn invalid_bounds_are_refused() {
        assert!(Sprt::new(5.0, 0.0, 0.05, 0.05, EloModel::Logistic).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.0, 0.05, EloModel::Logistic).is_err());
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05, EloModel::Logistic).is_err());
    }
}
