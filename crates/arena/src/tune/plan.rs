//! The plan of a tuning run, from a TOML file.

use std::path::PathBuf;

use engine::{Params, Tunable};
use game::Rules;
use serde::{Deserialize, Serialize};
use uci_session::EvalFileError;

use super::Tuning;
use super::spsa::{Gains, Parameter};
use crate::adjudicate::Adjudication;
use crate::identity;
use crate::move_limit::Control;
use crate::opening::Opening;
use crate::player::InnerConfig;

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
    #[serde(default)]
    pub seed: u64,
    /// The fraction of its step by which a won game moves a parameter at the end of the run.
    #[serde(default = "default_rate")]
    pub rate: f64,
    #[serde(default)]
    pub openings: Option<PathBuf>,
    #[serde(default)]
    pub adjudication: Adjudication,
    #[serde(rename = "parameter")]
    pub parameters: Vec<Entry>,
}

/// A parameter to tune; missing fields are those of the engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    #[serde(default)]
    pub start: Option<f64>,
    #[serde(default)]
    pub min: Option<i32>,
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

#[derive(Debug, thiserror::Error)]
pub enum TunePlanError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("{0}: expected at least 1")]
    Zero(&'static str),
    #[error("rate: expected a number above 0, at most 1")]
    Rate,
    #[error("expected at least one [[parameter]]; fourfold tune --list names all")]
    NoParameter,
    #[error("there is no search parameter {0:?}; fourfold tune --list names all")]
    Unknown(String),
    #[error("{0}: named twice")]
    Twice(String),
    /// A range is not within the range of the parameter.
    #[error("{}: expected min and max within {} to {}", .0.name, .0.min, .0.max)]
    Range(&'static Tunable),
    #[error("{name}: expected a start from {min} to {max}, found {start}")]
    Start {
        name: String,
        min: i32,
        max: i32,
        start: f64,
    },
    #[error("{0}: expected a step above 0, at most half of the range")]
    Step(String),
}

impl TunePlan {
    /// Reads a plan.
    ///
    /// # Errors
    ///
    /// Returns the first reason why the plan cannot be used.
    pub fn read(text: &str) -> Result<TunePlan, TunePlanError> {
        let plan: TunePlan = toml::from_str(text)?;
        for (name, number) in [
            ("trials", plan.trials),
            ("nodes", plan.nodes),
            ("hash", plan.hash as u64),
        ] {
            if number == 0 {
                return Err(TunePlanError::Zero(name));
            }
        }
        if !(plan.rate > 0.0 && plan.rate <= 1.0) {
            return Err(TunePlanError::Rate);
        }
        plan.parameters()?;
        Ok(plan)
    }

    #[must_use]
    pub fn gains(&self) -> Gains {
        Gains {
            rate: self.rate,
            ..Gains::default()
        }
    }

    /// What identifies the run in its journal: the plan, the openings and the engine's parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan cannot be written as JSON, such as for a path that is not text.
    pub fn identity(&self, openings: &[Opening]) -> serde_json::Result<serde_json::Value> {
        let mut identity = serde_json::to_value(self)?;
        identity["book"] = identity::of_openings(openings).into();
        identity["numbers"] = format!("{:?}", Params::default()).into();
        Ok(identity)
    }

    /// The run with these openings and rules.
    ///
    /// # Errors
    ///
    /// Returns an error if the network cannot be used.
    pub fn tuning(&self, openings: Vec<Opening>, rules: Rules) -> Result<Tuning, EvalFileError> {
        let mut settings = engine::Settings::default();
        if let Some(net) = &self.net {
            settings.evaluator = uci_session::evaluator(net)?;
        }
        Ok(Tuning {
            engine: InnerConfig {
                name: "tuned".to_owned(),
                hash: self.hash,
                threads: 1,
                settings,
                noise: None,
            },
            control: Control::Nodes(self.nodes),
            openings,
            adjudication: self.adjudication,
            rules,
            trials: self.trials,
            seed: self.seed,
        })
    }

    /// The parameters to tune.
    ///
    /// # Errors
    ///
    /// Returns an error if there are none, or one is unknown, named twice or out of range.
    pub fn parameters(&self) -> Result<Vec<Parameter>, TunePlanError> {
        if self.parameters.is_empty() {
            return Err(TunePlanError::NoParameter);
        }
        let mut parameters: Vec<Parameter> = Vec::new();
        for entry in &self.parameters {
            let parameter = entry.parameter()?;
            if parameters.iter().any(|one| one.name == parameter.name) {
                return Err(TunePlanError::Twice(parameter.name));
            }
            parameters.push(parameter);
        }
        Ok(parameters)
    }
}

impl Entry {
    fn parameter(&self) -> Result<Parameter, TunePlanError> {
        let name = self.name.clone();
        let tunable = tunable(&name)?;
        let (min, max) = (
            self.min.unwrap_or(tunable.min),
            self.max.unwrap_or(tunable.max),
        );
        if !(tunable.min <= min && min < max && max <= tunable.max) {
            return Err(TunePlanError::Range(tunable));
        }
        let (low, high) = (f64::from(min), f64::from(max));
        let start = self.start.unwrap_or(f64::from(tunable.default));
        if !(low..=high).contains(&start) {
            return Err(TunePlanError::Start {
                name,
                min,
                max,
                start,
            });
        }
        let step = self.step.unwrap_or((high - low) / 20.0);
        if !(step > 0.0 && step <= (high - low) / 2.0) {
            return Err(TunePlanError::Step(name));
        }
        Ok(Parameter {
            name,
            start,
            min: low,
            max: high,
            step,
        })
    }
}

fn tunable(name: &str) -> Result<&'static Tunable, TunePlanError> {
    let mut all = Params::TABLE.iter();
    all.find(|tunable| tunable.name == name)
        .ok_or_else(|| TunePlanError::Unknown(name.to_owned()))
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
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
        let error = TunePlan::read("trials = 0\nnodes = 1\nparameter = []").expect_err("no trials");
        assert!(error.to_string().contains("trials"), "{error}");
    }
}
