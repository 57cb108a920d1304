//! `cargo xtask net bootstrap`: from material to the default network, generation by generation, by
//! self-play.
//!
//! A generation makes games with the best network so far, trains a new one on the games of the last
//! generations and plays it against the best. If it wins, it becomes the best. The result of each
//! step is saved, so an interrupted command continues when it is run again with the same folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use xtask::shell;

use crate::lineage;
use crate::options::Options;
use crate::record::Record;
use crate::tools::{self, Tools};

/// The evaluation before the first network.
const ZERO: &str = "material";

/// The number of games against it. Few are enough for a large difference in strength.
const ZERO_GAMES: u64 = 100;

/// Makes generations until the time is up.
pub fn run(options: &Options) -> Result<()> {
    let started = Instant::now();
    let tools = Tools::build(&["datagen", "trainer"])?;
    let folder = options.data()?;
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut ladder = Ladder {
        options,
        folder,
        tools,
        records: Vec::new(),
    };
    let mut longest = Duration::ZERO;
    loop {
        let record = Record::read(&ladder.folder, ladder.records.len() + 1)?;
        if record.is_done() {
            ladder.records.push(record);
            continue;
        }
        if !record.is_begun() && started.elapsed() + longest > options.time {
            break;
        }
        let begun = Instant::now();
        let title = format!("generation {}", record.number);
        shell::step(&title, || ladder.climb(record))?;
        longest = longest.max(begun.elapsed());
    }
    println!("{}", lineage::to_markdown(&ladder.records));
    Ok(())
}

/// The generations so far.
struct Ladder<'a> {
    options: &'a Options,
    folder: PathBuf,
    tools: Tools,
    records: Vec<Record>,
}

impl Ladder<'_> {
    /// Completes one generation.
    fn climb(&mut self, mut record: Record) -> Result<()> {
        if !record.has("data") {
            let data = self.generate(&record)?;
            record.set("data", data)?;
        }
        if !record.has("training") {
            let training = self.train(&record)?;
            record.set("training", training)?;
        }
        let network = record.network();
        if !record.has("gate") {
            let gate = self.contest(&network, &self.best(), self.options.games, record.number)?;
            record.set("gate", gate)?;
        }
        if !record.has("zero") {
            let zero = self.contest(&network, Path::new(ZERO), ZERO_GAMES, record.number)?;
            record.set("zero", zero)?;
        }
        eprintln!(
            "    generation {}: {} against {}, {} against {ZERO}: {}",
            record.number,
            lineage::elo(record.get("gate")),
            self.best().display(),
            lineage::elo(record.get("zero")),
            if record.is_accepted() {
                "taken"
            } else {
                "not taken"
            }
        );
        let before = self.best();
        self.records.push(record);
        self.publish(&before)
    }

    /// The best network so far, or the evaluation before the first network.
    fn best(&self) -> PathBuf {
        let best = self
            .records
            .iter()
            .rev()
            .find(|record| record.is_accepted());
        best.map_or_else(|| PathBuf::from(ZERO), Record::network)
    }

    fn generate(&self, record: &Record) -> Result<Value> {
        let mut command = self.command("datagen", "generate");
        command
            .arg("--net")
            .arg(self.best())
            .arg("--out")
            .arg(record.games())
            .args(["--positions", &self.options.positions.to_string()])
            .args(["--nodes", &self.options.nodes.to_string()])
            .args(["--seed", &record.number.to_string()]);
        let mut data = tools::json(&mut command)?;
        let accepted = self
            .records
            .iter()
            .rev()
            .find(|record| record.is_accepted());
        data["teacher"] = accepted.map_or_else(|| json!(ZERO), |r| json!(r.number.to_string()));
        data["nodes"] = json!(self.options.nodes);
        Ok(data)
    }

    fn train(&self, record: &Record) -> Result<Value> {
        // Early generations are soon outplayed, and so are their games. Later, more games help more
        // than newer ones.
        let window = self.options.window.unwrap_or(2 * record.number / 3).max(2);
        // A rejected generation had too few games, so its games are added.
        let rejected = self
            .records
            .iter()
            .rev()
            .take_while(|record| !record.is_accepted());
        let earlier = (window + rejected.count()).saturating_sub(1);
        let mut command = self.command("trainer", "train");
        command
            .arg("--out")
            .arg(record.network())
            .args(["--passes", &self.options.passes.to_string()])
            .args(["--lambda", &self.options.lambda.to_string()])
            .args(["--seed", &record.number.to_string()])
            .arg(record.games())
            .args(self.records.iter().rev().take(earlier).map(Record::games));
        tools::json(&mut command)
    }

    /// Plays a match between a network and another evaluation.
    fn contest(&self, network: &Path, other: &Path, games: u64, seed: usize) -> Result<Value> {
        let mut command = self.command("datagen", "match");
        command
            .arg("--net")
            .arg(network)
            .arg("--against")
            .arg(other)
            .args(["--games", &games.to_string()])
            .args(["--nodes", &self.options.gate_nodes.to_string()])
            .args(["--seed", &seed.to_string()]);
        tools::json(&mut command)
    }

    fn command(&self, tool: &str, verb: &str) -> Command {
        let mut command = self.tools.command(tool);
        command.arg(verb);
        if let Some(threads) = self.options.threads {
            command.args(["--threads", &threads.to_string()]);
        }
        command
    }

    /// Installs the newest network as the default, if it is the best and stronger than the current
    /// default, which may come from a longer run.
    fn publish(&self, before: &Path) -> Result<()> {
        let text = lineage::to_markdown(&self.records);
        write(&self.folder.join("NETS.md"), text.as_bytes())?;
        let Some(newest) = self.records.last().filter(|record| record.is_accepted()) else {
            return Ok(());
        };
        let folder = shell::root().join("nets");
        let default = folder.join("default.nnue");
        let ours = fs::read(newest.network()).context("cannot read the newest network")?;
        let is_successor = match fs::read(&default) {
            Err(_) => true,
            Ok(theirs) => fs::read(before).is_ok_and(|before| before == theirs),
        };
        if !is_successor {
            let games = self.options.games;
            let result = self.contest(&newest.network(), &default, games, newest.number)?;
            eprintln!("    against the default network: {}", lineage::elo(&result));
            if result["score"].as_f64().is_none_or(|score| score <= 0.5) {
                return Ok(());
            }
        }
        fs::create_dir_all(&folder).context("cannot make the folder nets")?;
        write(&default, &ours)?;
        let page = folder.join("NETS.md");
        let existing = match fs::read_to_string(&page) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.with_context(|| format!("cannot read {}", page.display()))?,
        };
        write(&page, lineage::with_table(&text, &existing).as_bytes())
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    whole_file::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
