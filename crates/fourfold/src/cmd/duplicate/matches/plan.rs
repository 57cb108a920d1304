//! What is to be played.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use arena::stats::MeanTest;
use duplicate::Rulings;
use rival::Player;
use serde::Deserialize;
use serde_json::json;

use crate::cmd::tournament::mix;

/// Turns that are played at random before the programs take over: one round.
const RANDOM_TURNS: usize = 4;

/// One match.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The player that is tested.
    pub player: Player,
    /// The player at the other seats.
    pub against: Player,
    /// How many blocks at most.
    pub blocks: u64,
    /// Decides the openings and the choices between equal moves.
    pub seed: u64,
    /// Turns played at random first.
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
    /// A match with the usual terms.
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

    /// Stops the match when one of two differences of payoff is clearly the better guess.
    pub fn set_test(&mut self, low: f64, high: f64) -> anyhow::Result<()> {
        MeanTest::new(low, high).with_context(|| {
            format!("expected two differences, the lower first, found {low} and {high}")
        })?;
        self.test = Some((low, high));
        Ok(())
    }

    /// The test that ends the match early.
    pub fn test(&self) -> Option<MeanTest> {
        self.test.and_then(|(low, high)| MeanTest::new(low, high))
    }

    /// What makes this match this match: another plan is another journal.
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

    /// The name of the journal if nobody chooses one.
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
    fn the_ladder_in_matches_is_a_plan() {
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
    fn what_is_no_plan_is_refused() {
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
