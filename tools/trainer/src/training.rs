//! Passes over the samples, each in another order, with ever smaller steps.

use std::time::{Duration, Instant};

use crate::adam::Adam;
use crate::first_layer::Integers;
use crate::gradient::{Gradient, squared_error};
use crate::lessons::Lessons;
use crate::parameters::Parameters;
use crate::sample::Sample;
use chess::Random;

/// How a network is taught.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// How often each sample is looked at.
    pub passes: u32,
    /// Samples a step.
    pub batch: usize,
    /// The length of the first steps; it falls to a hundredth, along a cosine.
    pub rate: f32,
    /// The share of the result in what is learned; the rest is the score.
    pub lambda: f32,
    /// What chance is drawn from.
    pub seed: u64,
    /// How many threads work.
    pub threads: usize,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            passes: 20,
            batch: 16_384,
            rate: 1e-3,
            lambda: 0.0,
            seed: 1,
            threads: 1,
        }
    }
}

/// What is left of the length of steps at the end.
const LAST_RATE: f32 = 0.01;

/// How it stands after a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Passes done.
    pub pass: u32,
    /// The mean squared error of the samples as they were learned.
    pub training_loss: f64,
    /// That of those set aside.
    pub validation_loss: f64,
    /// Samples learned.
    pub samples: u64,
    /// The time spent learning, without validation.
    pub took: Duration,
}

/// Teaches a network that knows nothing; tells each pass.
pub fn train(recipe: &Recipe, lessons: &Lessons, tell: &mut dyn FnMut(&Progress)) -> Parameters {
    let mut learner = Learner::new(recipe);
    let mut random = Random::at(recipe.seed, 1);
    let mut order: Vec<u32> = (0..lessons.training.len() as u32).collect();
    let steps = order.len().div_ceil(recipe.batch.max(1)) as u32 * recipe.passes;
    let (mut step, mut samples, mut took) = (0, 0, Duration::ZERO);
    for pass in 1..=recipe.passes {
        let started = Instant::now();
        random.shuffle(&mut order);
        for batch in order.chunks(recipe.batch.max(1)) {
            learner.learn(&lessons.training, batch, rate_at(recipe.rate, step, steps));
            step += 1;
        }
        samples += order.len() as u64;
        took += started.elapsed();
        tell(&Progress {
            pass,
            training_loss: learner.take_loss() / order.len().max(1) as f64,
            validation_loss: learner.loss_on(&lessons.validation),
            samples,
            took,
        });
    }
    learner.parameters
}

/// The length of a step, along a cosine.
fn rate_at(first: f32, step: u32, steps: u32) -> f32 {
    let done = step as f32 / steps.max(1) as f32;
    let cosine = (1.0 + (std::f32::consts::PI * done).cos()) / 2.0;
    first * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
}

/// A network that is being taught.
pub struct Learner {
    parameters: Parameters,
    /// The first layer of the parameters once more.
    integers: Integers,
    adam: Adam,
    gradients: Vec<Gradient>,
    lambda: f32,
}

impl Learner {
    /// A network that knows nothing.
    #[must_use]
    pub fn new(recipe: &Recipe) -> Learner {
        let adam = Adam::new(Parameters::random(recipe.seed));
        let (parameters, integers) = adam.rounded();
        Learner {
            parameters,
            integers,
            adam,
            gradients: (0..recipe.threads.max(1))
                .map(|_| Gradient::new())
                .collect(),
            lambda: recipe.lambda,
        }
    }

    /// Makes one step along the gradient of the samples named.
    pub fn learn(&mut self, samples: &[Sample], batch: &[u32], rate: f32) {
        let share = batch.len().div_ceil(self.gradients.len()).max(1);
        let (parameters, integers, lambda) = (&self.parameters, &self.integers, self.lambda);
        std::thread::scope(|scope| {
            for (part, gradient) in batch.chunks(share).zip(&mut self.gradients) {
                scope.spawn(move || {
                    let samples = part.iter().map(|&at| &samples[at as usize]);
                    gradient.add(integers, parameters, samples, lambda);
                });
            }
        });
        let rounded = (&mut self.parameters, &mut self.integers);
        self.adam
            .step(rounded, &mut self.gradients, batch.len(), rate);
    }

    /// The summed squared errors of what was learned since this was asked last.
    pub fn take_loss(&mut self) -> f64 {
        self.gradients.iter_mut().map(Gradient::take_loss).sum()
    }

    /// The mean squared error on samples.
    #[must_use]
    pub fn loss_on(&self, samples: &[Sample]) -> f64 {
        let error = |sample| f64::from(squared_error(&self.parameters, sample, self.lambda));
        samples.iter().map(error).sum::<f64>() / samples.len().max(1) as f64
    }
}
