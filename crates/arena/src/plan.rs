//! The plan of a match or tournament, from a TOML file or from flags, and the
//! [`Tournament`] that it describes.

mod engine;
mod participant;

use std::path::PathBuf;
use std::time::Duration;

use chess::fen::CastlingMode;
use chess::notation::castling_mode;
use clock::{Date, ParseDateError};
use game::{ParseProfileError, Profile, Rules};
use serde::{Deserialize, Serialize};

use crate::adjudicate::{Adjudication, AdjudicationError};
use crate::identity;
use crate::opening::Opening;
use crate::schedule::{Format, Order, Schedule};
use crate::stats::{EloModel, Sprt, SprtError};
use crate::threads::Threads;
use crate::tournament::{Participant, Tournament};

pub use engine::{EngineEntry, EngineError, Proto};
pub use participant::ParticipantError;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Plan {
    #[serde(rename = "engine")]
    pub engines: Vec<EngineEntry>,
    /// Defaults for every engine.
    pub each: EngineEntry,
    pub openings: Option<OpeningsEntry>,
    /// The number of openings for each pair of engines, two games each. It can be raised later: the
    /// games already played stay the same.
    #[serde(skip_serializing)]
    pub rounds: Option<u64>,
    /// The number of games in each round, two for each opening.
    #[serde(skip_serializing)]
    pub games: Option<u64>,
    pub format: Format,
    pub seed: u64,
    pub sprt: Option<SprtEntry>,
    pub adjudication: Adjudication,
    /// The draw rules: `engine` (the default) or `fide`.
    pub law: Option<String>,
    pub chess960: bool,
    #[serde(skip_serializing)]
    pub concurrency: Option<Threads>,
    /// Processors to pin the games to.
    #[serde(skip_serializing)]
    pub processors: Vec<usize>,
    #[serde(skip_serializing)]
    pub journal: Option<PathBuf>,
    #[serde(skip_serializing)]
    pub pgn: Option<PathBuf>,
    #[serde(skip_serializing)]
    pub chart: Option<PathBuf>,
    /// The Event tag of the PGN.
    #[serde(skip_serializing)]
    pub event: Option<String>,
    /// The Site tag of the PGN.
    #[serde(skip_serializing)]
    pub site: Option<String>,
    /// The date of every game; by default the current day.
    #[serde(skip_serializing)]
    pub date: Option<String>,
    /// The number of pairs between two reports.
    #[serde(skip_serializing)]
    pub report_every: Option<u64>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpeningsEntry {
    /// An EPD or FEN file with one position per line, or a PGN file.
    pub file: PathBuf,
    /// The number of plies to take from each game of a PGN file; all by default.
    pub plies: Option<usize>,
    pub order: Order,
    /// The first opening in that order, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SprtEntry {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1.
    pub elo1: f64,
    /// The probability of accepting H1 when H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 when H1 is true.
    pub beta: f64,
    /// Whether the bounds are logistic Elo instead of normalized Elo.
    pub logistic: bool,
}

impl Default for SprtEntry {
    fn default() -> SprtEntry {
        SprtEntry {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            logistic: false,
        }
    }
}

impl SprtEntry {
    /// The test.
    ///
    /// # Errors
    ///
    /// Returns an error if the bounds or the probabilities are invalid.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        let model = if self.logistic {
            EloModel::Logistic
        } else {
            EloModel::Normalized
        };
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, model)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("expected two engines or more, found {0}: add -engine cmd=PROGRAM name=NAME")]
    FewEngines(usize),
    #[error("engine {name:?}")]
    Engine {
        name: String,
        #[source]
        error: EngineError,
    },
    /// The defaults for all engines are wrong, even if no engine needs them.
    #[error("the defaults of -each")]
    Each(#[source] EngineError),
    #[error("expected every engine to have its own name, found {0:?} twice: add name=")]
    NameTwice(String),
    /// A sequential test is planned for more than two engines.
    #[error("a test needs exactly two engines")]
    TestOfMany,
    #[error(transparent)]
    Test(#[from] SprtError),
    #[error(transparent)]
    Adjudication(#[from] AdjudicationError),
    #[error("expected an even number of games for each round")]
    OddGames,
    #[error("expected openings counted from start=1")]
    FirstOpening,
    #[error(transparent)]
    Date(#[from] ParseDateError),
    #[error(transparent)]
    Law(#[from] ParseProfileError),
    #[error(transparent)]
    Participant(#[from] ParticipantError),
}

impl Plan {
    /// Reads a TOML file.
    ///
    /// # Errors
    ///
    /// Returns an error that names the line.
    pub fn from_toml(text: &str) -> Result<Plan, PlanError> {
        Ok(toml::from_str(text)?)
    }

    /// Checks everything that does not depend on files and fills in defaults.
    ///
    /// # Errors
    ///
    /// Returns the first reason why the plan cannot be played.
    pub fn checked(mut self) -> Result<Plan, PlanError> {
        if self.engines.len() < 2 {
            return Err(PlanError::FewEngines(self.engines.len()));
        }
        let each = std::mem::take(&mut self.each);
        each.check_limits().map_err(PlanError::Each)?;
        for engine in &mut self.engines {
            engine.inherit(&each);
            engine.check().map_err(|error| PlanError::Engine {
                name: engine.label(),
                error,
            })?;
        }
        let mut names: Vec<String> = self.engines.iter().map(EngineEntry::label).collect();
        names.sort();
        if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
            return Err(PlanError::NameTwice(twice[0].clone()));
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            return Err(PlanError::TestOfMany);
        }
        if let Some(test) = &self.sprt {
            test.test()?;
        }
        self.adjudication.check()?;
        let are_pairs = |games: u64| games > 0 && games.is_multiple_of(2);
        if !self.games.is_none_or(are_pairs) {
            return Err(PlanError::OddGames);
        }
        if self.openings.as_ref().and_then(|openings| openings.start) == Some(0) {
            return Err(PlanError::FirstOpening);
        }
        self.date()?;
        self.profile()?;
        Ok(self)
    }

    /// The date of every game, if it is fixed.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a date.
    pub fn date(&self) -> Result<Option<Date>, ParseDateError> {
        self.date.as_deref().map(str::parse).transpose()
    }

    /// The number of openings for each pair of engines.
    #[must_use]
    pub fn openings_each(&self, default_rounds: u64) -> u64 {
        let rounds = self.rounds.unwrap_or(default_rounds);
        rounds.saturating_mul(self.games.unwrap_or(2) / 2)
    }

    /// The known ratings, one entry per engine.
    #[must_use]
    pub fn anchors(&self) -> Vec<Option<f64>> {
        self.engines.iter().map(|engine| engine.anchor).collect()
    }

    /// The draw rules.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no rules of that name.
    pub fn profile(&self) -> Result<Profile, ParseProfileError> {
        self.law.as_deref().unwrap_or("engine").parse()
    }

    #[must_use]
    pub fn mode(&self) -> CastlingMode {
        castling_mode(self.chess960)
    }

    /// What identifies the run in its journal: the plan, the openings and the programs.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan cannot be written as JSON, such as for a path that is not text.
    pub fn identity(&self, openings: &[Opening]) -> serde_json::Result<serde_json::Value> {
        let mut identity = serde_json::to_value(self)?;
        identity["book"] = identity::of_openings(openings).into();
        let programs: Vec<_> = self.engines.iter().map(participant::fingerprint).collect();
        identity["programs"] = programs.into();
        Ok(identity)
    }

    /// The tournament with these openings, this test and these rules.
    ///
    /// # Errors
    ///
    /// Returns an error if an engine of this process cannot be set up as planned.
    pub fn tournament(
        &self,
        openings: Vec<Opening>,
        sprt: Option<Sprt>,
        rules: Rules,
    ) -> Result<Tournament<'_>, PlanError> {
        let mut participants: Vec<Box<dyn Participant>> = Vec::new();
        for entry in &self.engines {
            participants.push(participant::participant(entry, self.mode())?);
        }
        let margin = self.engines.iter().filter_map(|engine| engine.timemargin);
        let default_rounds = if sprt.is_some() { 1_000_000 } else { 1 };
        let entry = self.openings.as_ref();
        Ok(Tournament {
            schedule: Schedule {
                players: participants.len(),
                format: self.format,
                rounds: self.openings_each(default_rounds),
                openings: openings.len(),
                order: entry.map_or(Order::Sequential, |entry| entry.order),
                skipped_openings: entry
                    .and_then(|entry| entry.start)
                    .map_or(0, |start| start.saturating_sub(1)),
                seed: self.seed,
            },
            participants,
            openings,
            margin: Duration::from_millis(margin.max().unwrap_or(0)),
            adjudication: self.adjudication,
            rules,
            concurrency: self.concurrency.map_or(1, Threads::get),
            processors: self.processors.clone(),
            sprt,
            date: self.date()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::move_limit::Control;

    #[test]
    fn the_plans_in_the_repository_can_be_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../matches");
        let mut read = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // Other commands test their own plans.
            let is_plan = path.extension().is_some_and(|ending| ending == "toml")
                && !path.ends_with("rivals.toml")
                && !path.ends_with("tune.toml");
            if is_plan {
                let plan = Plan::from_toml(&fs::read_to_string(&path).unwrap())
                    .and_then(Plan::checked)
                    .unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
                assert!(plan.openings.is_some(), "{}", path.display());
                read += 1;
            }
        }
        assert!(read > 0);
    }

    #[test]
    fn an_engine_takes_missing_fields_from_the_defaults() {
        let text = "[each]\ntc = \"5\"\noptions = { Hash = \"16\", Threads = \"1\" }\n\
                    [[engine]]\ncmd = \"a\"\nnodes = 7\nanchor = 2300\n\
                    [[engine]]\ncmd = \"b\"\noptions = { Hash = \"64\" }\n";
        let plan = Plan::from_toml(text).unwrap().checked().unwrap();
        assert_eq!(plan.anchors(), [Some(2300.0), None]);
        let [a, b] = &plan.engines[..] else {
            panic!("{plan:?}")
        };
        assert_eq!(a.control().unwrap(), Control::Nodes(7));
        assert_eq!(a.defaults["Hash"], "16");
        assert_eq!(b.options["Hash"], "64");
        assert_eq!(b.tc.as_deref(), Some("5"));
        // Correcting a known rating later does not change the identity of the run.
        assert!(!serde_json::to_string(&plan).unwrap().contains("2300"));
    }

    #[test]
    fn plans_that_cannot_be_meant_are_refused() {
        let engines = "[[engine]]\ncmd = \"a\"\nnodes = 7\n[[engine]]\ncmd = \"b\"\nnodes = 7\n";
        for (text, part) in [
            ("[each]\ntc = \"abc\"", "defaults of -each"),
            ("[each]\nst = -1", "defaults of -each"),
            ("[sprt]\nelo0 = 5\nelo1 = 0", "elo"),
            ("[sprt]\nalpha = 2", "probability"),
            ("[adjudication.resign]\nmoves = 3\nscore = -5", "score=-5"),
            (
                "[adjudication.draw]\nfrom = 1\nmoves = 3\nscore = -1",
                "score=-1",
            ),
            (
                "[adjudication.draw]\nfrom = 1\nmoves = 0\nscore = 1",
                "movecount=1",
            ),
        ] {
            let plan = Plan::from_toml(&format!("{engines}{text}\n")).unwrap();
            let error = plan.checked().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(Plan::from_toml(engines).unwrap().checked().is_ok());
    }
}
