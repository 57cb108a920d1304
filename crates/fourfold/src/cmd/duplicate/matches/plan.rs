//! The plan of a match.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use arena::stats::MeanTest;
use duplicate::Rulings;
use rival::Player;
use serde::Deserialize;
use serde_json::json;

use crate::cmd::tournament::mix;

/// The number of random turns at the start: one round.
const RANDOM_TURNS: usize = 4;

/// One match.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The tested player.
    pub player: Player,
    /// The player at the other seats.
    pub against: Player,
    /// The maximum number of blocks.
    pub blocks: u64,
    /// Determines the openings and breaks ties between equal moves.
    pub seed: u64,
    /// The number of random turns at the start.
    pub random: usize,
    /// The rulings.
    pub rulings: Rulings,
    test: Option<(f64, f64)>,
}

/// A file of matches.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanFile {
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

impl PlanFile {
    /// The matches of a TOML file.
    pub fn read(text: &str) -> anyhow::Result<Vec<MatchPlan>> {
        let file: PlanFile = toml::from_str(text)?;
        ensure!(!file.matches.is_empty(), "expected at least one [[match]]");
        file.matches.into_iter().map(Entry::plan).collect()
    }
}

impl Entry {
    fn plan(self) -> anyhow::Result<MatchPlan> {
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
    /// A match with default settings.
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
    pub fn set_test(&mut self, low: f64, high: f64) -> anyhow::Result<()> {
        MeanTest::new(low, high).with_context(|| {
            format!("expected two differences, the lower first, found {low} and {high}")
        })?;
        self.test = Some((low, high));
        Ok(())
    }

    /// The sequential test.
    pub fn test(&self) -> Option<MeanTest> {
        self.test.and_then(|(low, high)| MeanTest::new(low, high))
    }

    /// Identifies the match in its journal: a changed plan needs another journal.
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
    pub fn journal(&self) -> PathBuf {
        let text = self.identity().to_string();
        let number = text.bytes().fold(0, |sum, byte| mix(sum, byte.into()));
        PathBuf::from(format!("duplicate-{:08x}.jsonl", number >> 32))
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
        let plans = PlanFile::read(&fs::read_to_string(path).unwrap()).unwrap();
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
            let error = format!("{:#}", PlanFile::read(text).unwrap_err());
            assert!(error.contains(hint), "{error}");
        }
    }
}
