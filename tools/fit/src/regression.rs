//! Logistic regression by Newton's method.

use rival::features::COUNT;

use crate::samples::{INPUTS, Sample};

/// The strength of the prior: it keeps weights near it where the samples have no information.
const RIDGE: f64 = 1.0;
/// The same for material. Programs seldom play on a rook down, so the samples say little about the
/// value of a rook.
const MATERIAL_RIDGE: f64 = 2_000.0;
/// The prior of piece values: 1, 3, 3, 5, 9 times a pawn, which is worth odds of 1.1 to 1. Pieces of
/// each opponent count half.
const PIECES: [f64; 5] = [1.0, 3.0, 3.0, 5.0, 9.0];
const PAWN: f64 = 0.1;
/// The maximum number of iterations. Newton's method converges quadratically and needs far fewer.
const STEPS: usize = 25;

pub struct Fit {
    /// A weight for each input, in log-odds.
    pub weights: [f64; INPUTS],
    /// The mean cross-entropy.
    pub loss: f64,
    /// The cross-entropy of the prior.
    pub loss_of_nothing: f64,
}

/// The most likely weights, given the samples and the prior.
pub fn fit(samples: &[Sample]) -> Fit {
    let mut weights = [0.0; INPUTS];
    let loss_of_nothing = loss(samples, &weights);
    for _ in 0..STEPS {
        let (gradient, hessian) = derivatives(samples, &weights);
        let step = solve(hessian, gradient);
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight -= step;
        }
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    Fit {
        weights,
        loss: loss(samples, &weights),
        loss_of_nothing,
    }
}

type Matrix = Vec<[f64; INPUTS]>;

fn derivatives(samples: &[Sample], weights: &[f64; INPUTS]) -> ([f64; INPUTS], Matrix) {
    let mut gradient = [0.0; INPUTS];
    let mut hessian = vec![[0.0; INPUTS]; INPUTS];
    for (index, row) in hessian.iter_mut().enumerate() {
        let (belief, ridge) = before(index);
        gradient[index] = ridge * (weights[index] - belief);
        row[index] = ridge;
    }
    for sample in samples {
        let predicted = predict(sample, weights);
        let error = predicted - f64::from(sample.target);
        let spread = predicted * (1.0 - predicted);
        for (index, &input) in sample.inputs.iter().enumerate() {
            if input == 0.0 {
                continue;
            }
            let input = f64::from(input);
            gradient[index] += error * input;
            let scaled = spread * input;
            for (cell, &other) in hessian[index].iter_mut().zip(&sample.inputs) {
                *cell += scaled * f64::from(other);
            }
        }
    }
    (gradient, hessian)
}

/// The prior of a weight, and its strength.
fn before(input: usize) -> (f64, f64) {
    let (group, count) = (input / COUNT, input % COUNT);
    match (group, PIECES.get(count)) {
        (0, Some(worth)) => (PAWN * worth, MATERIAL_RIDGE),
        (1, Some(worth)) => (-PAWN * worth / 2.0, MATERIAL_RIDGE),
        (2, Some(_)) => (0.0, MATERIAL_RIDGE),
        _ => (0.0, RIDGE),
    }
}

fn predict(sample: &Sample, weights: &[f64; INPUTS]) -> f64 {
    let sum: f64 = sample
        .inputs
        .iter()
        .zip(weights)
        .map(|(&input, weight)| f64::from(input) * weight)
        .sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(samples: &[Sample], weights: &[f64; INPUTS]) -> f64 {
    let entropy = |sample: &Sample| {
        let (predicted, target) = (predict(sample, weights), f64::from(sample.target));
        -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln())
    };
    samples.iter().map(entropy).sum::<f64>() / samples.len().max(1) as f64
}

/// Solves a system with a positive definite matrix by Gaussian elimination.
fn solve(mut matrix: Matrix, mut right: [f64; INPUTS]) -> [f64; INPUTS] {
    for pivot in 0..INPUTS {
        for row in pivot + 1..INPUTS {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            if factor == 0.0 {
                continue;
            }
            let (above, below) = matrix.split_at_mut(row);
            for (cell, &other) in below[0].iter_mut().zip(&above[pivot]).skip(pivot) {
                *cell -= factor * other;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..INPUTS).rev() {
        let known: f64 = (row + 1..INPUTS)
            .map(|other| matrix[row][other] * right[other])
            .sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use repeatable::Random;

    use super::*;

    #[test]
    fn the_weights_behind_the_samples_are_recovered() {
        let mut truth = [0.0; INPUTS];
        (truth[6], truth[8], truth[12]) = (0.8, -0.5, 0.2);
        let mut random = Random::new(1);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let mut inputs = [0.0; INPUTS];
                for input in &mut inputs[5..13] {
                    *input = random.below(5) as f32 - 2.0;
                }
                let mut sample = Sample {
                    inputs,
                    target: 0.0,
                };
                sample.target = predict(&sample, &truth) as f32;
                sample
            })
            .collect();
        let fit = fit(&samples);
        // The samples have no information about material, so its weights stay at the prior.
        assert!((fit.weights[4] - 9.0 * PAWN).abs() < 1e-9);
        for (found, truth) in fit.weights[5..COUNT].iter().zip(&truth[5..]) {
            assert!((found - truth).abs() < 2e-3, "{found} {truth}");
        }
        assert!(fit.loss < fit.loss_of_nothing);
    }
}
