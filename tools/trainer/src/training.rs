//! The training loop.

use std::time::{Duration, Instant};

use crate::adam::Adam;
use crate::first_layer::Integers;
use crate::gradient::{Gradient, squared_error};
use crate::lessons::Lessons;
use crate::parameters::{Parameters, Row};
use crate::sample::{Sample, Target};
use nnue::arch::INPUTS;
use repeatable::Random;

#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    pub passes: u32,
    pub batch: usize,
    /// The initial learning rate; it decays to a hundredth along a cosine.
    pub rate: f32,
    /// The network is the average of the weights after this many last passes; 1 keeps the last
    /// weights.
    pub averaged: u32,
    pub target: Target,
    pub seed: u64,
    pub threads: usize,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            passes: 20,
            batch: 16_384,
            rate: 1e-3,
            averaged: 1,
            target: Target::default(),
            seed: 1,
            threads: 1,
        }
    }
}

/// The final learning rate relative to the initial one.
const LAST_RATE: f32 = 0.01;

/// The state after a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Passes done.
    pub pass: u32,
    /// The training loss: mean squared error as the samples were learned.
    pub training_loss: f64,
    /// The validation loss; after the last pass that of the averaged network.
    pub validation_loss: f64,
    pub samples: u64,
    /// The training time, without validation.
    pub took: Duration,
}

/// Trains a network from these weights and reports each pass.
pub fn train(
    recipe: &Recipe,
    start: Parameters,
    lessons: &Lessons,
    tell: &mut dyn FnMut(&Progress),
) -> Parameters {
    let mut learner = Learner::new(recipe, start);
    let mut random = Random::at(recipe.seed, 1);
    let mut order: Vec<u32> = (0..lessons.training.len() as u32).collect();
    let steps = order.len().div_ceil(recipe.batch.max(1)) as u32 * recipe.passes;
    let (mut step, mut samples, mut took) = (0, 0, Duration::ZERO);
    let mut average = Average::new();
    for pass in 1..=recipe.passes {
        let started = Instant::now();
        random.shuffle(&mut order);
        for batch in order.chunks(recipe.batch.max(1)) {
            learner.learn(&lessons.training, batch, rate_at(recipe.rate, step, steps));
            step += 1;
        }
        samples += order.len() as u64;
        took += started.elapsed();
        if pass + recipe.averaged.max(1) > recipe.passes {
            average.add(learner.adam.numbers());
        }
        if pass == recipe.passes {
            learner.restart(average.mean());
        }
        tell(&Progress {
            pass,
            training_loss: learner.take_loss() / order.len().max(1) as f64,
            validation_loss: learner.loss_on(&lessons.validation),
            samples,
            took,
        });
    }
    let mut parameters = learner.parameters;
    clear_unseen(&mut parameters, &lessons.training);
    parameters
}

/// The average of several networks.
struct Average {
    sum: Parameters,
    count: u32,
}

impl Average {
    fn new() -> Average {
        Average {
            sum: Parameters::zeroed(),
            count: 0,
        }
    }

    fn add(&mut self, numbers: &Parameters) {
        self.count += 1;
        for (sum, row) in self.sum.rows_mut().iter_mut().zip(numbers.rows()) {
            for (sum, number) in sum.0.iter_mut().zip(row.0) {
                *sum += number;
            }
        }
    }

    fn mean(&self) -> Parameters {
        let mut mean = self.sum.clone();
        for row in mean.rows_mut() {
            row.0 = row.0.map(|sum| sum / self.count as f32);
        }
        mean
    }
}

/// Sets the weights of inputs that occur in no sample to zero: they have learned nothing, and zeros
/// compress better.
fn clear_unseen(parameters: &mut Parameters, samples: &[Sample]) {
    let mut seen = [false; INPUTS];
    for sample in samples {
        for &input in sample.inputs().sides().into_iter().flatten() {
            seen[usize::from(input)] = true;
        }
    }
    for (row, seen) in parameters.rows_mut().iter_mut().zip(seen) {
        if !seen {
            *row = Row::ZERO;
        }
    }
}

/// The learning rate of a step, along a cosine.
fn rate_at(first: f32, step: u32, steps: u32) -> f32 {
    let done = step as f32 / steps.max(1) as f32;
    let cosine = (1.0 + (std::f32::consts::PI * done).cos()) / 2.0;
    first * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
}

/// A network in training.
pub struct Learner {
    parameters: Parameters,
    /// The first layer of the parameters as integers.
    integers: Integers,
    adam: Adam,
    gradients: Vec<Gradient>,
    target: Target,
}

impl Learner {
    #[must_use]
    pub fn new(recipe: &Recipe, start: Parameters) -> Learner {
        let adam = Adam::new(start);
        let (parameters, integers) = adam.rounded();
        Learner {
            parameters,
            integers,
            adam,
            gradients: (0..recipe.threads.max(1))
                .map(|_| Gradient::new())
                .collect(),
            target: recipe.target,
        }
    }

    /// Replaces the weights. The optimizer forgets its moments.
    fn restart(&mut self, numbers: Parameters) {
        self.adam = Adam::new(numbers);
        (self.parameters, self.integers) = self.adam.rounded();
    }

    /// Makes one optimizer step on a batch.
    pub fn learn(&mut self, samples: &[Sample], batch: &[u32], rate: f32) {
        let share = batch.len().div_ceil(self.gradients.len()).max(1);
        let (parameters, integers, target) = (&self.parameters, &self.integers, &self.target);
        std::thread::scope(|scope| {
            for (part, gradient) in batch.chunks(share).zip(&mut self.gradients) {
                scope.spawn(move || {
                    let samples = part.iter().map(|&at| &samples[at as usize]);
                    gradient.add(integers, parameters, samples, target);
                });
            }
        });
        let rounded = (&mut self.parameters, &mut self.integers);
        self.adam
            .step(rounded, &mut self.gradients, batch.len(), rate);
    }

    /// Returns the sum of squared errors since the last call.
    pub fn take_loss(&mut self) -> f64 {
        self.gradients.iter_mut().map(Gradient::take_loss).sum()
    }

    /// The mean squared error on samples.
    #[must_use]
    pub fn loss_on(&self, samples: &[Sample]) -> f64 {
        let error = |sample| f64::from(squared_error(&self.parameters, sample, &self.target));
        samples.iter().map(error).sum::<f64>() / samples.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;

    #[test]
    fn weights_are_averaged() {
        let networks = [2, 3, 4].map(Parameters::random);
        let mut average = Average::new();
        for network in &networks {
            average.add(network);
        }
        let weights = |parameters: &Parameters| parameters.rows()[700].0[9];
        let expected: f32 = networks.iter().map(weights).sum::<f32>() / 3.0;
        assert!((weights(&average.mean()) - expected).abs() < 1e-6);
    }

    #[test]
    fn weights_of_inputs_that_never_occur_are_cleared() {
        let mut parameters = Parameters::random(2);
        let sample = Sample::new(&Position::start(), 0, 1);
        clear_unseen(&mut parameters, &[sample]);
        let inputs = sample.inputs();
        let is_seen = |row: usize| {
            let input = row as u16;
            inputs.sides().iter().any(|side| side.contains(&input))
        };
        for (row, weights) in parameters.rows()[..nnue::arch::PLACES].iter().enumerate() {
            assert_eq!(*weights != Row::ZERO, is_seen(row), "row {row}");
        }
    }
}
