//! Maximum-likelihood ratings of a tournament, with error bars.
//!
//! Each player has one rating. The expected score of a game is a logistic function of the rating
//! difference, and a draw counts as half a win and half a loss. Newton's method finds the most
//! likely ratings; the curvature there gives the error bars. A small prior (one draw against an
//! average opponent per player) keeps the ratings of perfect scores finite.
//!
//! Players with a known rating are *anchors*: they keep it and define the scale for the others.

use super::Estimate;
use super::scores::GameCounts;

/// The games between two players, from the first player's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    pub first: usize,
    pub second: usize,
    pub games: GameCounts,
}

/// A player's rating. Without anchors the average of all ratings is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Logistic Elo. An anchor's rating has no error.
    pub elo: Estimate,
    pub is_anchor: bool,
}

/// The Elo of one unit of log odds.
const ELO_PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// Rates players. A player with a given rating is an anchor.
///
/// # Panics
///
/// Panics if an encounter names a player out of range.
#[must_use]
pub fn rate(anchors: &[Option<f64>], encounters: &[Encounter]) -> Vec<Rating> {
    let known: Vec<f64> = anchors.iter().flatten().copied().collect();
    // The prior pulls ratings toward 0, so 0 must be the average of the anchors.
    let middle = known.iter().sum::<f64>() / known.len().max(1) as f64;
    let mut strength: Vec<f64> = anchors
        .iter()
        .map(|anchor| anchor.map_or(0.0, |elo| (elo - middle) / ELO_PER_LOG_ODDS))
        .collect();
    let mut covariance = Vec::new();
    for _ in 0..200 {
        let (mut gradient, mut curvature) = slope(&strength, encounters);
        hold(anchors, &mut gradient, &mut curvature);
        covariance = inverse(curvature);
        let step: Vec<f64> = covariance
            .iter()
            .map(|row| row.iter().zip(&gradient).map(|(c, g)| c * g).sum::<f64>())
            .collect();
        let largest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
        // Far from the solution a full step can overshoot; one unit of log odds never does.
        let damp = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        strength
            .iter_mut()
            .zip(&step)
            .for_each(|(s, d)| *s += damp * d);
        if largest < 1e-10 {
            break;
        }
    }
    if known.is_empty() {
        return around_the_average(&strength, &covariance);
    }
    let place = |(player, anchor): (usize, &Option<f64>)| {
        let deviation = covariance[player][player].max(0.0).sqrt();
        let elo = match *anchor {
            Some(value) => Estimate { value, error: 0.0 },
            None => Estimate {
                value: middle + strength[player] * ELO_PER_LOG_ODDS,
                error: 1.96 * deviation * ELO_PER_LOG_ODDS,
            },
        };
        let is_anchor = anchor.is_some();
        Rating { elo, is_anchor }
    };
    anchors.iter().enumerate().map(place).collect()
}

/// Ratings without anchors. Only differences are well determined, so the variance is that of the
/// distance from the average.
fn around_the_average(strength: &[f64], covariance: &[Vec<f64>]) -> Vec<Rating> {
    let count = strength.len().max(1) as f64;
    let average = strength.iter().sum::<f64>() / count;
    let row_mean = |row: &Vec<f64>| row.iter().sum::<f64>() / count;
    let total_mean = covariance.iter().map(row_mean).sum::<f64>() / count;
    covariance
        .iter()
        .enumerate()
        .map(|(player, row)| {
            let variance = row[player] - 2.0 * row_mean(row) + total_mean;
            let error = 1.96 * variance.max(0.0).sqrt() * ELO_PER_LOG_ODDS;
            let value = (strength[player] - average) * ELO_PER_LOG_ODDS;
            Rating {
                elo: Estimate { value, error },
                is_anchor: false,
            }
        })
        .collect()
}

/// Removes the anchors from the equations.
fn hold(anchors: &[Option<f64>], gradient: &mut [f64], curvature: &mut [Vec<f64>]) {
    for held in (0..anchors.len()).filter(|&player| anchors[player].is_some()) {
        gradient[held] = 0.0;
        curvature[held].fill(0.0);
        curvature.iter_mut().for_each(|row| row[held] = 0.0);
        curvature[held][held] = 1.0;
    }
}

/// The gradient and the negated Hessian of the log-likelihood.
fn slope(strength: &[f64], encounters: &[Encounter]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strength.len();
    let mut gradient = vec![0.0; players];
    let mut curvature = vec![vec![0.0; players]; players];
    for player in 0..players {
        let expected = 1.0 / (1.0 + (-strength[player]).exp());
        gradient[player] += 0.5 - expected;
        curvature[player][player] += expected * (1.0 - expected);
    }
    for Encounter {
        first,
        second,
        games,
    } in encounters
    {
        let count = games.games() as f64;
        let expected = 1.0 / (1.0 + (strength[*second] - strength[*first]).exp());
        let surplus = games.score() * count - expected * count;
        let weight = count * expected * (1.0 - expected);
        gradient[*first] += surplus;
        gradient[*second] -= surplus;
        curvature[*first][*first] += weight;
        curvature[*second][*second] += weight;
        curvature[*first][*second] -= weight;
        curvature[*second][*first] -= weight;
    }
    (gradient, curvature)
}

/// The inverse of a positive definite matrix by Gaussian elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..size)
        .map(|row| {
            (0..size)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|value| *value /= scale);
        inverse[pivot].iter_mut().for_each(|value| *value /= scale);
        let (pivot_row, pivot_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * pivot_row[column];
                inverse[row][column] -= factor * pivot_inverse[column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encounter(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
        Encounter {
            first,
            second,
            games: GameCounts {
                wins,
                draws,
                losses,
            },
        }
    }

    #[test]
    fn transitive_results_add_up() {
        // 64 % is 100 Elo, so players two steps apart differ by 200 without having met.
        let ratings = rate(
            &[None; 3],
            &[
                encounter(0, 1, 6400, 0, 3600),
                encounter(1, 2, 6400, 0, 3600),
            ],
        );
        let gap = ratings[0].elo.value - ratings[2].elo.value;
        assert!((gap - 200.0).abs() < 2.0, "{gap}");
        assert!(
            ratings
                .iter()
                .map(|rating| rating.elo.value)
                .sum::<f64>()
                .abs()
                < 1e-6
        );
    }

    #[test]
    fn a_perfect_score_gives_a_finite_rating() {
        let ratings = rate(&[None; 2], &[encounter(0, 1, 20, 0, 0)]);
        assert!(ratings[0].elo.value.is_finite() && ratings[0].elo.value > 100.0);
        assert!(ratings[0].elo.error.is_finite());
    }

    #[test]
    fn anchors_keep_their_rating_and_place_the_others() {
        // 64 % against 2300 and 36 % against 2500 both imply 2400.
        let ratings = rate(
            &[None, Some(2300.0), Some(2500.0)],
            &[encounter(0, 1, 640, 0, 360), encounter(0, 2, 360, 0, 640)],
        );
        assert!((ratings[0].elo.value - 2400.0).abs() < 0.5, "{ratings:?}");
        assert!((10.0..20.0).contains(&ratings[0].elo.error), "{ratings:?}");
        assert!(!ratings[0].is_anchor);
        for (anchor, value) in [(1, 2300.0), (2, 2500.0)] {
            let elo = Estimate { value, error: 0.0 };
            assert_eq!(
                ratings[anchor],
                Rating {
                    elo,
                    is_anchor: true
                }
            );
        }
    }

    #[test]
    fn distant_anchors_without_games_are_accepted() {
        let ratings = rate(
            &[Some(-1e4), None, Some(1e4), None],
            &[encounter(1, 0, 3, 0, 0)],
        );
        assert!(ratings.iter().all(|rating| rating.elo.value.is_finite()));
        assert!(rate(&[], &[]).is_empty());
    }

    #[test]
    fn more_games_narrow_the_error() {
        let few = rate(&[None; 2], &[encounter(0, 1, 10, 10, 10)]);
        let many = rate(&[None; 2], &[encounter(0, 1, 1000, 1000, 1000)]);
        assert!(many[0].elo.error < few[0].elo.error / 3.0);
    }
}
