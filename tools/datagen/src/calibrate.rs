//! Fits the scale of scores to the results of games.
//!
//! A network that learns from its own scores has no unit of its own: a centipawn can come to mean
//! more or less from one generation to the next. The results of the games say what scores were
//! worth. Two models are fitted by [maximum
//! likelihood](https://en.wikipedia.org/wiki/Maximum_likelihood_estimation): the expected points
//! `1 / (1 + exp(-score / scale))`, and separate probabilities of winning and losing. The second is
//! also fitted by the number of pieces on the board: late in a game a lead is more often a win.

use core::ops::RangeInclusive;

use crate::quiet::{Lesson, SCORE_MAX, lessons};
use crate::store::StoredGame;

use chess::Color;

/// How often each score led to a loss, a draw and a win.
#[derive(Clone, Debug)]
pub struct Results(Vec<[u64; 3]>);

/// Results by the number of pieces on the board, kings included.
#[derive(Clone, Debug)]
pub struct ByPieces(Vec<Results>);

/// What scores are worth in positions with some numbers of pieces.
#[derive(Clone, Debug)]
pub struct Group {
    pub pieces: RangeInclusive<usize>,
    pub positions: u64,
    pub calibration: Calibration,
}

/// The most pieces on a board.
const PIECES_MAX: usize = 32;

/// The numbers of pieces in a group differ by less than this.
const GROUP: usize = 4;

/// A smaller group is not fitted.
const POSITIONS_MIN: u64 = 1000;

impl Default for ByPieces {
    fn default() -> ByPieces {
        ByPieces(vec![Results::default(); PIECES_MAX + 1])
    }
}

impl ByPieces {
    /// Counts the training positions of a game.
    pub fn add_game(&mut self, game: &StoredGame) {
        for lesson in lessons(game, 0.0) {
            let pieces = lesson.position.board().occupied().len() as usize;
            self.0[pieces].add(&lesson);
        }
    }

    pub fn merge(&mut self, other: &ByPieces) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.merge(other);
        }
    }

    #[must_use]
    pub fn total(&self) -> Results {
        sum(&self.0)
    }

    /// Fits groups of positions with about the same number of pieces.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        let firsts = (1..=PIECES_MAX).step_by(GROUP);
        let groups = firsts.filter_map(|first| {
            let pieces = first..=first + GROUP - 1;
            let results = sum(&self.0[pieces.clone()]);
            (results.positions() >= POSITIONS_MIN).then(|| Group {
                pieces,
                positions: results.positions(),
                calibration: results.fit(),
            })
        });
        groups.collect()
    }
}

fn sum(parts: &[Results]) -> Results {
    let mut total = Results::default();
    for part in parts {
        total.merge(part);
    }
    total
}

/// What scores are worth, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// The scale of the expected points.
    pub scale: f64,
    /// The score at which a win has probability one half.
    pub even: f64,
    /// The width of the transition from draw to win.
    pub spread: f64,
}

/// The search for a maximum ends when it is known to this many centipawns.
const PRECISION: f64 = 0.01;

impl Default for Results {
    fn default() -> Results {
        Results(vec![[0; 3]; 2 * usize::from(SCORE_MAX.unsigned_abs()) + 1])
    }
}

impl Results {
    fn merge(&mut self, other: &Results) {
        let counts = self.0.iter_mut().flatten();
        for (own, other) in counts.zip(other.0.iter().flatten()) {
            *own += other;
        }
    }

    fn add(&mut self, lesson: &Lesson) {
        let points = match lesson.position.turn() {
            Color::White => lesson.half_points,
            Color::Black => 2 - lesson.half_points,
        };
        let index = i32::from(lesson.score) + i32::from(SCORE_MAX);
        self.0[index as usize][usize::from(points)] += 1;
    }

    #[must_use]
    pub fn positions(&self) -> u64 {
        self.0.iter().flatten().sum()
    }

    /// Fits both models. Without positions the numbers mean nothing.
    #[must_use]
    pub fn fit(&self) -> Calibration {
        let scale = highest(20.0, 2000.0, |scale| self.likelihood_of_points(scale));
        let spread_at = |even: f64| {
            highest(5.0, 1000.0, |spread| {
                self.likelihood_of_results(even, spread)
            })
        };
        let even = highest(-500.0, 1000.0, |even| {
            self.likelihood_of_results(even, spread_at(even))
        });
        Calibration {
            scale,
            even,
            spread: spread_at(even),
        }
    }

    fn likelihood_of_points(&self, scale: f64) -> f64 {
        self.sum(|score, [loss, draw, win]| {
            let chance = logistic(score / scale);
            let points = win + draw / 2.0;
            points * chance.ln() + (loss + draw / 2.0) * (1.0 - chance).ln()
        })
    }

    fn likelihood_of_results(&self, even: f64, spread: f64) -> f64 {
        const LEAST: f64 = 1e-12;
        self.sum(|score, [loss, draw, win]| {
            let wins = logistic((score - even) / spread);
            let losses = logistic((-score - even) / spread);
            let draws = (1.0 - wins - losses).max(LEAST);
            win * wins.ln() + draw * draws.ln() + loss * losses.ln()
        })
    }

    fn sum(&self, term: impl Fn(f64, [f64; 3]) -> f64) -> f64 {
        self.0
            .iter()
            .zip(-i32::from(SCORE_MAX)..)
            .filter(|(counts, _)| counts.iter().any(|&count| count > 0))
            .map(|(counts, score)| term(f64::from(score), counts.map(|count| count as f64)))
            .sum()
    }
}

fn logistic(x: f64) -> f64 {
    const LEAST: f64 = 1e-12;
    (1.0 / (1.0 + (-x).exp())).clamp(LEAST, 1.0 - LEAST)
}

/// Where a function with one maximum in the range is highest
/// ([ternary search](https://en.wikipedia.org/wiki/Ternary_search)).
fn highest(low: f64, high: f64, value: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (low, high);
    while high - low > PRECISION {
        let third = (high - low) / 3.0;
        if value(low + third) < value(high - third) {
            low += third;
        } else {
            high -= third;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts as a model predicts them.
    fn predicted(even: f64, spread: f64) -> Results {
        let mut results = Results::default();
        for (counts, score) in results.0.iter_mut().zip(-i32::from(SCORE_MAX)..) {
            let score = f64::from(score);
            let wins = logistic((score - even) / spread);
            let losses = logistic((-score - even) / spread);
            *counts = [losses, 1.0 - wins - losses, wins].map(|share| (share * 1e6) as u64);
        }
        results
    }

    #[test]
    fn the_model_that_made_the_results_is_found() {
        for (even, spread) in [(190.0, 75.0), (60.0, 40.0), (320.0, 110.0)] {
            let found = predicted(even, spread).fit();
            assert!((found.even - even).abs() < 0.5, "{found:?}");
            assert!((found.spread - spread).abs() < 0.5, "{found:?}");
        }
    }

    #[test]
    fn positions_are_grouped_by_their_men() {
        let mut results = ByPieces::default();
        for pieces in [3, 4, 5, 8, 31] {
            let even = if pieces <= 4 { 60.0 } else { 150.0 };
            results.0[pieces].merge(&predicted(even, 80.0));
        }
        let groups = results.groups();
        let pieces: Vec<_> = groups.iter().map(|group| group.pieces.clone()).collect();
        assert_eq!(pieces, [1..=4, 5..=8, 29..=32]);
        let evens = groups.iter().map(|group| group.calibration.even.round());
        assert_eq!(evens.collect::<Vec<_>>(), [60.0, 150.0, 150.0]);
        let positions: u64 = groups.iter().map(|group| group.positions).sum();
        assert_eq!(positions, results.total().positions());
    }

    #[test]
    fn scores_twice_as_large_have_twice_the_scale() {
        let scale = |even, spread| predicted(even, spread).fit().scale;
        let ratio = scale(200.0, 100.0) / scale(100.0, 50.0);
        assert!((1.9..2.1).contains(&ratio), "{ratio}");
    }
}
