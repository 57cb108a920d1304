//! `cargo xtask scenarios`: runs the scenarios of the app in a real browser, once or often, together
//! or one by one, and reports failures by scenario.
//!
//! A scenario that fails once has failed: nothing is tried again. Repeating finds what fails only
//! sometimes.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use cargo_metadata::Message;

use crate::usage::{self, WrongUsage};
use crate::{axe, browser, shell, skips};

/// The folder in which the scenarios run.
const FOLDER: &str = "tools/browser";

/// How many scenarios run at a time on each core.
const SCENARIOS_PER_CORE: usize = 2;

/// The file of a run in Firefox with the scenarios that it cannot run.
const SKIPPED: &str = "artefacts/skipped.txt";

/// Which scenarios to run, how often, and how.
#[derive(Debug, PartialEq, Eq)]
pub struct Plan {
    /// Those with one of these in their name; all if there are none.
    names: Vec<String>,
    rounds: usize,
    /// Whether each is the only one that runs, in an order by chance.
    is_alone: bool,
    /// What the order follows from.
    seed: Option<u64>,
}

impl Plan {
    /// Every scenario once, several at a time.
    pub const ALL: Plan = Plan {
        names: Vec::new(),
        rounds: 1,
        is_alone: false,
        seed: None,
    };

    /// Reads `[NAME …] [--repeat N] [--alone] [--seed S]`.
    pub fn read(arguments: &[String]) -> Result<Plan, WrongUsage> {
        let mut plan = Plan::ALL;
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut number = |least: u64| {
                let value = arguments.next().and_then(|value| value.parse().ok());
                value.filter(|value| *value >= least).ok_or_else(|| {
                    WrongUsage::new(format!("{argument} needs a number from {least} on"))
                })
            };
            match argument.as_str() {
                "--repeat" => plan.rounds = usize::try_from(number(1)?).unwrap_or(usize::MAX),
                "--seed" => plan.seed = Some(number(0)?),
                "--alone" => plan.is_alone = true,
                flag if flag.starts_with('-') => return Err(usage::unexpected(flag)),
                name => plan.names.push(name.to_owned()),
            }
        }
        Ok(plan)
    }
}

/// Builds what the scenarios need and runs them in Chromium.
pub fn run(plan: &Plan) -> Result<()> {
    browser::ensure_chromium()?;
    Runner::build()?.run(plan)
}

/// Runs scenarios in Chromium with the programs that `cargo test` has built.
pub fn run_built(plan: &Plan) -> Result<()> {
    let built = shell::target_directory()?.join("debug");
    let native = Command::new(built.join("examples/bench_number"));
    Runner::of(built.join("fourfold"), native)?.run(plan)
}

/// Runs scenarios in Firefox, and lists those that it cannot run.
pub fn firefox(plan: &Plan) -> Result<()> {
    browser::ensure_firefox()?;
    let skipped = shell::root().join(SKIPPED);
    fs::create_dir_all(skipped.with_file_name(""))?;
    fs::write(&skipped, "")?;
    let mut runner = Runner::build()?;
    runner.set("FOURFOLD_BROWSER", "firefox");
    runner.set(skips::LIST, &skipped);
    let played = runner.run(plan);
    let list = fs::read_to_string(&skipped)?;
    if !list.is_empty() {
        eprintln!("Firefox or its driver cannot do this:\n{list}");
    }
    played
}

/// The program with the scenarios, and its environment.
struct Runner {
    program: PathBuf,
    environment: Vec<(&'static str, PathBuf)>,
}

impl Runner {
    /// Builds what the scenarios need.
    fn build() -> Result<Runner> {
        let served = browser::program()?;
        let mut native = shell::cargo(["run", "--quiet"]);
        native.args(browser::example("bench_number"));
        Runner::of(served, native)
    }

    /// Runs the scenarios with a program, and compares the engine in the browser with its native
    /// bench.
    fn of(served: PathBuf, mut native: Command) -> Result<Runner> {
        let bench = browser::example_for_browser("bench_number")?;
        let nodes = shell::capture(&mut native)?;
        // Without it, the scenarios say so and go on.
        let axe = match axe::ensure() {
            Ok(script) => ("FOURFOLD_AXE", script),
            Err(error) => ("FOURFOLD_NO_AXE", PathBuf::from(format!("{error:#}"))),
        };
        Ok(Runner {
            program: test_program()?,
            environment: vec![
                ("FOURFOLD_PROGRAM", served),
                ("FOURFOLD_BENCH", bench),
                ("FOURFOLD_NODES", PathBuf::from(nodes.trim())),
                (skips::LIST, skips::list()?),
                axe,
            ],
        })
    }

    fn set(&mut self, name: &'static str, value: impl Into<PathBuf>) {
        self.environment.push((name, value.into()));
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.current_dir(shell::root().join(FOLDER));
        command
    }

    fn run(&self, plan: &Plan) -> Result<()> {
        let names = self.names(plan)?;
        let mut order = Order::new(plan.seed.unwrap_or_else(seed_by_chance));
        let mut tally = Tally::default();
        if plan.is_alone {
            shell::say(&format!(
                "    one by one, in the order of --seed {}",
                order.0
            ));
        }
        for round in 1..=plan.rounds {
            if plan.rounds > 1 {
                shell::say(&format!("    round {round} of {}", plan.rounds));
            }
            if plan.is_alone {
                for name in order.shuffled(&names) {
                    self.play(&[name], &mut tally)?;
                }
            } else {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                self.play(&names, &mut tally)?;
            }
        }
        shell::say(&tally.to_string());
        match tally.failures() {
            0 => Ok(()),
            1 => bail!("a scenario failed"),
            failures => bail!("scenarios failed {failures} times"),
        }
    }

    /// The names of the scenarios to run.
    fn names(&self, plan: &Plan) -> Result<Vec<String>> {
        let list = shell::capture(&mut self.command(&["--list", "--format", "terse"]))?;
        let all = list.lines().filter_map(|line| line.strip_suffix(": test"));
        let is_wanted = |name: &&str| {
            let mut wanted = plan.names.iter();
            plan.names.is_empty() || wanted.any(|wanted| name.contains(wanted.as_str()))
        };
        let names: Vec<String> = all.filter(is_wanted).map(str::to_owned).collect();
        if names.is_empty() {
            bail!("no scenario has {} in its name", plan.names.join(" or "));
        }
        Ok(names)
    }

    /// Runs these scenarios in one process, several at a time on every core: a scenario waits for its
    /// browser, its server and its driver about as long as it computes.
    fn play(&self, names: &[&str], tally: &mut Tally) -> Result<()> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let at_a_time = (SCENARIOS_PER_CORE * cores).to_string();
        let mut command = self.command(&["--exact", "--test-threads", &at_a_time]);
        let mut child = command
            .args(names)
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the scenarios")?;
        let output = child.stdout.take().context("the output is piped")?;
        let mut passed = Vec::new();
        for line in BufReader::new(output).lines() {
            let line = line.context("cannot read what the scenarios print")?;
            shell::say(&line);
            passed.extend(passed_by(&line).map(str::to_owned));
        }
        let status = child.wait().context("the scenarios do not end")?;
        for name in names {
            // What was not reported as passed has failed, or the process ended before.
            tally.add(name, passed.iter().any(|passed| passed == name));
        }
        if !status.success() && passed.len() == names.len() {
            bail!("the scenarios passed, but their process ended with {status}");
        }
        Ok(())
    }
}

/// Builds the program with the scenarios.
pub fn test_program() -> Result<PathBuf> {
    let mut command = shell::cargo(["test", "--locked", "--no-run", "--workspace"]);
    command.args(["--test", "scenarios"]);
    command.arg("--message-format=json-render-diagnostics");
    let messages = shell::capture(command.stderr(Stdio::inherit()))?;
    for message in Message::parse_stream(messages.as_bytes()) {
        if let Message::CompilerArtifact(artifact) = message?
            && artifact.target.name == "scenarios"
            && let Some(program) = artifact.executable
        {
            return Ok(program.into());
        }
    }
    bail!("cargo built no scenarios")
}

/// The name of the scenario that a line of the test harness reports as passed.
fn passed_by(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... ok")
}

fn seed_by_chance() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::from(now.subsec_nanos()))
}

/// Orders by chance, by the generator SplitMix64.
struct Order(u64);

impl Order {
    fn new(seed: u64) -> Order {
        Order(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn shuffled<'n>(&mut self, names: &'n [String]) -> Vec<&'n str> {
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        for last in (1..names.len()).rev() {
            let other = self.next() % (last as u64 + 1);
            names.swap(last, usize::try_from(other).unwrap_or(last));
        }
        names
    }
}

/// How often each scenario ran and failed.
#[derive(Default)]
struct Tally(BTreeMap<String, Count>);

#[derive(Clone, Copy, Default)]
struct Count {
    runs: usize,
    failures: usize,
}

impl Tally {
    fn add(&mut self, name: &str, is_passed: bool) {
        let count = self.0.entry(name.to_owned()).or_default();
        count.runs += 1;
        count.failures += usize::from(!is_passed);
    }

    fn failures(&self) -> usize {
        self.0.values().map(|count| count.failures).sum()
    }
}

/// A table of the scenarios that failed, and the totals.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.0.iter().filter(|(_, count)| count.failures > 0);
        let failed: Vec<(&String, &Count)> = failed.collect();
        let width = failed.iter().map(|(name, _)| name.len()).max();
        if let Some(width) = width {
            let width = width.max("scenario".len());
            writeln!(f, "{:<width$}  runs  failures", "scenario")?;
            for (name, Count { runs, failures }) in &failed {
                writeln!(f, "{name:<width$}  {runs:>4}  {failures:>8}")?;
            }
        }
        let runs: usize = self.0.values().map(|count| count.runs).sum();
        let (all, failures) = (self.0.len(), self.failures());
        writeln!(f, "{all} scenarios, {runs} runs, {failures} failures")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Plan, WrongUsage> {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Plan::read(&arguments)
    }

    #[test]
    fn names_and_flags_are_read_in_any_order() {
        assert_eq!(read("").expect("no arguments are needed"), Plan::ALL);
        let plan = Plan {
            names: vec!["keys".to_owned(), "focus".to_owned()],
            rounds: 5,
            is_alone: true,
            seed: Some(7),
        };
        for line in [
            "keys focus --repeat 5 --alone --seed 7",
            "--alone keys --seed 7 focus --repeat 5",
        ] {
            assert_eq!(read(line).expect(line), plan);
        }
        for line in [
            "--repeat",
            "--repeat 0",
            "--repeat x",
            "--seed -1",
            "--often",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn an_order_follows_from_its_seed_and_leaves_nothing_out() {
        let names: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        let of = |seed| {
            let mut order = Order::new(seed);
            [order.shuffled(&names), order.shuffled(&names)]
        };
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        let [first, second] = of(1);
        assert_ne!(first, second, "every round has an order of its own");
        let mut sorted = first;
        sorted.sort_by_key(|name| name.parse::<u32>().ok());
        assert_eq!(sorted, names);
    }

    #[test]
    fn failures_are_reported_by_scenario() {
        let mut tally = Tally::default();
        for (name, is_passed) in [
            ("keys::a", true),
            ("keys::a", false),
            ("looks::b", true),
            ("keys::a", false),
        ] {
            tally.add(name, is_passed);
        }
        assert_eq!(tally.failures(), 2);
        assert_eq!(
            tally.to_string(),
            "scenario  runs  failures\n\
             keys::a      3         2\n\
             2 scenarios, 4 runs, 2 failures\n"
        );
    }

    #[test]
    fn only_a_reported_pass_is_one() {
        assert_eq!(passed_by("test keys::a ... ok"), Some("keys::a"));
        for line in [
            "test keys::a ... FAILED",
            "test keys::a has been running for over 60 seconds",
            "test result: ok. 1 passed; 0 failed",
            "failures:",
        ] {
            assert_eq!(passed_by(line), None, "{line}");
        }
    }
}
