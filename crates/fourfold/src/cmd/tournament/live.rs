//! The live view: progress, the games in progress and the table, redrawn in place.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use ::terminal::visible_line;
use arena::stats::{Sprt, SprtState};
use arena::tournament::{Event, Standings};
use ratatui::crossterm::terminal;

use super::{report, table};

/// The width of a progress bar.
const BAR: usize = 30;

/// The minimum time between two redraws.
const PAUSE: Duration = Duration::from_millis(100);

/// A view that is redrawn in place.
pub struct Live {
    anchors: Vec<Option<f64>>,
    test: Option<Sprt>,
    began: Instant,
    drawn_at: Option<Instant>,
    drawn_lines: usize,
    scene: Scene,
}

/// The contents of the view.
#[derive(Default)]
struct Scene {
    of: u64,
    playing: BTreeMap<u64, String>,
    /// Games finished in this run.
    finished: u64,
    counted: u64,
    llr: Option<SprtState>,
    table: String,
}

impl Live {
    /// An empty view.
    pub fn new(anchors: Vec<Option<f64>>, test: Option<Sprt>) -> Live {
        Live {
            anchors,
            test,
            began: Instant::now(),
            drawn_at: None,
            drawn_lines: 0,
            scene: Scene::default(),
        }
    }

    /// Processes an event and redraws.
    pub fn hear(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut complaints = Vec::new();
        match event {
            Event::Started {
                number,
                of,
                white,
                black,
            } => {
                self.scene.of = *of;
                let players = format!("{white} vs {black}");
                self.scene.playing.insert(*number, players);
            }
            Event::Finished { number, line } => {
                self.scene.playing.remove(number);
                self.scene.finished += 1;
                complaints = report::complaint(*number, line);
            }
            Event::Counted {
                standings, sprt, ..
            } => self.count(standings, *sprt),
        }
        let is_due = self.drawn_at.is_none_or(|at| at.elapsed() >= PAUSE);
        if is_due || !complaints.is_empty() || matches!(event, Event::Counted { .. }) {
            self.draw(&complaints, out)?;
        }
        Ok(())
    }

    /// Clears the view from the screen.
    pub fn clear(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.drawn_lines > 0 {
            write!(out, "\x1b[{}A\r\x1b[J", self.drawn_lines)?;
        }
        self.drawn_lines = 0;
        Ok(())
    }

    fn count(&mut self, standings: &Standings, sprt: Option<SprtState>) {
        self.scene.counted = 2 * standings.pairs();
        self.scene.llr = sprt;
        let state = self.test.as_ref().zip(sprt);
        self.scene.table = table::report(standings, &self.anchors, state);
    }

    /// Redraws the view; messages stay above it.
    fn draw(&mut self, complaints: &[String], out: &mut dyn Write) -> io::Result<()> {
        self.clear(out)?;
        for complaint in complaints {
            writeln!(out, "{}", visible_line(complaint))?;
        }
        // A wrapped line would count as one and leave its tail on the screen.
        let width = terminal::size().map_or(0, |(columns, _)| usize::from(columns));
        let width = if width == 0 { 80 } else { width };
        let view = self.scene.view(self.began.elapsed());
        for line in view.lines() {
            let shown: String = visible_line(line).chars().take(width - 1).collect();
            writeln!(out, "{shown}")?;
        }
        self.drawn_lines = view.lines().count();
        self.drawn_at = Some(Instant::now());
        Ok(())
    }
}

impl Scene {
    /// The view as text, after this much time.
    fn view(&self, elapsed: Duration) -> String {
        let mut text = String::new();
        let per_second = self.finished as f64 / elapsed.as_secs_f64().max(1e-3);
        let speed = format!("{:.0} games an hour", 3600.0 * per_second);
        let first = match self.llr {
            Some(state) => {
                let share = (state.llr - state.lower) / (state.upper - state.lower);
                let bar = bar(share);
                format!("H0 {bar} H1  {} games, {speed}", self.counted)
            }
            None => {
                let left = self.of.saturating_sub(self.counted) as f64 / per_second.max(1e-9);
                let share = self.counted as f64 / self.of.max(1) as f64;
                let left = Duration::try_from_secs_f64(left).map_or("?".to_owned(), spoken);
                let bar = bar(share);
                format!(
                    "{bar}  {} of {} games, {speed}, {left} left",
                    self.counted, self.of
                )
            }
        };
        let _ = writeln!(text, "{first}");
        let playing: Vec<String> = self
            .playing
            .iter()
            .map(|(number, players)| format!("{number}: {players}"))
            .collect();
        let _ = writeln!(text, "playing {}", playing.join("; "));
        text.push_str(&self.table);
        text
    }
}

/// A progress bar.
fn bar(share: f64) -> String {
    let filled = (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    format!("[{}{}]", "#".repeat(filled), "-".repeat(BAR - filled))
}

/// A duration in words.
fn spoken(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..90 => format!("{seconds} s"),
        seconds @ 90..5400 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_shows_its_progress() {
        let scene = Scene {
            of: 40,
            playing: BTreeMap::from([(11, "a vs b".to_owned()), (12, "b vs a".to_owned())]),
            finished: 10,
            counted: 10,
            llr: None,
            table: "the table\n".to_owned(),
        };
        assert_eq!(
            scene.view(Duration::from_secs(100)),
            "[########----------------------]  10 of 40 games, 360 games an hour, 5 min left\n\
             playing 11: a vs b; 12: b vs a\n\
             the table\n"
        );
    }

    #[test]
    fn a_test_shows_its_state() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, arena::stats::EloModel::Normalized).unwrap();
        let scene = Scene {
            llr: Some(test.judge_pairs(&arena::stats::PairCounts::default())),
            counted: 0,
            ..Scene::default()
        };
        let view = scene.view(Duration::ZERO);
        assert!(
            view.starts_with("H0 [###############---------------] H1  0 games"),
            "{view}"
        );
    }

    #[test]
    fn each_redraw_covers_the_one_before() {
        let mut live = Live::new(Vec::new(), None);
        let mut out = Vec::new();
        let started = |number| Event::Started {
            number,
            of: 2,
            white: "a",
            black: "b",
        };
        live.hear(&started(1), &mut out).unwrap();
        live.drawn_at = None;
        live.hear(&started(2), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.matches("\x1b[2A\r\x1b[J").count(), 1, "{text:?}");
        assert!(text.ends_with("playing 1: a vs b; 2: a vs b\n"), "{text:?}");
    }
}
