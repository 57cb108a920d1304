//! The clocks of a table, with lag compensation for each seat.
//!
//! Everything is in milliseconds of the table. The clocks can be saved and restored, so a snapshot
//! continues where the table was.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::{Clocks, PerMove, Terms, TimeControl};
use serde::{Deserialize, Serialize};
use wire::{ClockTerms, ClocksShown, Seat};

use crate::{BadTable, lag};

/// The longest time control, in milliseconds: a month.
const TIME_MAX_MS: u64 = 31 * 24 * 3_600_000;

/// The clocks of a table with a time limit.
#[derive(Clone, Debug)]
pub struct Timing {
    terms: Terms,
    seats: &'static [Seat],
    clocks: Clocks,
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
    pub fn new(asked: ClockTerms, seats: &'static [Seat]) -> Result<Timing, BadTable> {
        let per_move = match (asked.increment_ms, asked.delay_ms) {
            (Some(_), Some(_)) => return Err(BadTable::Clock("an increment or a delay, not both")),
            (None, Some(delay)) => PerMove::Delay(Duration::from_millis(delay)),
            (increment, None) => {
                PerMove::Increment(Duration::from_millis(increment.unwrap_or_default()))
            }
        };
        let terms = Terms {
            base: Duration::from_millis(asked.base_ms),
            per_move,
            moves: None,
        };
        let longest = Duration::from_millis(TIME_MAX_MS);
        let step = terms.increment().max(terms.delay());
        if terms.base > longest || step > longest {
            return Err(BadTable::Clock("at most a month"));
        }
        if terms.base.is_zero() && step.is_zero() {
            return Err(BadTable::Clock("some time"));
        }
        let gain = lag::gain_ms(&terms);
        Ok(Timing {
            terms,
            seats,
            clocks: Clocks::new(vec![TimeControl::Limited(terms); seats.len()]),
            mark_ms: 0,
            quotas_ms: vec![lag::at_start(gain); seats.len()],
        })
    }

    /// The clocks of another game with the same time control.
    pub fn fresh(&self) -> Timing {
        let gain = lag::gain_ms(&self.terms);
        Timing {
            clocks: Clocks::new(vec![TimeControl::Limited(self.terms); self.seats.len()]),
            mark_ms: 0,
            quotas_ms: vec![lag::at_start(gain); self.seats.len()],
            ..*self
        }
    }

    /// Starts the clock of a seat for a move.
    pub fn start(&mut self, seat: Seat, at: u64) {
        self.clocks.start(self.index(seat), ms(at));
        self.mark_ms = at;
    }

    /// Ends the move of a seat, with this much lag, and starts the next clock.
    pub fn press(&mut self, seat: Seat, next: Option<Seat>, credit_ms: u64, at: u64) {
        let mover = self.index(seat);
        self.clocks.add(mover, ms(credit_ms));
        let next = next.map(|next| self.index(next));
        self.clocks.press(mover, next, ms(at));
        self.mark_ms = at;
        let gain = lag::gain_ms(&self.terms);
        let quota = &mut self.quotas_ms[mover];
        *quota = lag::after_move(*quota, credit_ms, gain);
    }

    /// Stops the clocks permanently.
    pub fn stop(&mut self, at: u64) {
        self.clocks.stop(ms(at));
        self.mark_ms = 0;
    }

    /// Pauses the running clock until [`Timing::resume`].
    pub fn pause(&mut self, at: u64) {
        if self.clocks.is_running() {
            self.clocks.pause(ms(at));
            self.mark_ms = at.saturating_sub(self.mark_ms);
        }
    }

    /// Lets a paused clock run again.
    pub fn resume(&mut self, at: u64) {
        if self.clocks.turn().is_some() && !self.clocks.is_running() {
            self.clocks.resume(ms(at));
            self.mark_ms = at.saturating_sub(self.mark_ms);
        }
    }

    /// Gives a seat that has run out of time the time of a new game, and starts its clock.
    pub fn refill(&mut self, seat: Seat, at: u64) {
        self.clocks.stop(ms(at));
        self.clocks.add(self.index(seat), self.terms.at_start());
        self.start(seat, at);
    }

    /// Gives a seat the bonus for a wrong claim of its opponent.
    pub fn add_bonus(&mut self, seat: Seat) {
        let bonus = self.terms.wrong_claim_bonus();
        self.clocks.add(self.index(seat), bonus);
    }

    /// Whether a clock runs.
    pub fn is_running(&self) -> bool {
        self.clocks.is_running()
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
        let falls_at = self.clocks.flag_falls_at().map(to_ms);
        falls_at.is_none_or(|falls_at| at < falls_at.saturating_add(credit_ms))
    }

    /// When no move can be in time any more, and whose flag falls then.
    pub fn flag_due(&self) -> Option<(u64, Seat)> {
        let seat = self.seats[self.clocks.turn()?];
        let grace = lag::grace(self.quotas_ms[self.index(seat)]);
        let falls_at = to_ms(self.clocks.flag_falls_at()?);
        Some((falls_at.saturating_add(grace), seat))
    }

    /// The times shown by the clocks.
    pub fn shown(&self, at: u64) -> ClocksShown {
        let running = self.clocks.turn().filter(|_| self.is_running());
        let left = self.seats.iter().enumerate().map(|(index, &seat)| {
            let left = self.clocks.left(index, ms(at));
            (seat, left.map_or(0, to_ms))
        });
        ClocksShown {
            running: running.map(|index| self.seats[index]),
            left: left.collect(),
        }
    }

    /// Saves the clocks.
    pub fn write(&self) -> TimingShown {
        let seats = || self.seats.iter().enumerate();
        let left = |index: usize| self.clocks.clock(index).left().map_or(0, to_ms);
        TimingShown {
            left_ms: seats().map(|(index, &seat)| (seat, left(index))).collect(),
            quotas_ms: seats()
                .map(|(index, &seat)| (seat, self.quotas_ms[index]))
                .collect(),
            state: match self.clocks.turn().map(|index| self.seats[index]) {
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

    /// Restores saved clocks.
    pub fn set_to(&mut self, shown: &TimingShown) {
        *self = self.fresh();
        for (index, seat) in self.seats.iter().enumerate() {
            let now = self.clocks.clock(index).left().unwrap_or_default();
            let left = ms(shown.left_ms.get(seat).copied().unwrap_or_default());
            self.clocks.add(index, left.saturating_sub(now));
            self.clocks.subtract(index, now.saturating_sub(left));
            self.quotas_ms[index] = shown.quotas_ms.get(seat).copied().unwrap_or_default();
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

    fn index(&self, seat: Seat) -> usize {
        let index = self.seats.iter().position(|&other| other == seat);
        index.expect("seats are checked on input")
    }
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn to_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
