//! `fourfold match` and `fourfold sprt`: engine matches.

mod chart;
mod flags;
mod live;
mod participant;
mod plan;
mod report;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use arena::journal::{GameLine, Journal};
use arena::opening::{Opening, read_epd, read_pgn};
use arena::record::{Heading, to_pgn};
use arena::schedule::{Order, Schedule};
use arena::stats::{Decision, Sprt};
use arena::tournament::{Conclusion, Participant, Standings, Tournament};
use chess::ByColor;
use chess::fen::CastlingMode;
use chess::notation::castling_mode;

use crate::output::{Status, WrongUsage, plain, plain_error, report_stopped, stop_on_ctrl_c};
use plan::{Plan, SprtEntry};
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

/// Plays the match.
pub fn run(kind: Kind, args: &TournamentArgs) -> anyhow::Result<Status> {
    let (plan, output) = read_plan(&args.words).map_err(WrongUsage)?;
    if output.help || args.words.is_empty() {
        print!("{HELP}");
        return Ok(Status::Fine);
    }
    let mut plan = plan.checked().map_err(WrongUsage)?;
    if kind == Kind::Sprt && plan.sprt.is_none() {
        plan.sprt = Some(SprtEntry::default());
    }
    let contest = Contest::new(plan)?;
    contest.play(output.json)
}

/// The plan of the file in `-config`, which must come first, changed by the other flags.
fn read_plan(words: &[String]) -> anyhow::Result<(Plan, flags::OutputFlags)> {
    if let [flag, path, rest @ ..] = words
        && matches!(flag.as_str(), "-config" | "--config")
    {
        let path = path.strip_prefix("file=").unwrap_or(path);
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
        let plan = Plan::from_toml(&text).with_context(|| format!("in {path}"))?;
        return flags::read(rest, plan);
    }
    flags::read(words, Plan::default())
}

/// A plan with its openings and test.
struct Contest {
    plan: Plan,
    openings: Vec<Opening>,
    sprt: Option<Sprt>,
    identity: serde_json::Value,
    journal: PathBuf,
}

impl Contest {
    fn new(plan: Plan) -> anyhow::Result<Contest> {
        let mode = castling_mode(plan.chess960);
        let openings = match &plan.openings {
            Some(entry) => read_openings(&entry.file, entry.plies, mode)?,
            None => vec![Opening::standard()],
        };
        let sprt = plan.sprt.map(|entry| entry.test()).transpose()?;
        let mut identity = serde_json::to_value(&plan)?;
        identity["book"] = fingerprint(&openings).into();
        let programs: Vec<_> = plan.engines.iter().map(participant::fingerprint).collect();
        identity["programs"] = programs.into();
        let journal = plan.journal.clone().unwrap_or_else(|| {
            let number = identity
                .to_string()
                .bytes()
                .fold(0, |sum, byte| mix(sum, byte.into()));
            PathBuf::from(format!("match-{:08x}.jsonl", number >> 32))
        });
        Ok(Contest {
            plan,
            openings,
            sprt,
            identity,
            journal,
        })
    }

    fn tournament(&self) -> anyhow::Result<Tournament<'_>> {
        let plan = &self.plan;
        let mode = castling_mode(plan.chess960);
        let mut participants: Vec<Box<dyn Participant>> = Vec::new();
        for entry in &plan.engines {
            participants.push(participant::participant(entry, mode)?);
        }
        let margin = plan
            .engines
            .iter()
            .filter_map(|engine| engine.timemargin)
            .max()
            .unwrap_or(0);
        let default_rounds = if self.sprt.is_some() { 1_000_000 } else { 1 };
        Ok(Tournament {
            schedule: Schedule {
                players: participants.len(),
                format: plan.format,
                rounds: plan.openings_each(default_rounds),
                openings: self.openings.len(),
                order: plan
                    .openings
                    .as_ref()
                    .map_or(Order::Sequential, |entry| entry.order),
                skipped_openings: plan
                    .openings
                    .as_ref()
                    .and_then(|entry| entry.start)
                    .map_or(0, |start| start.saturating_sub(1)),
                seed: plan.seed,
            },
            participants,
            openings: self.openings.clone(),
            margin: Duration::from_millis(margin),
            adjudication: plan.adjudication,
            rules: referee::rules(plan.profile()?),
            concurrency: plan.concurrency.unwrap_or(1),
            processors: plan.processors.clone(),
            sprt: self.sprt,
            date: plan.date()?,
        })
    }

    fn play(&self, json: bool) -> anyhow::Result<Status> {
        let tournament = self.tournament()?;
        let (mut journal, played) = Journal::open(&self.journal, &self.identity)?;
        let stop = stop_on_ctrl_c()?;
        let mut report = Report::new(self, json, self.begin_pgn(&played)?);
        report.introduce(&tournament, played.len());
        let outcome = tournament.run(&mut journal, &played, &stop, &mut |event| {
            report.hear(&event);
        });
        report.failure.take().map_or(Ok(()), Err)?;
        report.finish()?;
        let (standings, conclusion) = outcome?;
        self.finish(&mut journal, &standings, conclusion, json)
    }

    /// Writes the games played so far as PGN and keeps the file open for more.
    fn begin_pgn(&self, played: &[[GameLine; 2]]) -> anyhow::Result<Option<fs::File>> {
        let Some(path) = &self.plan.pgn else {
            return Ok(None);
        };
        let cannot_write = || format!("cannot write {}", path.display());
        let mut file = fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(cannot_write)?;
        // Another match may be writing its games to the same file. Do not overwrite them.
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            bail!(
                "{} is in use by another match: name another",
                path.display()
            );
        }
        file.set_len(0).with_context(cannot_write)?;
        for line in played.iter().flatten() {
            self.write_pgn(&mut file, line)?;
        }
        Ok(Some(file))
    }

    /// Appends a game to a PGN file.
    fn write_pgn(&self, file: &mut impl Write, line: &GameLine) -> io::Result<()> {
        let control = |name: &String| {
            let engine = self.plan.engines.iter();
            let engine = engine.clone().find(|engine| engine.label() == *name)?;
            engine.control().ok()
        };
        let heading = Heading {
            event: self.plan.event.as_deref().unwrap_or("Fourfold arena"),
            site: self.plan.site.as_deref().unwrap_or("?"),
            controls: ByColor {
                white: control(&line.white),
                black: control(&line.black),
            },
        };
        match to_pgn(line, &heading) {
            Some(pgn) => writeln!(file, "{pgn}"),
            None => Ok(()),
        }
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
            let picture = chart::draw(&names, &pairs, self.sprt.as_ref());
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
            let report = table::report(standings, &self.plan.anchors(), state);
            write!(out, "{report}")?;
            if let Some((test, state)) = state {
                let verdict = table::verdict(test, state, 2 * standings.pairs());
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

/// Reads the openings of a file; of PGN games, up to this many plies.
pub(super) fn read_openings(
    file: &Path,
    plies: Option<usize>,
    mode: CastlingMode,
) -> anyhow::Result<Vec<Opening>> {
    let path = file.display();
    let bytes = fs::read(file).with_context(|| format!("cannot read {path}"))?;
    let (openings, bad) = if file.extension().is_some_and(|ending| ending == "pgn") {
        (read_pgn(&bytes, plies.unwrap_or(usize::MAX))?, Vec::new())
    } else {
        read_epd(&String::from_utf8_lossy(&bytes), mode)
    };
    for fault in bad.iter().take(5) {
        writeln!(plain_error(), "{path}: passed over {fault}")?;
    }
    if bad.len() > 5 {
        let more = bad.len() - 5;
        writeln!(plain_error(), "{path}: passed over {more} more lines")?;
    }
    ensure!(
        !openings.is_empty(),
        "{path} holds no opening: expected one EPD or FEN a line, or PGN games"
    );
    Ok(openings)
}

/// A hash that identifies a set of openings.
pub(super) fn fingerprint(openings: &[Opening]) -> String {
    let keys = openings
        .iter()
        .map(|opening| opening.start.position.key().0);
    format!("{:016x}", keys.fold(openings.len() as u64, mix))
}

/// One step of a hash that is the same on every machine and in every version.
pub fn mix(sum: u64, value: u64) -> u64 {
    (sum.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
