//! The [AdamW](https://arxiv.org/abs/1711.05101) optimizer.
//!
//! The optimizer keeps the exact weights. The forward pass uses weights rounded to the quantized
//! values (quantization-aware training), so nothing is lost when the network is written.

use crate::first_layer::Integers;
use crate::gradient::Gradient;
use crate::parameters::{Parameters, ROWS, Row, largest, steps};

const MEAN_KEPT: f32 = 0.9;
const SPREAD_KEPT: f32 = 0.999;
const DECAY: f32 = 0.01;
const TINY: f32 = 1e-8;

/// The optimizer state.
pub struct Adam {
    /// The exact weights. All other code uses them rounded.
    numbers: Parameters,
    means: Parameters,
    spreads: Parameters,
    steps: i32,
}

/// The scale of a step.
#[derive(Clone, Copy)]
struct Stride {
    rate: f32,
    /// The weight of each sample.
    weight: f32,
    /// The bias correction of the moments.
    mean_filled: f32,
    spread_filled: f32,
}

impl Adam {
    #[must_use]
    pub fn new(numbers: Parameters) -> Adam {
        Adam {
            numbers,
            means: Parameters::zeroed(),
            spreads: Parameters::zeroed(),
            steps: 0,
        }
    }

    /// The exact weights.
    #[must_use]
    pub fn numbers(&self) -> &Parameters {
        &self.numbers
    }

    /// The weights rounded to quantized values, and those of the first layer as integers.
    #[must_use]
    pub fn rounded(&self) -> (Parameters, Integers) {
        let mut rounded = Parameters::zeroed();
        let rows = rounded.rows_mut().iter_mut().zip(self.numbers.rows());
        for (at, (rounded, numbers)) in rows.enumerate() {
            round_row(rounded, numbers, steps(at));
        }
        let mut integers = Integers::zeroed();
        for (integers, rounded) in integers.rows_mut().iter_mut().zip(rounded.rows()) {
            integers.take_over(rounded);
        }
        (rounded, integers)
    }

    /// Makes a step with the summed gradients of this many samples, clears the gradients, and
    /// writes the rounded weights, also as integers. There is one gradient and one thread per part.
    pub fn step(
        &mut self,
        (rounded, integers): (&mut Parameters, &mut Integers),
        gradients: &mut [Gradient],
        samples: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let stride = Stride {
            rate,
            weight: 1.0 / samples.max(1) as f32,
            mean_filled: 1.0 - MEAN_KEPT.powi(self.steps),
            spread_filled: 1.0 - SPREAD_KEPT.powi(self.steps),
        };
        let share = ROWS.div_ceil(gradients.len().max(1));
        let mut parts: Vec<_> = gradients
            .iter_mut()
            .map(|gradient| gradient.sum_mut().rows_mut().chunks_mut(share))
            .collect();
        let mut integers = integers.rows_mut().chunks_mut(share);
        let rounded = rounded.rows_mut().chunks_mut(share);
        let numbers = self.numbers.rows_mut().chunks_mut(share).zip(rounded);
        let means = self.means.rows_mut().chunks_mut(share);
        let memories = means.zip(self.spreads.rows_mut().chunks_mut(share));
        std::thread::scope(|scope| {
            for (part, ((numbers, rounded), (means, spreads))) in numbers.zip(memories).enumerate()
            {
                let mut gradients: Vec<&mut [Row]> =
                    parts.iter_mut().filter_map(Iterator::next).collect();
                let integers = integers.next().unwrap_or_default();
                scope.spawn(move || {
                    let numbers = numbers.iter_mut().zip(rounded);
                    let rows = numbers.zip(means.iter_mut().zip(spreads));
                    for (at, ((numbers, rounded), (means, spreads))) in rows.enumerate() {
                        let sum = take_row(&mut gradients, at);
                        let row = part * share + at;
                        let bound = largest(row);
                        step_row((&mut *numbers, bound), means, spreads, &sum, stride);
                        round_row(rounded, numbers, steps(row));
                        // The rows of the second layer follow those of the first.
                        if let Some(integers) = integers.get_mut(at) {
                            integers.take_over(rounded);
                        }
                    }
                });
            }
        });
    }
}

fn round_row(rounded: &mut Row, numbers: &Row, steps: i32) {
    let steps = steps as f32;
    for (rounded, number) in rounded.0.iter_mut().zip(&numbers.0) {
        *rounded = (number * steps).round_ties_even() / steps;
    }
}

/// Sums one row over all gradients and clears it.
fn take_row(gradients: &mut [&mut [Row]], at: usize) -> Row {
    let mut sum = Row::ZERO;
    for gradient in gradients {
        for (sum, value) in sum.0.iter_mut().zip(&mut gradient[at].0) {
            *sum += *value;
            *value = 0.0;
        }
    }
    sum
}

/// Makes a step with a row of weights, which stay within a bound.
fn step_row(
    (numbers, bound): (&mut Row, f32),
    means: &mut Row,
    spreads: &mut Row,
    sum: &Row,
    stride: Stride,
) {
    let numbers = numbers.0.iter_mut().zip(&sum.0);
    let memories = means.0.iter_mut().zip(&mut spreads.0);
    for ((number, &sum), (mean, spread)) in numbers.zip(memories) {
        let gradient = sum * stride.weight;
        *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * gradient;
        *spread = SPREAD_KEPT * *spread + (1.0 - SPREAD_KEPT) * gradient * gradient;
        let way = *mean / stride.mean_filled;
        let pace = (*spread / stride.spread_filled).sqrt() + TINY;
        let kept = *number * (1.0 - stride.rate * DECAY);
        *number = (kept - stride.rate * way / pace).clamp(-bound, bound);
    }
}
