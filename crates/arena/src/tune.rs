//! Tunes the parameters of our own engine by self-play.
//!
//! [`spsa`] chooses the two sets of parameters for each trial and learns from the result. This
//! module plays the games in batches whose trials start from the same parameters, so that the
//! outcome does not depend on the number of threads. The journal records each trial.

mod chart;
pub mod plan;
pub mod spsa;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess::ByColor;
use game::{GameResult, Rules};
use repeatable::Random;
use serde::{Deserialize, Serialize};

use crate::adjudicate::Adjudication;
use crate::contest::{self, Terms};
use crate::fault::Fault;
use crate::journal::{Journal, JournalError, Unit};
use crate::move_limit::Control;
use crate::opening::Opening;
use crate::player::{InnerConfig, InnerPlayer, Player};
use crate::series::{self, GoOn, SeriesEnd};
use spsa::Spsa;

pub use chart::{Snapshot, draw_tuning};

/// The number of trials that start from the same parameters.
pub const BATCH: u64 = 8;

/// The result of a trial: two games from one opening, colors swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialResult {
    /// The number of the trial, from 0.
    pub trial: u64,
    /// Wins minus losses of the first set of parameters.
    pub lead: i32,
}

impl Unit for [TrialResult; 1] {
    type Game = TrialResult;

    const GAMES: usize = 1;

    fn games(&self) -> &[TrialResult] {
        self
    }

    fn assemble(number: u64, games: Vec<TrialResult>) -> Result<[TrialResult; 1], String> {
        match games[..] {
            [result] if result.trial == number => Ok([result]),
            _ => Err(format!("expected the result of trial {number}")),
        }
    }
}

pub struct Tuning {
    pub engine: InnerConfig,
    pub control: Control,
    pub openings: Vec<Opening>,
    pub adjudication: Adjudication,
    pub rules: Rules,
    pub trials: u64,
    /// The seed for the choice of openings.
    pub seed: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("an engine {0}")]
    Engine(Fault),
}

impl Tuning {
    /// Plays the remaining trials and reports the parameters after each batch.
    ///
    /// # Errors
    ///
    /// Returns an error if the journal cannot be written or an engine cannot be set up.
    pub fn run(
        &self,
        spsa: Spsa,
        journal: &mut Journal<[TrialResult; 1]>,
        played: &[[TrialResult; 1]],
        pace: (usize, &AtomicBool),
        listen: &mut dyn FnMut(u64, &Spsa),
    ) -> Result<SeriesEnd, TuningError> {
        let (threads, stop) = pace;
        // Invalid parameters are found before the first game.
        self.players(&spsa, 0).map_err(TuningError::Engine)?;
        let mut course = Course::new(spsa, self.trials);
        for &[result] in played {
            course.add(result, listen);
        }
        let mut next = played.len() as u64;
        while next < self.trials {
            let until = ((next / BATCH + 1) * BATCH).min(self.trials);
            let mut results = Vec::new();
            let play = |number: u64, stop: &AtomicBool| self.play(&course.spsa, number, stop);
            let mut keep = |&[result]: &[TrialResult; 1]| {
                results.push(result);
                GoOn::Yes
            };
            let end = series::run(journal, next, until, threads, stop, &play, &mut keep)?;
            if end == SeriesEnd::Stopped {
                return Ok(end);
            }
            for result in results {
                course.add(result, listen);
            }
            next = until;
        }
        Ok(SeriesEnd::Finished)
    }

    fn players(&self, spsa: &Spsa, number: u64) -> Result<[InnerPlayer; 2], Fault> {
        let trial = spsa.trial(number);
        let player = |numbers: &[i32]| {
            let mut config = self.engine.clone();
            for (one, &value) in spsa.parameters().iter().zip(numbers) {
                let set = config.settings.params.set(&one.name, value);
                set.map_err(|error| Fault::NotStarted(error.to_string()))?;
            }
            InnerPlayer::new(&config)
        };
        Ok([player(&trial.plus)?, player(&trial.minus)?])
    }

    fn play(&self, spsa: &Spsa, number: u64, stop: &AtomicBool) -> Option<[TrialResult; 1]> {
        let mut random = Random::at(self.seed ^ OPENINGS, number);
        let opening = random.pick(&self.openings)?;
        let [mut plus, mut minus] = self.players(spsa, number).ok()?;
        let mut lead = 0;
        for plus_is_white in [true, false] {
            let terms = Terms {
                controls: ByColor::from_fn(|_| self.control),
                margin: Duration::ZERO,
                adjudication: self.adjudication,
                rules: self.rules.clone(),
                seed: random.bits(),
            };
            let (white, black): (&mut dyn Player, &mut dyn Player) = if plus_is_white {
                (&mut plus, &mut minus)
            } else {
                (&mut minus, &mut plus)
            };
            let played = contest::play(ByColor { white, black }, opening, &terms, stop)?;
            lead += match (played.result, plus_is_white) {
                (GameResult::WhiteWins, true) | (GameResult::BlackWins, false) => 1,
                (GameResult::WhiteWins, false) | (GameResult::BlackWins, true) => -1,
                (GameResult::Draw | GameResult::Unknown, _) => 0,
            };
        }
        Some([TrialResult {
            trial: number,
            lead,
        }])
    }
}

/// Separates the random choice of openings from the perturbations.
const OPENINGS: u64 = 0x6F70_656E;

/// The state of a run, and the results of an incomplete batch.
struct Course {
    spsa: Spsa,
    trials: u64,
    pending: Vec<TrialResult>,
}

impl Course {
    fn new(spsa: Spsa, trials: u64) -> Course {
        Course {
            spsa,
            trials,
            pending: Vec::new(),
        }
    }

    /// Adds a result, and learns when the batch is complete.
    fn add(&mut self, result: TrialResult, listen: &mut dyn FnMut(u64, &Spsa)) {
        self.pending.push(result);
        let count = result.trial + 1;
        if count.is_multiple_of(BATCH) || count == self.trials {
            for result in self.pending.drain(..) {
                self.spsa.learn(result.trial, result.lead);
            }
            listen(count, &self.spsa);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::spsa::{Gains, Parameter};
    use super::*;

    fn tuning() -> Tuning {
        Tuning {
            engine: InnerConfig {
                name: "tuned".to_owned(),
                hash: 1,
                threads: 1,
                settings: engine::Settings::default(),
                noise: None,
            },
            control: Control::Nodes(40),
            openings: vec![Opening::standard()],
            adjudication: Adjudication {
                max_moves: Some(12),
                ..Adjudication::default()
            },
            rules: Rules::new(game::Profile::Engine),
            trials: 20,
            seed: 5,
        }
    }

    fn spsa(name: &str) -> Spsa {
        let parameter = Parameter {
            name: name.to_owned(),
            start: 260.0,
            min: 100.0,
            max: 600.0,
            step: 40.0,
        };
        Spsa::new(vec![parameter], Gains::default(), 20, 5)
    }

    fn run(path: &std::path::Path, threads: usize, stop_after: u64) -> Vec<(u64, Vec<f64>)> {
        let plan = serde_json::json!("test");
        let (mut journal, played) = Journal::open(path, &plan).expect("a journal");
        let stop = AtomicBool::new(false);
        let mut course = Vec::new();
        tuning()
            .run(
                spsa("razor_base"),
                &mut journal,
                &played,
                (threads, &stop),
                &mut |count, spsa| {
                    course.push((count, spsa.values().to_vec()));
                    if count >= stop_after {
                        stop.store(true, std::sync::atomic::Ordering::Relaxed);
                    }
                },
            )
            .expect("it runs");
        course
    }

    #[test]
    fn a_run_is_reproducible_with_any_threads_and_after_a_stop() {
        let folder = tempfile::tempdir().expect("a folder");
        let whole = run(&folder.path().join("whole"), 1, u64::MAX);
        assert_eq!(
            whole.iter().map(|(count, _)| *count).collect::<Vec<_>>(),
            [8, 16, 20]
        );
        let broken = folder.path().join("broken");
        run(&broken, 3, 8);
        assert_eq!(run(&broken, 2, u64::MAX), whole);
    }

    #[test]
    fn an_unknown_parameter_is_refused_before_the_first_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = serde_json::json!("test");
        let (mut journal, _) = Journal::open(&folder.path().join("j"), &plan).expect("a journal");
        let stop = AtomicBool::new(false);
        let end = tuning().run(spsa("razor"), &mut journal, &[], (1, &stop), &mut |_, _| {});
        let error = end.expect_err("the parameter does not exist").to_string();
        assert!(error.contains("razor"), "{error}");
    }
}
