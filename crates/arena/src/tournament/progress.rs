//! The progress of a tournament as text: how far it is, the games being played, and the table.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use super::{Event, Standings, report};
use crate::stats::{Sprt, SprtState};

/// The width of a progress bar.
const BAR: usize = 30;

/// The progress of a tournament, from its events.
#[derive(Default)]
pub struct Progress {
    anchors: Vec<Option<f64>>,
    test: Option<Sprt>,
    of: u64,
    playing: BTreeMap<u64, String>,
    /// Games finished in this run.
    finished: u64,
    counted: u64,
    llr: Option<SprtState>,
    table: String,
}

impl Progress {
    /// Before the first event; ratings are on the scale of the anchors.
    #[must_use]
    pub fn new(anchors: Vec<Option<f64>>, test: Option<Sprt>) -> Progress {
        Progress {
            anchors,
            test,
            ..Progress::default()
        }
    }

    pub fn update(&mut self, event: &Event<'_>) {
        match event {
            Event::Started {
                number,
                of,
                white,
                black,
            } => {
                self.of = *of;
                let players = format!("{white} vs {black}");
                self.playing.insert(*number, players);
            }
            Event::Finished { number, .. } => {
                self.playing.remove(number);
                self.finished += 1;
            }
            Event::Counted {
                standings, sprt, ..
            } => self.count(standings, *sprt),
        }
    }

    fn count(&mut self, standings: &Standings, sprt: Option<SprtState>) {
        self.counted = 2 * standings.pairs();
        self.llr = sprt;
        let state = self.test.as_ref().zip(sprt);
        self.table = report::table(standings, &self.anchors, state);
    }

    /// The view after this much time, several lines.
    #[must_use]
    pub fn view(&self, elapsed: Duration) -> String {
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

fn bar(share: f64) -> String {
    let filled = (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    format!("[{}{}]", "#".repeat(filled), "-".repeat(BAR - filled))
}

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
        let progress = Progress {
            of: 40,
            playing: BTreeMap::from([(11, "a vs b".to_owned()), (12, "b vs a".to_owned())]),
            finished: 10,
            counted: 10,
            llr: None,
            table: "the table\n".to_owned(),
            ..Progress::default()
        };
        assert_eq!(
            progress.view(Duration::from_secs(100)),
            "[########----------------------]  10 of 40 games, 360 games an hour, 5 min left\n\
             playing 11: a vs b; 12: b vs a\n\
             the table\n"
        );
    }

    #[test]
    fn a_test_shows_its_state() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, crate::stats::EloModel::Normalized).unwrap();
        let progress = Progress {
            llr: Some(test.judge_pairs(&crate::stats::PairCounts::default())),
            counted: 0,
            ..Progress::default()
        };
        let view = progress.view(Duration::ZERO);
        assert!(
            view.starts_with("H0 [###############---------------] H1  0 games"),
            "{view}"
        );
    }
}
