//! Elo differences with error bars.
//!
//! *Logistic* Elo is the familiar scale: 400 points are odds of ten to one. *Normalized* Elo
//! measures the score in units of its standard deviation per game, so it does not shrink with
//! drawish openings. It determines how many games are needed to detect a difference.

use super::normal;
use super::scores::{GameCounts, PairCounts};

/// Normalized Elo of a score one standard deviation (per game) above one half.
pub(super) const NORMALIZED_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The half-width of a 95 % confidence interval in standard errors.
const NINETY_FIVE_PERCENT: f64 = 1.959_963_984_540_054;

/// A value with the half-width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    /// The half-width of the interval; infinite without enough games.
    pub error: f64,
}

/// The estimated difference between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    pub logistic: Estimate,
    pub normalized: Estimate,
    /// The likelihood of superiority of the first player.
    pub likelihood_of_superiority: f64,
}

impl Elo {
    /// From pairs of games (pentanomial model).
    #[must_use]
    pub fn of_pairs(pairs: &PairCounts) -> Elo {
        Elo::of(&pairs.outcomes(), 2.0)
    }

    /// From single games (trinomial model), which are taken as independent.
    #[must_use]
    pub fn of_games(games: &GameCounts) -> Elo {
        Elo::of(&games.outcomes(), 1.0)
    }

    fn of(outcomes: &[(f64, f64)], games_per_outcome: f64) -> Elo {
        let count: f64 = outcomes.iter().map(|(_, count)| count).sum();
        if count == 0.0 {
            let unknown = Estimate {
                value: 0.0,
                error: f64::INFINITY,
            };
            return Elo {
                logistic: unknown,
                normalized: unknown,
                likelihood_of_superiority: 0.5,
            };
        }
        let (mean, variance) = mean_and_variance(outcomes);
        let deviation = variance.sqrt();
        let standard_error = deviation / count.sqrt();
        let low = logistic(mean - NINETY_FIVE_PERCENT * standard_error);
        let high = logistic(mean + NINETY_FIVE_PERCENT * standard_error);
        let per_game = deviation * games_per_outcome.sqrt();
        let (normalized, superiority) = if deviation > 0.0 {
            let value = (mean - 0.5) / per_game * NORMALIZED_PER_DEVIATION;
            let games = count * games_per_outcome;
            let error = NINETY_FIVE_PERCENT * NORMALIZED_PER_DEVIATION / games.sqrt();
            (
                Estimate { value, error },
                normal::cumulative((mean - 0.5) / standard_error),
            )
        } else {
            let value = if mean == 0.5 {
                0.0
            } else {
                f64::INFINITY.copysign(mean - 0.5)
            };
            let superiority = 0.5 + (mean - 0.5).signum() * if mean == 0.5 { 0.0 } else { 0.5 };
            (
                Estimate {
                    value,
                    error: f64::INFINITY,
                },
                superiority,
            )
        };
        Elo {
            logistic: Estimate {
                value: logistic(mean),
                // The difference of two infinities of the same sign is undefined.
                error: if low == high && low.is_infinite() {
                    f64::INFINITY
                } else {
                    (high - low) / 2.0
                },
            },
            normalized,
            likelihood_of_superiority: superiority,
        }
    }
}

/// The logistic Elo of a score per game; infinite at 0 and 1.
fn logistic(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // Adding zero turns the negative zero of an even score into a positive one.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// Mean and variance of outcomes given as (score, weight).
pub(super) fn mean_and_variance(outcomes: &[(f64, f64)]) -> (f64, f64) {
    let total: f64 = outcomes.iter().map(|(_, weight)| weight).sum();
    let mean = outcomes
        .iter()
        .map(|(score, weight)| score * weight)
        .sum::<f64>()
        / total;
    let spread = |&(score, weight): &(f64, f64)| (score - mean).powi(2) * weight;
    (mean, outcomes.iter().map(spread).sum::<f64>() / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seventy_six_percent_is_two_hundred_elo() {
        let games = GameCounts {
            wins: 76,
            draws: 0,
            losses: 24,
        };
        let elo = Elo::of_games(&games);
        assert!((elo.logistic.value - 200.2).abs() < 0.1);
        assert!(elo.logistic.error > 60.0 && elo.logistic.error < 90.0);
        assert!(elo.likelihood_of_superiority > 0.9999);
    }

    #[test]
    fn all_drawn_games_give_zero_elo() {
        let pairs = PairCounts([10, 20, 40, 20, 10]);
        let elo = Elo::of_pairs(&pairs);
        assert!(elo.logistic.value.abs() < 1e-9);
        assert!(elo.normalized.value.abs() < 1e-9);
        assert!((elo.likelihood_of_superiority - 0.5).abs() < 1e-6);
    }

    #[test]
    fn correlated_pairs_narrow_the_error() {
        // The same games: every pair one win and one loss, or independent.
        let balanced = Elo::of_pairs(&PairCounts([0, 1, 98, 1, 0]));
        let games = Elo::of_games(&GameCounts {
            wins: 99,
            draws: 2,
            losses: 99,
        });
        assert!(balanced.logistic.error < games.logistic.error / 5.0);
    }

    #[test]
    fn no_games_and_one_sided_results_are_handled() {
        assert_eq!(
            Elo::of_pairs(&PairCounts::default()).likelihood_of_superiority,
            0.5
        );
        let all = Elo::of_pairs(&PairCounts([0, 0, 0, 0, 7]));
        assert_eq!(all.logistic.value, f64::INFINITY);
        assert_eq!(all.logistic.error, f64::INFINITY);
        assert_eq!(all.likelihood_of_superiority, 1.0);
    }
}
