//! The plan of a tuning run, from a TOML file.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use arena::adjudicate::Adjudication;
use arena::tune::spsa::{Gains, Parameter};
use engine::{Params, Tunable};
use serde::{Deserialize, Serialize};

/// A tuning plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunePlan {
    /// The number of trials, each a pair of games.
    pub trials: u64,
    /// Nodes per move.
    pub nodes: u64,
    /// The size of each engine's transposition table in MiB.
    #[serde(default = "default_hash")]
    pub hash: usize,
    /// A network to play with instead of the built-in one.
    #[serde(default)]
    pub net: Option<String>,
    /// The seed of everything random.
    #[serde(default)]
    pub seed: u64,
    /// The fraction of its step by which a won game moves a parameter at the end of the run.
    #[serde(default = "default_rate")]
    pub rate: f64,
    /// The openings.
    #[serde(default)]
    pub openings: Option<PathBuf>,
    /// When games end early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The parameters to tune.
    #[serde(rename = "parameter")]
    pub parameters: Vec<Entry>,
}

/// A parameter to tune; missing fields are those of the engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The start value.
    #[serde(default)]
    pub start: Option<f64>,
    /// The minimum.
    #[serde(default)]
    pub min: Option<i32>,
    /// The maximum.
    #[serde(default)]
    pub max: Option<i32>,
    /// The perturbation in the last trial [a twentieth of the range]
    #[serde(default)]
    pub step: Option<f64>,
}

fn default_hash() -> usize {
    8
}

fn default_rate() -> f64 {
    Gains::default().rate
}

impl TunePlan {
    /// Reads a plan.
    pub fn read(text: &str) -> anyhow::Result<TunePlan> {
        let plan: TunePlan = toml::from_str(text)?;
        ensure!(plan.trials > 0, "trials: expected at least 1");
        ensure!(plan.nodes > 0, "nodes: expected at least 1");
        ensure!(plan.hash > 0, "hash: expected at least 1");
        ensure!(
            plan.rate > 0.0 && plan.rate <= 1.0,
            "rate: expected a number above 0, at most 1"
        );
        plan.parameters()?;
        Ok(plan)
    }

    /// The parameters to tune.
    pub fn parameters(&self) -> anyhow::Result<Vec<Parameter>> {
        ensure!(
            !self.parameters.is_empty(),
            "expected at least one [[parameter]]; fourfold tune --list names all"
        );
        let mut parameters: Vec<Parameter> = Vec::new();
        for entry in &self.parameters {
            let parameter = entry.parameter()?;
            ensure!(
                parameters.iter().all(|one| one.name != parameter.name),
                "{}: named twice",
                parameter.name
            );
            parameters.push(parameter);
        }
        Ok(parameters)
    }
}

impl Entry {
    fn parameter(&self) -> anyhow::Result<Parameter> {
        let name = &self.name;
        let tunable = tunable(name)?;
        let (min, max) = (
            self.min.unwrap_or(tunable.min),
            self.max.unwrap_or(tunable.max),
        );
        ensure!(
            tunable.min <= min && min < max && max <= tunable.max,
            "{name}: expected min and max within {} to {}",
            tunable.min,
            tunable.max
        );
        let (low, high) = (f64::from(min), f64::from(max));
        let start = self.start.unwrap_or(f64::from(tunable.default));
        ensure!(
            (low..=high).contains(&start),
            "{name}: expected a start from {min} to {max}, found {start}"
        );
        let step = self.step.unwrap_or((high - low) / 20.0);
        ensure!(
            step > 0.0 && step <= (high - low) / 2.0,
            "{name}: expected a step above 0, at most half of the range"
        );
        Ok(Parameter {
            name: name.clone(),
            start,
            min: low,
            max: high,
            step,
        })
    }
}

/// The search parameter with this name.
fn tunable(name: &str) -> anyhow::Result<&'static Tunable> {
    let mut all = Params::TABLE.iter();
    all.find(|tunable| tunable.name == name).with_context(|| {
        format!("there is no search parameter {name:?}; fourfold tune --list names all")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "trials = 10\nnodes = 100\n";

    #[test]
    fn missing_fields_are_those_of_the_engine() {
        let text = format!("{HEAD}[[parameter]]\nname = \"razor_base\"\n");
        let plan = TunePlan::read(&text).expect("a plan");
        let [one] = &plan.parameters().expect("a number")[..] else {
            panic!("one number");
        };
        let known = tunable("razor_base").expect("it exists");
        assert_eq!(one.start, f64::from(known.default));
        assert_eq!((one.min, one.max), (known.min.into(), known.max.into()));
        assert_eq!(one.step, f64::from(known.max - known.min) / 20.0);
    }

    #[test]
    fn invalid_values_are_refused_by_name() {
        for (text, part) in [
            ("", "missing field `parameter`"),
            (
                "[[parameter]]\nname = \"razor\"",
                "no search parameter \"razor\"",
            ),
            (
                "[[parameter]]\nname = \"razor_base\"\nstart = 7",
                "a start from 100 to 600",
            ),
            (
                "[[parameter]]\nname = \"razor_base\"\nmax = 700",
                "within 100 to 600",
            ),
            (
                "[[parameter]]\nname = \"razor_base\"\nstep = 0",
                "a step above 0",
            ),
            (
                "[[parameter]]\nname = \"razor_base\"\n[[parameter]]\nname = \"razor_base\"",
                "named twice",
            ),
        ] {
            let error = TunePlan::read(&format!("{HEAD}{text}")).expect_err(text);
            assert!(format!("{error:#}").contains(part), "{text}: {error:#}");
        }
        let error = TunePlan::read("trials = 0\nnodes = 1\nparameter = []").expect_err("no trials");
        assert!(error.to_string().contains("trials"), "{error}");
    }
}
