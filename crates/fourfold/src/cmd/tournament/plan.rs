//! The plan of a match or tournament, from a TOML file or from flags.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use arena::adjudicate::Adjudication;
use arena::control::Control;
use arena::schedule::{Format, Order};
use arena::stats::{EloModel, Sprt};
use clock::{Date, Terms};
use game::Profile;
use serde::{Deserialize, Serialize};

use crate::threads::Threads;

/// A plan.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Plan {
    /// The engines.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineEntry>,
    /// Defaults for every engine.
    pub each: EngineEntry,
    /// The openings.
    pub openings: Option<OpeningsEntry>,
    /// The number of openings for each pair of engines, two games each. It can be raised later: the
    /// games already played stay the same.
    #[serde(skip_serializing)]
    pub rounds: Option<u64>,
    /// The number of games in each round, two for each opening.
    #[serde(skip_serializing)]
    pub games: Option<u64>,
    /// The pairings.
    pub format: Format,
    /// The seed of everything random.
    pub seed: u64,
    /// The sequential test.
    pub sprt: Option<SprtEntry>,
    /// When games end early.
    pub adjudication: Adjudication,
    /// The draw rules: `engine` (the default) or `fide`.
    pub law: Option<String>,
    /// Whether the games are Chess960.
    pub chess960: bool,
    /// The number of games played at once.
    #[serde(skip_serializing)]
    pub concurrency: Option<usize>,
    /// Processors to pin the games to.
    #[serde(skip_serializing)]
    pub processors: Vec<usize>,
    /// The path of the journal.
    #[serde(skip_serializing)]
    pub journal: Option<PathBuf>,
    /// The path of the PGN output.
    #[serde(skip_serializing)]
    pub pgn: Option<PathBuf>,
    /// The path of the chart.
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

/// An engine, or defaults for all engines.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineEntry {
    /// The name.
    pub name: Option<String>,
    /// The program.
    pub cmd: Option<PathBuf>,
    /// Its arguments.
    pub args: Vec<String>,
    /// The directory it runs in.
    pub dir: Option<PathBuf>,
    /// The protocol.
    pub proto: Proto,
    /// Options to set; the engine must have them.
    pub options: BTreeMap<String, String>,
    /// Options to set if the engine has them, such as those of the defaults.
    pub defaults: BTreeMap<String, String>,
    /// A time control such as `10+0.1` or `40/60+0.6`.
    pub tc: Option<String>,
    /// Seconds per move.
    pub st: Option<f64>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth per move.
    pub depth: Option<u64>,
    /// The tolerated overtime in milliseconds.
    pub timemargin: Option<u64>,
    /// The maximum evaluation noise in centipawns, for our own engine in this process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<i32>,
    /// The known rating: the others are rated on this scale.
    #[serde(skip_serializing)]
    pub anchor: Option<f64>,
}

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proto {
    /// UCI.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol of XBoard.
    Xboard,
}

/// The openings.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpeningsEntry {
    /// An EPD or FEN file with one position per line, or a PGN file.
    pub file: PathBuf,
    /// The number of plies to take from each game of a PGN file; all by default.
    pub plies: Option<usize>,
    /// The order.
    pub order: Order,
    /// The first opening in that order, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
}

/// The bounds of a sequential test.
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
    pub fn test(&self) -> anyhow::Result<Sprt> {
        let model = if self.logistic {
            EloModel::Logistic
        } else {
            EloModel::Normalized
        };
        Ok(Sprt::new(
            self.elo0, self.elo1, self.alpha, self.beta, model,
        )?)
    }
}

impl Plan {
    /// Reads a TOML file.
    pub fn from_toml(text: &str) -> anyhow::Result<Plan> {
        Ok(toml::from_str(text)?)
    }

    /// Checks everything that does not depend on files and fills in defaults.
    pub fn checked(mut self) -> anyhow::Result<Plan> {
        ensure!(
            self.engines.len() >= 2,
            "expected two engines or more, found {}: add -engine cmd=PROGRAM name=NAME",
            self.engines.len()
        );
        let each = self.each.clone();
        for engine in &mut self.engines {
            engine.inherit(&each);
            engine
                .control()
                .with_context(|| format!("engine {:?}", engine.label()))?;
        }
        self.each = EngineEntry::default();
        let mut names: Vec<String> = self.engines.iter().map(EngineEntry::label).collect();
        names.sort();
        if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
            bail!(
                "expected every engine to have its own name, found {:?} twice: add name=",
                twice[0]
            );
        }
        if self.sprt.is_some() {
            ensure!(self.engines.len() == 2, "a test needs exactly two engines");
        }
        for engine in &self.engines {
            let label = engine.label();
            ensure!(
                engine.noise.is_none_or(|noise| (0..=1000).contains(&noise)),
                "engine {label:?}: expected a noise of 0 to 1000 centipawns"
            );
            ensure!(
                engine.noise.is_none() || engine.is_internal(),
                "engine {label:?}: only cmd=internal can play with noise"
            );
            ensure!(
                engine.anchor.is_none_or(f64::is_finite),
                "engine {label:?}: expected a rating as anchor, such as 2300"
            );
        }
        ensure!(
            self.games
                .is_none_or(|games| games > 0 && games.is_multiple_of(2)),
            "expected an even number of games for each round"
        );
        let start = self.openings.as_ref().and_then(|openings| openings.start);
        ensure!(start != Some(0), "expected openings counted from start=1");
        if let Some(concurrency) = self.concurrency {
            Threads::new(concurrency).context("concurrency")?;
        }
        self.date()?;
        self.profile()?;
        Ok(self)
    }

    /// The date of every game, if it is fixed.
    pub fn date(&self) -> anyhow::Result<Option<Date>> {
        Ok(self.date.as_deref().map(str::parse).transpose()?)
    }

    /// The number of openings for each pair of engines.
    pub fn openings_each(&self, default_rounds: u64) -> u64 {
        let rounds = self.rounds.unwrap_or(default_rounds);
        rounds.saturating_mul(self.games.unwrap_or(2) / 2)
    }

    /// The known ratings, one entry per engine.
    pub fn anchors(&self) -> Vec<Option<f64>> {
        self.engines.iter().map(|engine| engine.anchor).collect()
    }

    /// The draw rules.
    pub fn profile(&self) -> anyhow::Result<Profile> {
        Ok(self.law.as_deref().unwrap_or("engine").parse()?)
    }
}

impl EngineEntry {
    /// The name, or the file name of the program.
    pub fn label(&self) -> String {
        let stem = || {
            Some(
                self.cmd
                    .as_ref()?
                    .file_stem()?
                    .to_string_lossy()
                    .into_owned(),
            )
        };
        self.name
            .clone()
            .or_else(stem)
            .unwrap_or_else(|| "?".to_owned())
    }

    /// Whether it is our own engine in this process.
    pub fn is_internal(&self) -> bool {
        self.cmd.as_deref() == Some(Path::new("internal"))
    }

    /// Fills in missing fields from the defaults.
    pub fn inherit(&mut self, each: &EngineEntry) {
        let has_control =
            self.tc.is_some() || self.st.is_some() || self.nodes.is_some() || self.depth.is_some();
        if !has_control {
            self.tc.clone_from(&each.tc);
            self.st = each.st;
            self.nodes = each.nodes;
            self.depth = each.depth;
        }
        self.cmd = self.cmd.take().or_else(|| each.cmd.clone());
        self.dir = self.dir.take().or_else(|| each.dir.clone());
        self.timemargin = self.timemargin.or(each.timemargin);
        self.noise = self.noise.or(each.noise);
        if self.args.is_empty() {
            self.args.clone_from(&each.args);
        }
        for (name, value) in each.options.iter().chain(&each.defaults) {
            self.defaults
                .entry(name.clone())
                .or_insert_with(|| value.clone());
        }
    }

    /// The time control or limit.
    pub fn control(&self) -> anyhow::Result<Control> {
        let clock = self.tc.as_deref().filter(|&clock| clock != "inf");
        match (clock, self.st, self.nodes, self.depth) {
            (None, None, None, None) if self.tc.is_some() => {
                bail!("tc=inf needs another limit, or no game would end: st=, nodes= or depth=")
            }
            (Some(clock), None, None, None) => Ok(Control::Clock(clock.parse::<Terms>()?)),
            (None, Some(seconds), None, None) => {
                let time = std::time::Duration::try_from_secs_f64(seconds)
                    .context("expected seconds for each move, such as st=0.1")?;
                Ok(Control::MoveTime(time))
            }
            (None, None, Some(nodes), None) => Ok(Control::Nodes(nodes)),
            (None, None, None, Some(depth)) => Ok(Control::Depth(depth)),
            (None, None, None, None) => {
                bail!("expected a limit: tc=10+0.1, st=0.1, nodes=20000 or depth=8")
            }
            _ => bail!("expected one limit of tc, st, nodes and depth, found several"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

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
                    .unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
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
}
