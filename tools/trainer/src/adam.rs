//! AdamW: steps along the gradient, each number at its own pace, with a pull towards zero.

use crate::gradient::Gradient;
use crate::parameters::{Parameters, ROWS, Row};

/// No number grows larger: the weights of the output are written as 64ths in eight bits, and
/// 1.98 · 64 rounds to 127.
const LARGEST: f32 = 1.98;

const MEAN_KEPT: f32 = 0.9;
const SPREAD_KEPT: f32 = 0.999;
const DECAY: f32 = 0.01;
const TINY: f32 = 1e-8;

/// What is remembered of earlier gradients.
pub struct Adam {
    means: Parameters,
    spreads: Parameters,
    steps: i32,
}

/// How far a step goes.
#[derive(Clone, Copy)]
struct Stride {
    rate: f32,
    /// What each sample counts.
    weight: f32,
    /// How much of the memory is filled.
    mean_filled: f32,
    spread_filled: f32,
}

impl Adam {
    /// Without memories.
    #[must_use]
    pub fn new() -> Adam {
        Adam {
            means: Parameters::zeroed(),
            spreads: Parameters::zeroed(),
            steps: 0,
        }
    }

    /// Makes a step along the gradients of so many samples together, which are used up. Each
    /// gradient belongs to a thread, and there will be as many threads.
    pub fn step(
        &mut self,
        parameters: &mut Parameters,
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
        let numbers = parameters.rows_mut().chunks_mut(share);
        let means = self.means.rows_mut().chunks_mut(share);
        let spreads = self.spreads.rows_mut().chunks_mut(share);
        std::thread::scope(|scope| {
            for ((numbers, means), spreads) in numbers.zip(means).zip(spreads) {
                let mut gradients: Vec<&mut [Row]> =
                    parts.iter_mut().filter_map(Iterator::next).collect();
                scope.spawn(move || {
                    let rows = numbers.iter_mut().zip(means).zip(spreads);
                    for (at, ((numbers, means), spreads)) in rows.enumerate() {
                        let sum = take_row(&mut gradients, at);
                        step_row(numbers, means, spreads, &sum, stride);
                    }
                });
            }
        });
    }
}

impl Default for Adam {
    fn default() -> Adam {
        Adam::new()
    }
}

/// The sum of one row over all gradients, which is zero then.
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

fn step_row(numbers: &mut Row, means: &mut Row, spreads: &mut Row, sum: &Row, stride: Stride) {
    let numbers = numbers.0.iter_mut().zip(&sum.0);
    let memories = means.0.iter_mut().zip(&mut spreads.0);
    for ((number, &sum), (mean, spread)) in numbers.zip(memories) {
        let gradient = sum * stride.weight;
        *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * gradient;
        *spread = SPREAD_KEPT * *spread + (1.0 - SPREAD_KEPT) * gradient * gradient;
        let way = *mean / stride.mean_filled;
        let pace = (*spread / stride.spread_filled).sqrt() + TINY;
        let kept = *number * (1.0 - stride.rate * DECAY);
        *number = (kept - stride.rate * way / pace).clamp(-LARGEST, LARGEST);
    }
}
