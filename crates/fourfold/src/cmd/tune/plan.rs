//! What is tuned and how, as a TOML file says it.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use arena::adjudicate::Adjudication;
use arena::tune::spsa::{Gains, Parameter};
use engine::{Params, Tunable};
use serde::{Deserialize, Serialize};

/// A plan of tuning.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunePlan {
    /// How many trials there are, each a pair of games.
    pub trials: u64,
    /// Positions for each move.
    pub nodes: u64,
    /// Mebibytes of each engine's table.
    #[serde(default = "default_hash")]
    pub hash: usize,
    /// A network to play with instead of the built-in one.
    #[serde(default)]
    pub net: Option<String>,
    /// What decides everything random.
    #[serde(default)]
    pub seed: u64,
    /// By what part of its step a won game moves a number in the end.
    #[serde(default = "default_rate")]
    pub rate: f64,
    /// Where games start.
    #[serde(default)]
    pub openings: Option<PathBuf>,
    /// When games end early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The numbers that are tuned.
    #[serde(rename = "parameter")]
    pub parameters: Vec<Entry>,
}

/// A number that is tuned; what is left out is as the engine has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Where it begins.
    #[serde(default)]
    pub start: Option<f64>,
    /// The least it may be.
    #[serde(default)]
    pub min: Option<i32>,
    /// The most it may be.
    #[serde(default)]
    pub max: Option<i32>,
    /// How far it is moved in the last trial [a twentieth of its range]
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

    /// The numbers that are tuned.
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

/// The number of the search with this name.
fn tunable(name: &str) -> anyhow::Result<&'static Tunable> {
    let mut all = Params::TABLE.iter();
    all.find(|tunable| tunable.name == name).with_context(|| {
        format!("there is no number {name:?} in the search; fourfold tune --list names all")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "trials = 10\nnodes = 100\n";

    #[test]
    fn what_is_left_out_is_as_the_engine_has_it() {
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
    fn nonsense_is_refused_with_its_name() {
        for (text, part) in [
            ("", "missing field `parameter`"),
            ("[[parameter]]\nname = \"razor\"", "no number \"razor\""),
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
