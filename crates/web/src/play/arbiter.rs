//! What an arbiter does: gives and takes time, stops the clocks. Every ruling is kept, shown, and
//! written into the PGN.

use std::time::Duration;

use chess::Color;

use super::{Effect, Play};
use crate::notice::Notice;

/// The amounts of time among which the arbiter chooses, in seconds, with their words.
pub const AMOUNTS: [(u32, &str); 6] = [
    (10, "10 seconds"),
    (30, "30 seconds"),
    (60, "1 minute"),
    (120, "2 minutes"),
    (300, "5 minutes"),
    (600, "10 minutes"),
];

/// What the arbiter decided, and after how many plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// How many plies had been played.
    pub ply: usize,
    /// What was decided, as a sentence.
    pub words: String,
}

impl Play {
    /// What the arbiter has decided, the earliest first. Takebacks do not touch it.
    #[must_use]
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Whether the clocks were stopped by the arbiter.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.is_stopped && self.game.ending().is_none()
    }

    /// The arbiter gives time, or takes it away.
    pub(super) fn adjust_time(&mut self, side: Color, seconds: i64) -> Vec<Effect> {
        self.shift_time(side, seconds);
        self.log.push(format!("t {} {seconds}", side.letter()));
        self.announce_decision()
    }

    /// Shifts the clock of a side, now and in what can be played again.
    pub(super) fn shift_time(&mut self, side: Color, seconds: i64) {
        let (seat, time) = (side as usize, Duration::from_secs(seconds.unsigned_abs()));
        let here = self.game.undoable();
        let steps = self.clock_steps.iter_mut().skip(here);
        for clocks in steps.chain([&mut self.clocks]) {
            match seconds < 0 {
                true => clocks.subtract(seat, time),
                false => clocks.add(seat, time),
            }
        }
        let verb = if seconds < 0 { "loses" } else { "gains" };
        let amount = AMOUNTS
            .iter()
            .find(|(amount, _)| u64::from(*amount) == time.as_secs());
        let amount = amount.map_or_else(
            || format!("{} seconds", time.as_secs()),
            |(_, words)| (*words).to_owned(),
        );
        self.decide(format!("{side} {verb} {amount}."));
    }

    /// The arbiter stops the clocks, or starts them again.
    pub(super) fn pause(&mut self) -> Vec<Effect> {
        let is_stopped = !self.is_stopped;
        if self.game.ending().is_some() || self.clocks.turn().is_none() {
            return self
                .shell
                .tell_bad("No clock runs: the first move starts them.");
        }
        match is_stopped {
            true => self.clocks.pause(self.now),
            false => self.clocks.resume(self.now),
        }
        self.set_stopped(is_stopped);
        let word = if is_stopped { "stop" } else { "go" };
        self.log.push(self.with_times(format!("p {word}")));
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
        let ply = self.game.ply();
        self.decisions.push(Decision { ply, words });
    }

    /// Says the last decision.
    fn announce_decision(&mut self) -> Vec<Effect> {
        if let Some(decision) = self.decisions.last() {
            let text = format!("Arbiter: {}", decision.words);
            self.shell.show(Notice::good(&text));
        }
        vec![Effect::Keep]
    }
}
