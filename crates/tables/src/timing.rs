//! The clocks of a table: those of any game, with lag compensation for each seat.
//!
//! Everything is in milliseconds of the table. The clocks can be saved and restored, so a snapshot
//! continues where the table was. What they showed after each step is not saved: the event of a
//! takeback says it.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::TimeControl;
use serde::{Deserialize, Serialize};
use wire::{ClockTerms, ClocksShown, FixedClock, Seat};

use crate::settings::{clock_terms, to_ms};
use crate::{BadTable, lag};

/// The clocks of a table with a time limit.
#[derive(Clone, Debug)]
pub struct Timing {
    fixed: FixedClock,
    terms: clock::Terms,
    seats: &'static [Seat],
    game: timed::Timing,
    /// When the current move would have begun without interruptions; while the clocks are paused,
    /// how long it has lasted.
    mark_ms: u64,
    quotas_ms: Vec<u64>,
}

/// Saved clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimingShown {
    /// The time of each seat when the current move began.
    left_ms: BTreeMap<Seat, u64>,
    quotas_ms: BTreeMap<Seat, u64>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Stopped,
    Running { seat: Seat, since_ms: u64 },
    Paused { seat: Seat, used_ms: u64 },
}

impl Timing {
    /// The clocks at the start of a game, stopped.
    pub fn new(
        asked: ClockTerms,
        fixed: FixedClock,
        seats: &'static [Seat],
    ) -> Result<Timing, BadTable> {
        Ok(Timing::stopped(clock_terms(asked)?, fixed, seats, 0))
    }

    /// The clocks of another game with the same time control.
    pub fn fresh(&self) -> Timing {
        Timing::stopped(self.terms, self.fixed, self.seats, 0)
    }

    /// The clocks of a game with this many steps, as at the start.
    fn stopped(
        terms: clock::Terms,
        fixed: FixedClock,
        seats: &'static [Seat],
        steps: usize,
    ) -> Timing {
        let controls = vec![TimeControl::Limited(terms); seats.len()];
        let mut game = timed::Timing::new(controls, steps);
        for seat in 0..seats.len() {
            game.set_left(seat, ms(fixed.start_ms));
        }
        game.set_shown();
        Timing {
            fixed,
            terms,
            seats,
            game,
            mark_ms: 0,
            quotas_ms: vec![fixed.lag.start_ms; seats.len()],
        }
    }

    /// Starts the clock of a seat for a move.
    pub fn start(&mut self, seat: Seat, at: u64) {
        self.game.start(self.index(seat), ms(at));
        self.mark_ms = at;
    }

    /// Ends the move of a seat, with this much lag, and starts the next clock.
    pub fn press(&mut self, seat: Seat, next: Seat, credit_ms: u64, at: u64) {
        let (mover, next) = (self.index(seat), self.index(next));
        self.game.refund(mover, ms(credit_ms));
        self.game.step(Some(mover), Some(next), ms(at));
        self.mark_ms = at;
        let quota = &mut self.quotas_ms[mover];
        *quota = lag::after_move(*quota, credit_ms, &self.fixed.lag);
    }

    pub fn shown_after(&self, steps: usize) -> BTreeMap<Seat, u64> {
        let shown = |index: usize| self.game.shown(steps, index).map_or(0, to_ms);
        self.each(shown)
    }

    pub fn left_at(&self, at: u64) -> BTreeMap<Seat, u64> {
        let clocks = self.game.clocks();
        self.each(|index| clocks.left(index, ms(at)).map_or(0, to_ms))
    }

    /// A takeback to this many steps, with these times: the clock of the player to move starts.
    pub fn go_back(&mut self, steps: usize, left: &BTreeMap<Seat, u64>, turn: Seat, at: u64) {
        self.game.go_to(steps, None, ms(at));
        self.set_left(left);
        self.start(turn, at);
    }

    /// Stops the clocks permanently.
    pub fn stop(&mut self, at: u64) {
        self.game.stop(ms(at));
        self.mark_ms = 0;
    }

    /// Pauses the running clock until [`Timing::resume`].
    pub fn pause(&mut self, at: u64) {
        if self.is_running() {
            self.game.pause(ms(at));
            self.mark_ms = at.saturating_sub(self.mark_ms);
        }
    }

    pub fn resume(&mut self, at: u64) {
        if self.game.clocks().turn().is_some() && !self.is_running() {
            self.game.resume(ms(at));
            self.mark_ms = at.saturating_sub(self.mark_ms);
        }
    }

    /// Gives a seat that has run out of time the time of a new game, and starts its clock.
    pub fn refill(&mut self, seat: Seat, at: u64) {
        self.game.stop(ms(at));
        self.game.refund(self.index(seat), ms(self.fixed.start_ms));
        self.start(seat, at);
    }

    /// The clocks without lag compensation.
    pub fn game(&self) -> &timed::Timing {
        &self.game
    }

    /// The bonus for a wrong claim of the opponent.
    pub fn bonus(&self) -> Duration {
        ms(self.fixed.bonus_ms)
    }

    /// Gives a seat the bonus for a wrong claim of its opponent.
    pub fn add_bonus(&mut self, seat: Seat) {
        self.game.give(self.index(seat), self.bonus());
    }

    pub fn is_running(&self) -> bool {
        self.game.clocks().is_running()
    }

    /// How much of the lag of the current move is refunded: no more than the move costs, and
    /// nothing for what the delay covers.
    pub fn credit(&self, seat: Seat, lag_ms: u64, at: u64) -> u64 {
        let elapsed = at.saturating_sub(self.mark_ms);
        let spent = elapsed.saturating_sub(to_ms(self.terms.delay()));
        lag::credit(self.quotas_ms[self.index(seat)], lag_ms, spent)
    }

    /// Whether the seat to move would move in time, with this much refunded.
    pub fn is_in_time(&self, credit_ms: u64, at: u64) -> bool {
        let falls_at = self.game.clocks().flag_falls_at().map(to_ms);
        falls_at.is_none_or(|falls_at| at < falls_at.saturating_add(credit_ms))
    }

    /// When no move can be in time any more, and whose flag falls then.
    pub fn flag_due(&self) -> Option<(u64, Seat)> {
        let clocks = self.game.clocks();
        let seat = self.seats[clocks.turn()?];
        let grace = lag::grace(self.quotas_ms[self.index(seat)], &self.fixed.lag);
        let falls_at = to_ms(clocks.flag_falls_at()?);
        Some((falls_at.saturating_add(grace), seat))
    }

    pub fn shown(&self, at: u64) -> ClocksShown {
        let running = self.game.clocks().turn().filter(|_| self.is_running());
        ClocksShown {
            running: running.map(|index| self.seats[index]),
            left: self.left_at(at),
        }
    }

    /// Saves the clocks.
    pub fn write(&self) -> TimingShown {
        let clocks = self.game.clocks();
        TimingShown {
            left_ms: self.each(|index| clocks.clock(index).left().map_or(0, to_ms)),
            quotas_ms: self.each(|index| self.quotas_ms[index]),
            state: match clocks.turn().map(|index| self.seats[index]) {
                None => State::Stopped,
                Some(seat) if self.is_running() => State::Running {
                    seat,
                    since_ms: self.mark_ms,
                },
                Some(seat) => State::Paused {
                    seat,
                    used_ms: self.mark_ms,
                },
            },
        }
    }

    /// Restores the clocks of a game with this many steps.
    pub fn set_to(&mut self, shown: &TimingShown, steps: usize) {
        *self = Timing::stopped(self.terms, self.fixed, self.seats, steps);
        self.set_left(&shown.left_ms);
        for (quota, seat) in self.quotas_ms.iter_mut().zip(self.seats) {
            *quota = shown.quotas_ms.get(seat).copied().unwrap_or_default();
        }
        match shown.state {
            State::Running { seat, since_ms } if self.seats.contains(&seat) => {
                self.start(seat, since_ms);
            }
            State::Paused { seat, used_ms } if self.seats.contains(&seat) => {
                self.start(seat, 0);
                self.pause(used_ms);
            }
            State::Stopped | State::Running { .. } | State::Paused { .. } => {}
        }
    }

    fn set_left(&mut self, left: &BTreeMap<Seat, u64>) {
        for (index, seat) in self.seats.iter().enumerate() {
            let left = left.get(seat).copied().unwrap_or_default();
            self.game.set_left(index, ms(left));
        }
    }

    fn each(&self, value: impl Fn(usize) -> u64) -> BTreeMap<Seat, u64> {
        let seats = self.seats.iter().enumerate();
        seats.map(|(index, &seat)| (seat, value(index))).collect()
    }

    fn index(&self, seat: Seat) -> usize {
        let index = self.seats.iter().position(|&other| other == seat);
        index.expect("seats are checked on input")
    }
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}
