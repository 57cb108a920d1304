//! Winning chances, and the accuracy of moves.
//!
//! The exponential function of the standard library differs between platforms in its last bits, so
//! this module has its own, of additions, multiplications and divisions only. Those, and square
//! roots, are exact to the last bit everywhere.

use chess::Color;
use game::Outcome;

use crate::Evaluation;

/// The steepness of the logistic curve, per centipawn.
const STEEPNESS: f64 = 0.003_682_08;

/// Evaluations beyond this many centipawns count as this many.
const CENTIPAWNS_MAX: i32 = 1_000;

/// White's winning chances in percent; Black has the rest.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Chances(f64);

impl Chances {
    #[must_use]
    pub fn of(evaluation: Evaluation) -> Chances {
        Chances(match evaluation {
            Evaluation::Mate(Color::White, _) | Evaluation::Over(Outcome::Win(Color::White)) => {
                100.0
            }
            Evaluation::Mate(Color::Black, _) | Evaluation::Over(Outcome::Win(Color::Black)) => 0.0,
            Evaluation::Over(Outcome::Draw) => 50.0,
            Evaluation::Centipawns(centipawns) => {
                let centipawns = centipawns.clamp(-CENTIPAWNS_MAX, CENTIPAWNS_MAX);
                100.0 / (1.0 + exp(-STEEPNESS * f64::from(centipawns)))
            }
        })
    }

    /// White's chances in percent.
    #[must_use]
    pub fn white(self) -> f64 {
        self.0
    }

    /// The chances of a side in percent.
    #[must_use]
    pub fn of_side(self, side: Color) -> f64 {
        match side {
            Color::White => self.0,
            Color::Black => 100.0 - self.0,
        }
    }
}

/// The accuracy of a move in percent, by the percentage points of winning chances that it lost: 100
/// for no loss, about 80 for five points, 64 for ten and 10 for fifty.
pub fn accuracy_of_move(loss: f64) -> f64 {
    (103.166_8 * exp(-0.043_54 * loss) - 3.166_9).clamp(0.0, 100.0)
}

/// The accuracy of a side: half the mean of its moves, weighted by how sharp the game was around
/// them, and half their harmonic mean, which counts the worst moves most. `None` without moves.
pub fn accuracy_of_side(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted: f64 = moves
        .iter()
        .map(|(accuracy, weight)| accuracy * weight)
        .sum();
    let inverse: f64 = moves
        .iter()
        .map(|(accuracy, _)| 1.0 / accuracy.max(1.0))
        .sum();
    Some((weighted / weights + moves.len() as f64 / inverse) / 2.0)
}

/// How sharp the game is where the chances go through these values: their standard deviation,
/// within bounds.
pub fn sharpness(window: &[f64]) -> f64 {
    let count = window.len().max(1) as f64;
    let mean = window.iter().sum::<f64>() / count;
    let squares: f64 = window
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    (squares / count).sqrt().clamp(0.5, 12.0)
}

/// The exponential function for numbers of moderate size.
fn exp(x: f64) -> f64 {
    // exp(x) = exp(x / 1024)^1024; eight terms suffice for the small argument.
    let small = x / 1024.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    for index in 1..=8 {
        term *= small / f64::from(index);
        sum += term;
    }
    for _ in 0..10 {
        sum *= sum;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(evaluation: Evaluation) -> f64 {
        Chances::of(evaluation).white()
    }

    #[test]
    fn the_exponential_function_is_precise() {
        for step in -1000..=1000 {
            let x = f64::from(step) / 100.0;
            let error = (exp(x) / x.exp() - 1.0).abs();
            assert!(error < 1e-11, "{x}: {error}");
        }
    }

    #[test]
    fn chances_are_even_at_zero_and_certain_at_mate() {
        assert_eq!(white(Evaluation::Centipawns(0)), 50.0);
        assert_eq!(white(Evaluation::Mate(Color::White, 9)), 100.0);
        assert_eq!(white(Evaluation::Mate(Color::Black, 1)), 0.0);
        assert_eq!(white(Evaluation::Over(Outcome::Draw)), 50.0);
        let pawn = white(Evaluation::Centipawns(100));
        assert!((pawn - 59.1).abs() < 0.1, "{pawn}");
        let black = Chances::of(Evaluation::Centipawns(-100)).of_side(Color::Black);
        assert!((pawn - black).abs() < 1e-9);
        assert_eq!(
            white(Evaluation::Centipawns(1_000)),
            white(Evaluation::Centipawns(9_999))
        );
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        assert!(accuracy_of_move(0.0) > 99.9);
        let values: Vec<f64> = [0.0, 5.0, 10.0, 15.0, 50.0, 100.0]
            .map(accuracy_of_move)
            .to_vec();
        assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
        assert_eq!(accuracy_of_side(&[]), None);
        let side = accuracy_of_side(&[(100.0, 1.0), (10.0, 1.0)]);
        assert!(
            side.is_some_and(|side| side > 30.0 && side < 50.0),
            "{side:?}"
        );
        assert_eq!(accuracy_of_side(&[(80.0, 0.5)]), Some(80.0));
        assert_eq!(sharpness(&[50.0, 50.0]), 0.5);
        assert_eq!(sharpness(&[0.0, 100.0]), 12.0);
    }
}
