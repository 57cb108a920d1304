//! `fourfold match` and `fourfold sprt`: engine matches.

mod flags;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::identity;
use arena::journal::Journal;
use arena::opening::{self, Opening};
use arena::pgn_file::PgnFile;
use arena::plan::{Plan, SprtEntry};
use arena::stats::{Decision, Sprt};
use arena::tournament::{self, Conclusion, Standings, draw_match};
use chess::fen::CastlingMode;
use game::Rules;

use crate::exit::{Status, WrongUsage};
use crate::output::{plain, plain_error, report_stopped, stop_on_ctrl_c};
use crate::plan_file;
use report::Report;

/// Arguments of `fourfold match` and `fourfold sprt`, compatible with other match runners.
#[derive(Debug, clap::Args)]
pub struct TournamentArgs {
    /// Flags such as -engine cmd=PROGRAM; -help lists them
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FLAGS"
    )]
    pub words: Vec<String>,
}

pub(super) const HELP: &str = include_str!("tournament/help.txt");

/// Which of the two commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Play all games.
    Match,
    /// Play until the sequential test decides.
    Sprt,
}

pub fn run(kind: Kind, args: &TournamentArgs) -> anyhow::Result<Status> {
    if args.words.is_empty() {
        return Err(WrongUsage::error(format!("expected flags\n\n{HELP}")));
    }
    let (plan, output) = read_plan(&args.words)?;
    if output.help {
        write!(plain(), "{HELP}")?;
        return Ok(Status::Fine);
    }
    // What a file holds is input. A flag is usage, and might mend what is wrong in the file.
    let is_file_alone = matches!(&args.words[..], [flag, _] if is_config(flag));
    let mut plan = match plan.checked() {
        Ok(plan) => plan,
        Err(error) if is_file_alone => return Err(error.into()),
        Err(error) => return Err(WrongUsage(error.into()).into()),
    };
    if kind == Kind::Sprt && plan.sprt.is_none() {
        plan.sprt = Some(SprtEntry::default());
    }
    let contest = Contest::new(plan)?;
    contest.play(output.json)
}

fn is_config(flag: &str) -> bool {
    matches!(flag, "-config" | "--config")
}

/// The plan of the file in `-config`, which must come first, changed by the other flags.
fn read_plan(words: &[String]) -> anyhow::Result<(Plan, flags::OutputFlags)> {
    if let [flag, path, rest @ ..] = words
        && is_config(flag)
    {
        let path = path.strip_prefix("file=").unwrap_or(path);
        let text = plan_file::read(Path::new(path))?;
        let plan = Plan::from_toml(&text).with_context(|| format!("in {path}"))?;
        return Ok(flags::read(rest, plan).map_err(WrongUsage)?);
    }
    Ok(flags::read(words, Plan::default()).map_err(WrongUsage)?)
}

/// A plan with its openings, test and journal.
struct Contest {
    plan: Plan,
    rules: Rules,
    openings: Vec<Opening>,
    sprt: Option<Sprt>,
    identity: serde_json::Value,
    journal: PathBuf,
}

impl Contest {
    fn new(plan: Plan) -> anyhow::Result<Contest> {
        let rules = referee::rules(plan.profile()?);
        let openings = match &plan.openings {
            Some(entry) => read_openings(&entry.file, entry.plies, plan.mode(), &rules)?,
            None => vec![Opening::standard()],
        };
        let sprt = plan.sprt.map(|entry| entry.test()).transpose()?;
        let identity = plan.identity(&openings)?;
        let journal = plan.journal.clone();
        let journal = journal.unwrap_or_else(|| identity::journal_name("match", &identity).into());
        Ok(Contest {
            plan,
            rules,
            openings,
            sprt,
            identity,
            journal,
        })
    }

    fn play(&self, json: bool) -> anyhow::Result<Status> {
        let openings = self.openings.clone();
        let rules = self.rules.clone();
        let tournament = self.plan.tournament(openings, self.sprt, rules)?;
        let (mut journal, played) = Journal::open(&self.journal, &self.identity)?;
        let stop = stop_on_ctrl_c()?;
        let pgn = self.plan.pgn.as_deref();
        let pgn = pgn.map(|path| PgnFile::begin(path, &self.plan, &played));
        let mut report = Report::new(self, json, pgn.transpose()?);
        report.introduce(&tournament, played.len())?;
        let outcome = tournament.run(&mut journal, &played, &stop, &mut |event| {
            report.handle(&event);
        });
        report.failure.take().map_or(Ok(()), Err)?;
        report.finish()?;
        let (standings, conclusion) = outcome?;
        self.finish(&mut journal, &standings, conclusion, json)
    }

    fn finish(
        &self,
        journal: &mut Journal,
        standings: &Standings,
        conclusion: Conclusion,
        json: bool,
    ) -> anyhow::Result<Status> {
        if let Some(path) = &self.plan.chart {
            let pairs = journal.units()?;
            let names: Vec<&str> = standings.names().iter().map(String::as_str).collect();
            let picture = draw_match(&names, &pairs, self.sprt.as_ref());
            whole_file::write(path, picture.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if !json {
            let state = self
                .sprt
                .as_ref()
                .map(|test| (test, test.judge_pairs(&standings.tally(0, 1).pairs)));
            let mut out = plain();
            writeln!(out, "--------------------------------------------------")?;
            let report = tournament::report::table(standings, &self.plan.anchors(), state);
            write!(out, "{report}")?;
            if let Some((test, state)) = state {
                let verdict = tournament::report::verdict(test, state, 2 * standings.pairs());
                writeln!(out, "{verdict}")?;
            }
        }
        Ok(match conclusion {
            Conclusion::Finished => Status::Fine,
            Conclusion::Decided(state) if state.verdict == Decision::AcceptH0 => Status::Rejected,
            Conclusion::Decided(_) => Status::Fine,
            Conclusion::NoPlayer(fault) => bail!("an engine {fault}"),
            Conclusion::Stopped => report_stopped(&self.journal)?,
        })
    }
}

/// Reads the openings of a file; of PGN games, up to this many plies. Reports what is left out.
pub(super) fn read_openings(
    file: &Path,
    plies: Option<usize>,
    mode: CastlingMode,
    rules: &Rules,
) -> anyhow::Result<Vec<Opening>> {
    const SHOWN: usize = 5;
    let path = file.display();
    let (openings, bad) = opening::read_file(file, plies, mode, rules)?;
    for fault in bad.iter().take(SHOWN) {
        writeln!(plain_error(), "{path}: left out {fault}")?;
    }
    if let Some(more) = bad.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        writeln!(plain_error(), "{path}: left out {more} more openings")?;
    }
    Ok(openings)
}
