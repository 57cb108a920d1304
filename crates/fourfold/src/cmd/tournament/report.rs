//! Progress reports: a live view on a terminal, plain lines in a pipe, or the lines of the journal.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use arena::pgn_file::PgnFile;
use arena::tournament::{Event, Progress, Tournament, report};
use terminal::{Plain, Redrawn, visible_line};

use super::Contest;
use crate::output::plain_error;

const RULE: &str = "--------------------------------------------------";

enum Form {
    /// Redrawn in place.
    Live {
        progress: Progress,
        begun: Instant,
        view: Redrawn,
    },
    /// Lines, with the table after every few pairs.
    Lines { every: u64 },
    /// One JSON object per game.
    Json,
}

pub struct Report<'a> {
    contest: &'a Contest,
    form: Form,
    pgn: Option<PgnFile<'a>>,
    /// The error that ended the report.
    pub failure: Option<anyhow::Error>,
}

impl<'a> Report<'a> {
    /// A report that also appends counted games to a PGN file, if there is one.
    pub fn new(contest: &'a Contest, json: bool, pgn: Option<PgnFile<'a>>) -> Report<'a> {
        let form = if json {
            Form::Json
        } else if io::stdout().is_terminal() {
            Form::Live {
                progress: Progress::new(contest.plan.anchors(), contest.sprt),
                begun: Instant::now(),
                view: Redrawn::new(),
            }
        } else {
            let every = contest.plan.report_every.unwrap_or(10).max(1);
            Form::Lines { every }
        };
        Report {
            contest,
            form,
            pgn,
            failure: None,
        }
    }

    /// Announces what will be played.
    pub fn introduce(&self, tournament: &Tournament<'_>, played: usize) -> io::Result<()> {
        let mut out = plain_error();
        let journal = self.contest.journal.display().to_string();
        writeln!(out, "journal: {}", visible_line(&journal))?;
        if played > 0 {
            writeln!(out, "continuing after {played} pairs in the journal")?;
        }
        if let Some(test) = &self.contest.sprt {
            let (elo0, elo1) = test.elo_bounds();
            let games = |elo: f64| test.expected_games(elo, 0.5);
            writeln!(
                out,
                "expected games: {:.0} if the difference is {elo0}, {:.0} if {elo1}, {:.0} in between",
                games(elo0),
                games(elo1),
                games((elo0 + elo1) / 2.0)
            )
        } else {
            writeln!(out, "{} games to play", 2 * tournament.schedule.pairs())
        }
    }

    /// Reports an event; an error is kept for later.
    pub fn handle(&mut self, event: &Event<'_>) {
        if let Err(error) = self.tell(event) {
            self.failure.get_or_insert(error.into());
        }
    }

    /// Clears the live view before the final report.
    pub fn finish(&mut self) -> io::Result<()> {
        match &mut self.form {
            Form::Live { view, .. } => view.clear(&mut io::stdout().lock()),
            Form::Lines { .. } | Form::Json => Ok(()),
        }
    }

    fn tell(&mut self, event: &Event<'_>) -> io::Result<()> {
        if let (Event::Counted { pair, .. }, Some(file)) = (event, &mut self.pgn) {
            pair.iter().try_for_each(|line| file.add(line))?;
        }
        let mut out = io::stdout().lock();
        match &mut self.form {
            Form::Live {
                progress,
                begun,
                view,
            } => {
                progress.update(event);
                for fault in report::faults(event) {
                    view.clear(&mut out)?;
                    writeln!(out, "{}", visible_line(&fault))?;
                }
                if view.is_due() || matches!(event, Event::Counted { .. }) {
                    view.draw(&progress.view(begun.elapsed()), &mut out)?;
                }
            }
            Form::Lines { every } => {
                lines(self.contest, event, *every, &mut Plain::new(&mut out))?;
            }
            Form::Json => {
                if let Event::Finished { line, .. } = event {
                    serde_json::to_writer(&mut out, line)?;
                    writeln!(out)?;
                }
            }
        }
        out.flush()
    }
}

fn lines(contest: &Contest, event: &Event<'_>, every: u64, out: &mut dyn Write) -> io::Result<()> {
    if let Some(line) = report::line_of(event) {
        writeln!(out, "{line}")?;
    }
    for fault in report::faults(event) {
        writeln!(plain_error(), "{}", visible_line(&fault))?;
    }
    match event {
        Event::Counted {
            standings, sprt, ..
        } if standings.pairs().is_multiple_of(every) => {
            let state = contest.sprt.as_ref().zip(*sprt);
            let table = report::table(standings, &contest.plan.anchors(), state);
            write!(out, "{RULE}\n{table}{RULE}\n")
        }
        Event::Started { .. } | Event::Finished { .. } | Event::Counted { .. } => Ok(()),
    }
}
