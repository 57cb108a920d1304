//! [SPSA](https://www.chessprogramming.org/SPSA), simultaneous perturbation stochastic
//! approximation: all parameters are moved up or down at random, two players with the two sets
//! meet, and every parameter moves a little toward the winner's value.
//!
//! The state is a fold over the results, and randomness comes from a seed, so an interrupted run
//! can be resumed exactly.

use repeatable::Random;

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name, an option of the engine.
    pub name: String,
    pub start: f64,
    pub min: f64,
    pub max: f64,
    /// The size of its perturbation in the last trial. A change of this size should affect results
    /// measurably.
    pub step: f64,
}

/// The learning rates of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// The learning rate at the end of the run, in steps per won game.
    pub rate: f64,
    /// The exponent by which the learning rate decreases.
    pub alpha: f64,
    /// The exponent by which the perturbations decrease.
    pub gamma: f64,
    /// The part of the run that stabilizes the first steps.
    pub stability: f64,
}

impl Default for Gains {
    /// The values that J. C. Spall recommends and that chess engines are tuned with.
    fn default() -> Gains {
        Gains {
            rate: 0.002,
            alpha: 0.602,
            gamma: 0.101,
            stability: 0.1,
        }
    }
}

/// Two sets of parameters that play each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The values of the first player.
    pub plus: Vec<i32>,
    /// The values of the second player.
    pub minus: Vec<i32>,
}

/// A run of trials.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    gains: Gains,
    trials: u64,
    seed: u64,
    values: Vec<f64>,
}

impl Spsa {
    #[must_use]
    pub fn new(parameters: Vec<Parameter>, gains: Gains, trials: u64, seed: u64) -> Spsa {
        Spsa {
            values: parameters.iter().map(|one| one.start).collect(),
            parameters,
            gains,
            trials: trials.max(1),
            seed,
        }
    }

    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The two sets of values for this trial, numbered from 0.
    #[must_use]
    pub fn trial(&self, number: u64) -> Trial {
        let mut random = self.random(number);
        let signs = signs(&mut random, self.parameters.len());
        let mut side = |sign: f64| {
            let moved = self.parameters.iter().zip(&self.values).zip(&signs);
            moved
                .map(|((one, value), flip)| {
                    let moved = value + sign * flip * self.step(one, number);
                    rounded(moved.clamp(one.min, one.max), &mut random)
                })
                .collect()
        };
        Trial {
            plus: side(1.0),
            minus: side(-1.0),
        }
    }

    /// Learns from a trial; `lead` is wins minus losses of the first set.
    pub fn learn(&mut self, number: u64, lead: i32) {
        let signs = signs(&mut self.random(number), self.parameters.len());
        let rate = self.rate(number);
        for ((one, value), flip) in self.parameters.iter().zip(&mut self.values).zip(&signs) {
            // The gradient estimate is scaled by the rate and by the squared step of this trial.
            let step = step(one, &self.gains, self.trials, number);
            *value = (*value + rate * step * f64::from(lead) * flip).clamp(one.min, one.max);
        }
    }

    fn random(&self, number: u64) -> Random {
        Random::at(self.seed, number)
    }

    fn step(&self, one: &Parameter, number: u64) -> f64 {
        step(one, &self.gains, self.trials, number)
    }

    /// The learning rate of a trial, in squared steps.
    fn rate(&self, number: u64) -> f64 {
        let Gains {
            rate,
            alpha,
            gamma,
            stability,
        } = self.gains;
        let (trials, k) = (self.trials as f64, number as f64 + 1.0);
        let hold = stability * trials;
        // Both are relative to the last trial, where the rate is as given.
        let slower = ((hold + trials) / (hold + k)).powf(alpha);
        let smaller_steps = (trials / k).powf(gamma);
        rate * slower / (smaller_steps * smaller_steps)
    }
}

/// The perturbation of a parameter in a trial.
fn step(one: &Parameter, gains: &Gains, trials: u64, number: u64) -> f64 {
    one.step * (trials as f64 / (number as f64 + 1.0)).powf(gains.gamma)
}

fn signs(random: &mut Random, count: usize) -> Vec<f64> {
    let sign = |_| if random.bits() >> 63 == 0 { 1.0 } else { -1.0 };
    (0..count).map(sign).collect()
}

/// Rounds to an integer at random so that the expected value is unchanged.
fn rounded(value: f64, random: &mut Random) -> i32 {
    let chance = (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    (value + chance).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: f64) -> Parameter {
        Parameter {
            name: name.to_owned(),
            start,
            min: 0.0,
            max: 100.0,
            step: 5.0,
        }
    }

    /// A simulated game: the set nearer to (70, 20) is more likely to win.
    fn play(trial: &Trial, random: &mut Random) -> i32 {
        let distance =
            |numbers: &[i32]| f64::from((numbers[0] - 70).pow(2) + (numbers[1] - 20).pow(2)).sqrt();
        let lead = distance(&trial.minus) - distance(&trial.plus);
        let chance = (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        if chance < 1.0 / (1.0 + (-lead / 20.0).exp()) {
            1
        } else {
            -1
        }
    }

    #[test]
    fn parameters_converge_on_a_noisy_function() {
        let parameters = vec![parameter("a", 40.0), parameter("b", 60.0)];
        let gains = Gains {
            rate: 0.02,
            ..Gains::default()
        };
        let mut spsa = Spsa::new(parameters, gains, 20_000, 1);
        let mut random = Random::new(9);
        for number in 0..20_000 {
            let lead = play(&spsa.trial(number), &mut random);
            spsa.learn(number, lead);
        }
        let [a, b] = spsa.values() else {
            panic!("two numbers");
        };
        assert!((a - 70.0).abs() < 6.0 && (b - 20.0).abs() < 6.0, "{a} {b}");
    }

    #[test]
    fn without_a_difference_parameters_stay_near_their_start() {
        let mut spsa = Spsa::new(vec![parameter("a", 50.0)], Gains::default(), 5_000, 2);
        let mut random = Random::new(3);
        for number in 0..5_000 {
            let lead = (random.bits() % 3) as i32 - 1;
            spsa.learn(number, lead);
        }
        assert!((spsa.values()[0] - 50.0).abs() < 5.0, "{:?}", spsa.values());
    }

    #[test]
    fn trials_are_reproducible_and_within_range() {
        let mut spsa = Spsa::new(vec![parameter("a", 99.0)], Gains::default(), 100, 4);
        for number in 0..100 {
            let trial = spsa.trial(number);
            assert_eq!(trial, spsa.trial(number));
            for value in trial.plus.iter().chain(&trial.minus) {
                assert!((0..=100).contains(value), "{value}");
            }
            assert_ne!(trial.plus, trial.minus);
            spsa.learn(number, 2);
            assert!((0.0..=100.0).contains(&spsa.values()[0]));
        }
    }
}
