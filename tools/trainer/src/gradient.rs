//! The forward and backward pass.
//!
//! Samples are processed in small groups whose neurons stay in the cache. Forward, the rows of the
//! active inputs are summed in registers. Backward, nothing is scattered: for each input the
//! samples in which it is active are listed and their gradients summed in registers, so each row of
//! the gradient is read and written once per group.

use nnue::arch::INPUTS;

use crate::first_layer::FirstLayer;
use crate::parameters::{FEATURE_BIAS, OUTPUT_BIAS, Parameters, Row, add_rows, output_row};
use crate::sample::{Inputs, Sample, Target};

/// Samples per group: their neurons take 32 KiB.
const GROUP: usize = 16;

/// Accumulates gradients; one per thread.
pub struct Gradient {
    /// The sum since it was last cleared.
    sum: Parameters,
    /// The sum of squared errors since it was last taken.
    loss: f64,
    /// The gradients of each sample's neurons: the side to move's, then the opponent's.
    neurons: Vec<Row>,
    /// The rows of `neurons` in which each input is active, as often as it is active there: several
    /// pieces may be of one kind.
    lists: Vec<Vec<u16>>,
}

impl Gradient {
    #[must_use]
    pub fn new() -> Gradient {
        Gradient {
            sum: Parameters::zeroed(),
            loss: 0.0,
            neurons: vec![Row::ZERO; 2 * GROUP],
            lists: vec![Vec::new(); INPUTS],
        }
    }

    /// The gradient of the sum of squared errors.
    #[must_use]
    pub fn sum(&self) -> &Parameters {
        &self.sum
    }

    pub fn sum_mut(&mut self) -> &mut Parameters {
        &mut self.sum
    }

    /// Returns the sum of squared errors and resets it.
    pub fn take_loss(&mut self) -> f64 {
        std::mem::take(&mut self.loss)
    }

    /// Adds the gradients of samples. The first layer must match the parameters.
    pub fn add<'a>(
        &mut self,
        first: &impl FirstLayer,
        parameters: &Parameters,
        samples: impl IntoIterator<Item = &'a Sample>,
        target: &Target,
    ) {
        let mut samples = samples.into_iter();
        loop {
            let mut group = [None; GROUP];
            let mut len = 0;
            for (place, sample) in group.iter_mut().zip(&mut samples) {
                *place = Some(*sample);
                len += 1;
            }
            self.add_group(first, parameters, group[..len].iter().flatten(), target);
            if len < GROUP {
                return;
            }
        }
    }

    fn add_group<'a>(
        &mut self,
        first: &impl FirstLayer,
        parameters: &Parameters,
        samples: impl Iterator<Item = &'a Sample>,
        target: &Target,
    ) {
        let mut rows = 0;
        for (at, sample) in samples.enumerate() {
            let inputs = sample.inputs();
            let [own, other] = neurons_of(&mut self.neurons, at);
            activate(first, &inputs, own, other);
            let output = sample.output();
            let said = target.points(result(parameters, output, own, other));
            let error = said - sample.target(target);
            self.loss += f64::from(error * error);
            let slope = 2.0 * error * said * (1.0 - said) * target.steepness();
            let sum = self.sum.rows_mut();
            let (row, [own_weights, other_weights]) =
                (output_row(output), parameters.output(output));
            descend(own_weights, own, &mut sum[row], slope);
            descend(other_weights, other, &mut sum[row + 1], slope);
            sum[OUTPUT_BIAS].0[output] += slope;
            for side in inputs.sides() {
                self.list(side, rows);
                rows += 1;
            }
        }
        let (features, rest) = self.sum.rows_mut().split_at_mut(INPUTS);
        for (row, list) in features.iter_mut().zip(&mut self.lists) {
            if !list.is_empty() {
                add_rows(row, &self.neurons, list);
                list.clear();
            }
        }
        let bias = &mut rest[FEATURE_BIAS - INPUTS];
        for row in &self.neurons[..usize::from(rows)] {
            add_row(bias, row);
        }
    }

    /// Records the active inputs of a row of neurons.
    #[inline]
    fn list(&mut self, inputs: &[u16], row: u16) {
        for &input in inputs {
            self.lists[usize::from(input)].push(row);
        }
    }
}

impl Default for Gradient {
    fn default() -> Gradient {
        Gradient::new()
    }
}

/// The network's output for a sample: 1.0 is worth [`nnue::arch::SCALE`] centipawns.
#[must_use]
pub fn evaluate(parameters: &Parameters, sample: &Sample) -> f32 {
    let (mut own, mut other) = (Row::ZERO, Row::ZERO);
    activate(parameters, &sample.inputs(), &mut own, &mut other);
    result(parameters, sample.output(), &own, &other)
}

/// The squared error of the network on a sample.
#[must_use]
pub fn squared_error(parameters: &Parameters, sample: &Sample, target: &Target) -> f32 {
    (target.points(evaluate(parameters, sample)) - sample.target(target)).powi(2)
}

fn neurons_of(neurons: &mut [Row], sample: usize) -> [&mut Row; 2] {
    let (own, other) = neurons[2 * sample..2 * sample + 2].split_at_mut(1);
    [&mut own[0], &mut other[0]]
}

/// Computes the neurons of both sides.
#[inline]
fn activate(first: &impl FirstLayer, inputs: &Inputs, own: &mut Row, other: &mut Row) {
    for (neurons, side) in [own, other].into_iter().zip(inputs.sides()) {
        first.sum_up(side, neurons);
    }
}

/// An output, from the neurons before activation.
#[inline]
fn result(parameters: &Parameters, output: usize, own: &Row, other: &Row) -> f32 {
    let [own_weights, other_weights] = parameters.output(output);
    parameters.output_bias(output) + weigh(own_weights, own) + weigh(other_weights, other)
}

/// The sum of the neurons after activation (clipped and squared), times their weights.
#[inline]
fn weigh(weights: &Row, neurons: &Row) -> f32 {
    let mut sums = [0.0; LANES];
    let (weights, _) = weights.0.as_chunks::<LANES>();
    let (neurons, _) = neurons.0.as_chunks::<LANES>();
    for (weights, neurons) in weights.iter().zip(neurons) {
        for lane in 0..LANES {
            let v = neurons[lane].clamp(0.0, 1.0);
            sums[lane] += v * v * weights[lane];
        }
    }
    // Pairwise addition: one by one, each addition would wait for the previous one.
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
        half /= 2;
    }
    sums[0]
}

/// Independent partial sums, so that additions run in parallel.
const LANES: usize = 32;

/// Replaces neurons by their gradient and adds the gradient of their weights, given the gradient of
/// the output.
#[inline]
fn descend(weights: &Row, neurons: &mut Row, weight_sums: &mut Row, slope: f32) {
    let all = neurons.0.iter_mut().zip(&weights.0).zip(&mut weight_sums.0);
    for ((neuron, &weight), sum) in all {
        let v = neuron.clamp(0.0, 1.0);
        // The gradient of a clipped neuron is zero.
        let within = if v == *neuron { 2.0 * v } else { 0.0 };
        *sum += slope * v * v;
        *neuron = slope * weight * within;
    }
}

#[inline]
fn add_row(target: &mut Row, row: &Row) {
    for (sum, value) in target.0.iter_mut().zip(&row.0) {
        *sum += value;
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use nnue::arch::{HIDDEN, OUTPUTS};
    use repeatable::Random;

    use super::*;
    use crate::parameters::ROWS;

    fn samples() -> Vec<Sample> {
        let fens = [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                30,
                1,
            ),
            (
                "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/P1N2N2/1P2BPPP/R1BQ1RK1 b - - 0 9",
                -500,
                2,
            ),
            ("8/2k5/8/3q4/8/P7/8/6K1 b - - 0 1", 900, 0),
        ];
        let sample = |(fen, score, points): (&str, i16, u8)| {
            Sample::new(&Position::from_fen(fen).unwrap(), score, points)
        };
        fens.map(sample).to_vec()
    }

    #[test]
    fn the_gradient_matches_finite_differences() {
        let parameters = Parameters::random(3);
        let samples = samples();
        let target = Target {
            lambda: 0.25,
            scale: 250.0,
        };
        let mut gradient = Gradient::new();
        gradient.add(&parameters, &parameters, &samples, &target);
        let loss = |parameters: &Parameters| -> f64 {
            let errors = samples
                .iter()
                .map(|sample| squared_error(parameters, sample, &target));
            errors.map(f64::from).sum()
        };
        assert!((gradient.take_loss() - loss(&parameters)).abs() < 1e-6);
        let mut random = Random::new(9);
        let (mut moved, step) = (0, 2e-3);
        for round in 0..400 {
            // Few inputs are active, so most rows are chosen among those.
            let inputs = samples[round % samples.len()].inputs();
            let side = inputs.sides()[round % 2];
            let row = match round % 4 {
                0 => INPUTS + random.below(ROWS - INPUTS),
                _ => usize::from(side[random.below(side.len())]),
            };
            let column = match row {
                OUTPUT_BIAS => random.below(OUTPUTS),
                _ => random.below(HIDDEN),
            };
            let shifted = |by: f32| {
                let mut shifted = parameters.clone();
                shifted.rows_mut()[row].0[column] += by;
                loss(&shifted)
            };
            let expected = (shifted(step) - shifted(-step)) / f64::from(2.0 * step);
            let found = f64::from(gradient.sum().rows()[row].0[column]);
            assert!(
                (found - expected).abs() < 2e-4 + 0.02 * expected.abs(),
                "row {row} column {column}: found {found}, expected {expected}"
            );
            moved += usize::from(expected.abs() > 1e-3);
        }
        assert!(
            moved > 50,
            "{moved} of 400 gradients are large enough to compare"
        );
    }

    #[test]
    fn groups_add_up() {
        let parameters = Parameters::random(5);
        let many: Vec<Sample> = samples().into_iter().cycle().take(3 * GROUP + 1).collect();
        let mut whole = Gradient::new();
        whole.add(&parameters, &parameters, &many, &Target::default());
        let mut parts = Gradient::new();
        for part in many.chunks(50) {
            parts.add(&parameters, &parameters, part, &Target::default());
        }
        let rows = whole.sum().rows().iter().zip(parts.sum().rows());
        let largest = rows
            .flat_map(|(a, b)| {
                a.0.iter()
                    .zip(&b.0)
                    .map(|(a, b)| (a - b).abs())
                    .collect::<Vec<_>>()
            })
            .fold(0.0, f32::max);
        assert!(largest < 1e-3, "{largest}");
    }
}
