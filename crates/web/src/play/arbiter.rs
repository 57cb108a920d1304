//! Arbiter mode: adjusting and stopping the clocks. Every decision is stored, shown, and written to
//! the PGN.

use std::time::Duration;

use chess::Color;

use super::{Effect, Play};
use crate::notice::Notice;

/// The selectable amounts of time in seconds, with their labels.
pub const AMOUNTS: [(u32, &str); 6] = [
    (10, "10 seconds"),
    (30, "30 seconds"),
    (60, "1 minute"),
    (120, "2 minutes"),
    (300, "5 minutes"),
    (600, "10 minutes"),
];

/// An amount of time in words.
pub(super) fn amount(seconds: u64) -> String {
    let known = AMOUNTS.iter().find(|(of, _)| u64::from(*of) == seconds);
    known.map_or_else(
        || format!("{seconds} seconds"),
        |(_, words)| (*words).to_owned(),
    )
}

/// A decision of the arbiter with its ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The number of plies played.
    pub ply: usize,
    /// The decision as a sentence.
    pub words: String,
}

impl Play {
    /// The decisions of the arbiter, earliest first. Takebacks do not remove them.
    #[must_use]
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Whether the clocks were stopped by the arbiter.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.is_stopped && self.timed.game().ending().is_none()
    }

    pub(super) fn adjust_time(&mut self, side: Color, seconds: i64) -> Vec<Effect> {
        self.shift_time(side, seconds);
        self.log.push(format!("t {} {seconds}", side.letter()));
        self.announce_decision()
    }

    /// Adjusts the clock of a side, now and for redo.
    pub(super) fn shift_time(&mut self, side: Color, seconds: i64) {
        let (seat, time) = (side as usize, Duration::from_secs(seconds.unsigned_abs()));
        match seconds < 0 {
            true => self.timed.timing_mut().take(seat, time),
            false => self.timed.timing_mut().give(seat, time),
        }
        let verb = if seconds < 0 { "loses" } else { "gains" };
        self.decide(format!("{side} {verb} {}.", amount(time.as_secs())));
    }

    /// The arbiter stops or restarts the clocks.
    pub(super) fn pause(&mut self) -> Vec<Effect> {
        let is_stopped = !self.is_stopped;
        if self.timed.game().ending().is_some() || self.timed.timing().clocks().turn().is_none() {
            return self
                .shell
                .tell_bad("No clock runs: the first move starts them.");
        }
        match is_stopped {
            true => self.timed.timing_mut().pause(self.now),
            false => self.timed.timing_mut().resume(self.now),
        }
        self.set_stopped(is_stopped);
        let word = if is_stopped { "stop" } else { "go" };
        let line = self.with_times(format!("p {word}"));
        self.log.push(line);
        self.announce_decision()
    }

    pub(super) fn set_stopped(&mut self, is_stopped: bool) {
        self.is_stopped = is_stopped;
        let words = match is_stopped {
            true => "The clocks are stopped.",
            false => "The clocks run again.",
        };
        self.decide(words.to_owned());
    }

    fn decide(&mut self, words: String) {
        let ply = self.timed.game().ply();
        self.decisions.push(Decision { ply, words });
    }

    fn announce_decision(&mut self) -> Vec<Effect> {
        if let Some(decision) = self.decisions.last() {
            let text = format!("Arbiter: {}", decision.words);
            self.shell.show(Notice::good(&text));
        }
        Vec::new()
    }
}
