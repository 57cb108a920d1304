//! The plan of a match.

use arena::identity::journal_name;
use arena::stats::MeanTest;
use duplicate::Rulings;
use rival::{Player, UnknownPlayer};
use serde::Deserialize;
use serde_json::json;

/// The number of random turns at the start: one round.
const RANDOM_TURNS: usize = 4;

#[derive(Clone, Debug)]
pub struct MatchPlan {
    pub player: Player,
    /// The player at the other seats.
    pub against: Player,
    /// The maximum number of blocks.
    pub blocks: u64,
    /// Determines the openings and breaks ties between equal moves.
    pub seed: u64,
    /// The number of random turns at the start.
    pub random: usize,
    pub rulings: Rulings,
    test: Option<(f64, f64)>,
}

#[derive(Debug, thiserror::Error)]
pub enum MatchPlanError {
    /// The file cannot be read as a list of matches.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("expected at least one [[match]]")]
    NoMatch,
    #[error(transparent)]
    Player(#[from] UnknownPlayer),
    /// The bounds of the test are not in order.
    #[error("expected two differences, the lower first, found {0} and {1}")]
    Test(f64, f64),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    #[serde(rename = "match")]
    matches: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    player: String,
    against: String,
    blocks: Option<u64>,
    seed: Option<u64>,
    test: Option<[f64; 2]>,
}

impl Entry {
    fn plan(self) -> Result<MatchPlan, MatchPlanError> {
        let mut plan = MatchPlan::new(self.player.parse()?, self.against.parse()?);
        plan.blocks = self.blocks.unwrap_or(plan.blocks);
        plan.seed = self.seed.unwrap_or(plan.seed);
        if let Some([low, high]) = self.test {
            plan.set_test(low, high)?;
        }
        Ok(plan)
    }
}

impl MatchPlan {
    /// The matches of a TOML file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file lists no match or cannot be read.
    pub fn read_all(text: &str) -> Result<Vec<MatchPlan>, MatchPlanError> {
        let file: PlanFile = toml::from_str(text)?;
        if file.matches.is_empty() {
            return Err(MatchPlanError::NoMatch);
        }
        file.matches.into_iter().map(Entry::plan).collect()
    }

    /// A match with default settings.
    #[must_use]
    pub fn new(player: Player, against: Player) -> MatchPlan {
        MatchPlan {
            player,
            against,
            blocks: 100,
            seed: 1,
            random: RANDOM_TURNS,
            rulings: Rulings::default(),
            test: None,
        }
    }

    /// Adds a sequential test between two payoff differences.
    ///
    /// # Errors
    ///
    /// Returns an error unless the lower difference comes first.
    pub fn set_test(&mut self, low: f64, high: f64) -> Result<(), MatchPlanError> {
        MeanTest::new(low, high).ok_or(MatchPlanError::Test(low, high))?;
        self.test = Some((low, high));
        Ok(())
    }

    #[must_use]
    pub fn test(&self) -> Option<MeanTest> {
        self.test.and_then(|(low, high)| MeanTest::new(low, high))
    }

    /// Identifies the match in its journal: a changed plan needs another journal.
    #[must_use]
    pub fn identity(&self) -> serde_json::Value {
        let rulings: Vec<String> = self
            .rulings
            .changes()
            .into_iter()
            .map(|(name, reading)| format!("{name}={reading}"))
            .collect();
        json!({
            "game": "duplicate",
            "player": self.player.to_string(),
            "against": self.against.to_string(),
            "seed": self.seed,
            "random": self.random,
            "rulings": rulings,
            "test": self.test.map(|(low, high)| [low, high]),
            "program": format!("{:016x}", rival::signature()),
        })
    }

    /// The default name of the journal.
    #[must_use]
    pub fn journal(&self) -> String {
        journal_name("duplicate", &self.identity())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_plan_of_the_levels_can_be_read() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../matches/rivals.toml");
        let plans = MatchPlan::read_all(&fs::read_to_string(path).unwrap()).unwrap();
        assert!(plans.len() > 8);
        let names: Vec<String> = plans.iter().map(|plan| plan.player.to_string()).collect();
        for level in 2..=8 {
            assert!(names.contains(&format!("level{level}")), "level {level}");
        }
        assert!(plans.iter().any(|plan| plan.test().is_some()));
    }

    #[test]
    fn invalid_plans_are_refused() {
        for (text, hint) in [
            ("", "match"),
            ("match = []", "at least one"),
            (
                "[[match]]\nplayer = \"level9\"\nagainst = \"greedy\"",
                "level1 to level8",
            ),
            (
                "[[match]]\nplayer = \"greedy\"\nagainst = \"random\"\nblock = 3",
                "block",
            ),
        ] {
            let error = MatchPlan::read_all(text).unwrap_err().to_string();
            assert!(error.contains(hint), "{error}");
        }
    }
}
