//! The clocks of a game.

use std::time::Duration;

use crate::{Clock, TimeControl};

/// The clocks of all seats of a game, at most one of which runs.
///
/// Seats are numbered from zero. `now` is the time since an origin that the caller chooses once. A
/// `now` earlier than the last one counts as no time passed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clocks {
    clocks: Vec<Clock>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum State {
    Stopped,
    Running {
        seat: usize,
        since: Duration,
        /// How long the seat had thought about this move when the clock last started.
        before: Duration,
    },
    Paused {
        seat: usize,
        /// How long the seat had thought about this move.
        before: Duration,
    },
}

impl Clocks {
    /// Clocks for as many seats as there are time controls. None runs until one is
    /// [started](Clocks::start).
    #[must_use]
    pub fn new(controls: impl IntoIterator<Item = TimeControl>) -> Clocks {
        Clocks {
            clocks: controls.into_iter().map(Clock::new).collect(),
            state: State::Stopped,
        }
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.clocks.len()
    }

    /// The clock of a seat as it was before the move in progress.
    ///
    /// # Panics
    ///
    /// Panics if the seat does not exist, like all methods that take a seat.
    #[must_use]
    pub fn clock(&self, seat: usize) -> &Clock {
        &self.clocks[seat]
    }

    /// The seat that has to move: its clock runs or is paused.
    #[must_use]
    pub fn turn(&self) -> Option<usize> {
        match self.state {
            State::Stopped => None,
            State::Running { seat, .. } | State::Paused { seat, .. } => Some(seat),
        }
    }

    /// Whether a clock runs.
    #[must_use]
    pub fn is_running(&self) -> bool {
        matches!(self.state, State::Running { .. })
    }

    /// The remaining time of a seat; `None` if it has no limit.
    #[must_use]
    pub fn left(&self, seat: usize, now: Duration) -> Option<Duration> {
        self.clocks[seat].left_after(self.thinking(seat, now))
    }

    /// The seat whose flag has fallen: its clock runs and shows zero.
    #[must_use]
    pub fn flagged(&self, now: Duration) -> Option<usize> {
        self.flag_falls_at()
            .is_some_and(|at| at <= now)
            .then(|| self.turn())?
    }

    /// When the flag of the running clock falls; `None` if no clock runs or it has no limit.
    #[must_use]
    pub fn flag_falls_at(&self) -> Option<Duration> {
        let State::Running {
            seat,
            since,
            before,
        } = self.state
        else {
            return None;
        };
        let allowance = self.clocks[seat].allowance()?;
        Some(since.saturating_add(allowance.saturating_sub(before)))
    }

    /// Starts the clock of a seat for a move. If another clock runs, it is stopped first.
    pub fn start(&mut self, seat: usize, now: Duration) {
        assert!(seat < self.clocks.len(), "expected a seat, found {seat}");
        self.stop(now);
        self.state = State::Running {
            seat,
            since: now,
            before: Duration::ZERO,
        };
    }

    /// Ends the move of a seat and starts the clock of the next, or of none if the game is over.
    ///
    /// A move made while the clock of its seat is stopped takes no time, but gets its increment.
    pub fn press(&mut self, mover: usize, next: Option<usize>, now: Duration) {
        let thinking = self.thinking(mover, now);
        self.clocks[mover].finish_move(thinking);
        if self.turn() == Some(mover) {
            self.state = State::Stopped;
        }
        match next {
            Some(next) => self.start(next, now),
            None => self.stop(now),
        }
    }

    /// Pauses the running clock. [`resume`](Clocks::resume) continues the move in progress without
    /// granting its delay again.
    pub fn pause(&mut self, now: Duration) {
        if let State::Running { seat, .. } = self.state {
            let before = self.thinking(seat, now);
            self.state = State::Paused { seat, before };
        }
    }

    /// Resumes a paused clock.
    pub fn resume(&mut self, now: Duration) {
        if let State::Paused { seat, before } = self.state {
            self.state = State::Running {
                seat,
                since: now,
                before,
            };
        }
    }

    /// Stops the clocks and abandons the move in progress.
    pub fn stop(&mut self, now: Duration) {
        if let Some(seat) = self.turn() {
            let thinking = self.thinking(seat, now);
            self.clocks[seat].spend(thinking);
            self.state = State::Stopped;
        }
    }

    /// The clocks as they would be if they were stopped now, seat by seat.
    pub fn stopped_at(&self, now: Duration) -> impl Iterator<Item = Clock> + '_ {
        self.clocks.iter().enumerate().map(move |(seat, clock)| {
            let mut clock = *clock;
            clock.spend(self.thinking(seat, now));
            clock
        })
    }

    /// Replaces the clock of a seat.
    pub fn replace(&mut self, seat: usize, clock: Clock) {
        self.clocks[seat] = clock;
    }

    /// Sets the remaining time of a seat before the move in progress.
    pub fn set_left(&mut self, seat: usize, left: Duration) {
        self.clocks[seat].set_left(left);
    }

    /// Adds time to the clock of a seat.
    pub fn add(&mut self, seat: usize, time: Duration) {
        self.clocks[seat].add(time);
    }

    /// Subtracts time from the clock of a seat, down to zero.
    pub fn subtract(&mut self, seat: usize, time: Duration) {
        self.clocks[seat].subtract(time);
    }

    /// How long a seat has thought about its move in progress.
    fn thinking(&self, seat: usize, now: Duration) -> Duration {
        match self.state {
            State::Running {
                seat: running,
                since,
                before,
            } if running == seat => before.saturating_add(now.saturating_sub(since)),
            State::Paused {
                seat: paused,
                before,
            } if paused == seat => before,
            State::Stopped | State::Running { .. } | State::Paused { .. } => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Unit;

    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clocks(seats: usize, text: &str) -> Clocks {
        let control = TimeControl::parse(text, Unit::Minutes).unwrap();
        Clocks::new(vec![control; seats])
    }

    #[test]
    fn clocks_start_with_the_first_move_which_gets_its_increment() {
        let mut clocks = clocks(2, "5+3");
        assert_eq!(clocks.left(0, at(100)), Some(at(300)));
        assert_eq!(clocks.flag_falls_at(), None);
        clocks.press(0, Some(1), at(100));
        assert_eq!(clocks.left(0, at(110)), Some(at(303)));
        assert_eq!(clocks.left(1, at(110)), Some(at(290)));
        clocks.press(1, Some(0), at(110));
        assert_eq!(clocks.left(1, at(500)), Some(at(293)));
        assert_eq!(clocks.left(0, at(120)), Some(at(293)));
    }

    #[test]
    fn a_flag_falls_at_zero_and_not_on_a_stopped_clock() {
        let mut clocks = clocks(2, "1");
        clocks.start(1, at(0));
        assert_eq!(clocks.flagged(at(59)), None);
        assert_eq!(clocks.flag_falls_at(), Some(at(60)));
        assert_eq!(clocks.flagged(at(60)), Some(1));
        clocks.stop(at(30));
        assert_eq!(clocks.flagged(at(99)), None);
        assert_eq!(clocks.left(1, at(99)), Some(at(30)));
    }

    #[test]
    fn four_seats_take_turns() {
        let mut clocks = clocks(4, "1");
        clocks.start(0, at(0));
        for (mover, now) in [(0, 1), (1, 3), (2, 6), (3, 10)] {
            clocks.press(mover, Some((mover + 1) % 4), at(now));
        }
        let left: Vec<_> = (0..4).map(|seat| clocks.left(seat, at(10))).collect();
        assert_eq!(left, [59, 58, 57, 56].map(|left| Some(at(left))));
        assert_eq!(clocks.turn(), Some(0));
        clocks.press(0, None, at(12));
        assert_eq!(clocks.turn(), None);
    }

    #[test]
    fn a_pause_takes_no_time_and_grants_no_second_delay() {
        let mut clocks = clocks(2, "1d5");
        clocks.start(0, at(0));
        clocks.pause(at(3));
        assert_eq!(clocks.left(0, at(50)), Some(at(60)));
        assert_eq!((clocks.turn(), clocks.is_running()), (Some(0), false));
        assert_eq!(clocks.flag_falls_at(), None);
        clocks.resume(at(100));
        assert_eq!(clocks.left(0, at(102)), Some(at(60)));
        assert_eq!(clocks.left(0, at(103)), Some(at(59)));
        assert_eq!(clocks.flag_falls_at(), Some(at(162)));
        clocks.resume(at(999));
        assert_eq!(clocks.flag_falls_at(), Some(at(162)), "it runs already");
    }

    #[test]
    fn time_is_added_to_and_subtracted_from_a_running_clock() {
        let mut clocks = clocks(2, "1");
        clocks.start(0, at(0));
        clocks.add(0, at(60));
        assert_eq!(clocks.left(0, at(10)), Some(at(110)));
        clocks.subtract(0, at(100));
        assert_eq!(clocks.flagged(at(19)), None);
        assert_eq!(clocks.flagged(at(20)), Some(0));
        clocks.subtract(1, at(1000));
        assert_eq!(clocks.left(1, at(0)), Some(Duration::ZERO));
    }

    #[test]
    fn a_flag_never_falls_without_a_limit() {
        let mut clocks = Clocks::new([TimeControl::Unlimited; 2]);
        clocks.start(0, at(0));
        assert_eq!(clocks.left(0, at(1_000_000)), None);
        assert_eq!(clocks.flagged(at(1_000_000)), None);
        assert_eq!(clocks.flag_falls_at(), None);
    }

    #[test]
    fn time_does_not_run_backwards() {
        let mut clocks = clocks(2, "1");
        clocks.start(0, at(100));
        assert_eq!(clocks.left(0, at(50)), Some(at(60)));
        clocks.press(0, Some(1), at(50));
        assert_eq!(clocks.left(0, at(50)), Some(at(60)));
    }
}
