//! `fourfold tune`: tunes search parameters by self-play (SPSA).

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use arena::journal::Journal;
use arena::opening::Opening;
use arena::series::SeriesEnd;
use arena::threads::Threads;
use arena::tune::plan::TunePlan;
use arena::tune::spsa::{Parameter, Spsa};
use arena::tune::{Snapshot, draw_tuning};
use chess::fen::CastlingMode;
use engine::Params;

use super::tournament::read_openings;
use crate::exit::Status;
use crate::output::{plain, report_stopped, stop_on_ctrl_c};
use crate::plan_file;

/// Arguments of `fourfold tune`.
#[derive(Debug, clap::Args)]
pub struct TuneArgs {
    /// The plan, a TOML file such as matches/tune.toml
    #[arg(value_name = "FILE", required_unless_present = "list")]
    pub plan: Option<PathBuf>,
    /// List the parameters that can be tuned, with their ranges
    #[arg(long)]
    pub list: bool,
    /// The journal; run the same command again to continue from it
    #[arg(long, value_name = "FILE", default_value = "tune.jsonl")]
    pub journal: PathBuf,
    /// Write a chart of the parameters
    #[arg(long, value_name = "FILE.svg")]
    pub chart: Option<PathBuf>,
    /// Number of trials played at once; the result does not depend on it [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
    /// Number of trials between two reports
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub every: u64,
}

/// Tunes, or lists what can be tuned.
pub fn run(args: &TuneArgs) -> anyhow::Result<Status> {
    let Some(path) = args.plan.as_ref().filter(|_| !args.list) else {
        return list();
    };
    let name = path.display();
    let text = plan_file::read(path)?;
    let plan = TunePlan::read(&text).with_context(|| format!("in {name}"))?;
    let parameters = plan.parameters()?;
    let rules = referee::rules(game::Profile::Engine);
    let openings = match &plan.openings {
        Some(file) => read_openings(file, None, CastlingMode::Standard, &rules)?,
        None => vec![Opening::standard()],
    };
    let identity = plan.identity(&openings)?;
    let tuning = plan.tuning(openings, rules)?;
    let (mut journal, played) = Journal::open(&args.journal, &identity)?;
    let stop = stop_on_ctrl_c()?;
    let spsa = Spsa::new(parameters, plan.gains(), plan.trials, plan.seed);
    let threads = args.threads.unwrap_or_else(Threads::cores).get();
    let mut report = Report::new(args, plan.trials, spsa.parameters().to_vec());
    let pace = (threads, &*stop);
    let end = tuning.run(spsa, &mut journal, &played, pace, &mut |count, spsa| {
        report.handle(count, spsa.values());
    })?;
    report.finish(end)
}

fn list() -> anyhow::Result<Status> {
    let mut out = plain();
    for tunable in Params::TABLE {
        writeln!(
            out,
            "{:<28} {:>6}  from {} to {}",
            tunable.name, tunable.default, tunable.min, tunable.max
        )?;
    }
    Ok(Status::Fine)
}

struct Report<'a> {
    args: &'a TuneArgs,
    trials: u64,
    parameters: Vec<Parameter>,
    /// The parameters after each batch.
    course: Vec<Snapshot>,
}

impl<'a> Report<'a> {
    fn new(args: &'a TuneArgs, trials: u64, parameters: Vec<Parameter>) -> Report<'a> {
        Report {
            args,
            trials,
            parameters,
            course: Vec::new(),
        }
    }

    fn handle(&mut self, count: u64, values: &[f64]) {
        let every = self.args.every.max(1);
        let before = self.course.last().map_or(0, |last| last.trials);
        self.course.push(Snapshot {
            trials: count,
            values: values.to_vec(),
        });
        if before / every != count / every {
            // Progress is informational; the run is valid even if nobody can read it.
            let _ = self.print(count, values);
        }
    }

    fn print(&self, count: u64, values: &[f64]) -> std::io::Result<()> {
        let mut out = plain();
        writeln!(out, "{count} of {} trials", self.trials)?;
        for (one, value) in self.parameters.iter().zip(values) {
            let moved = (value - one.start) / one.step;
            writeln!(
                out,
                "{:<28} {:>6} -> {value:>8.1}  {moved:>+6.2} steps",
                one.name, one.start
            )?;
        }
        Ok(())
    }

    fn finish(&self, end: SeriesEnd) -> anyhow::Result<Status> {
        if let Some(path) = &self.args.chart {
            ensure!(
                !self.course.is_empty(),
                "expected at least one trial to draw a chart"
            );
            whole_file::write(path, draw_tuning(&self.parameters, &self.course).as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let Some(Snapshot { trials, values }) = self.course.last() {
            self.print(*trials, values)?;
            let mut out = plain();
            for (one, value) in self.parameters.iter().zip(values) {
                writeln!(out, "option.{}={:.0}", one.name, value)?;
            }
        }
        if end == SeriesEnd::Stopped {
            return Ok(report_stopped(&self.args.journal)?);
        }
        Ok(Status::Fine)
    }
}
