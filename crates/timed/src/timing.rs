//! The clocks of a game with undo.

use std::time::Duration;

use clock::{Clock, Clocks, TimeControl};

/// The clocks of a game, and what they showed after each of its steps.
///
/// A step is what can be taken back: a move, or an action that ended the game. Seats are numbered
/// from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    clocks: Clocks,
    /// The clocks at the start and after each step, stopped, seat by seat. Those after `now` belong
    /// to steps that were taken back.
    record: Vec<Clock>,
    /// The number of steps in the game.
    now: usize,
    /// The step after which the game got its clocks.
    since: usize,
}

impl Timing {
    /// The clocks of a game that has this many steps already. None runs.
    #[must_use]
    pub fn new(controls: impl IntoIterator<Item = TimeControl>, steps: usize) -> Timing {
        let clocks = Clocks::new(controls);
        let first: Vec<Clock> = clocks.stopped_at(Duration::ZERO).collect();
        Timing {
            record: first.repeat(steps + 1),
            clocks,
            now: steps,
            since: steps,
        }
    }

    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// What a seat's clock showed after a step of the game; `None` if there is no limit.
    #[must_use]
    pub fn shown(&self, step: usize, seat: usize) -> Option<Duration> {
        let clock = self.record.get(step * self.clocks.seats() + seat);
        clock.filter(|_| step <= self.now)?.left()
    }

    /// The step after which the game got its clocks. What they showed until then is what they show
    /// at the start.
    #[must_use]
    pub fn since(&self) -> usize {
        self.since
    }

    /// Starts the clock of a seat for its move.
    pub fn start(&mut self, seat: usize, now: Duration) {
        self.clocks.start(seat, now);
    }

    /// A step of the game: the clock of the player who moved is pressed, and the clock of the next
    /// player starts. A step that is not a move has no mover, and the last one no next player.
    pub fn step(&mut self, mover: Option<usize>, next: Option<usize>, now: Duration) {
        match (mover, next) {
            (Some(mover), next) => self.clocks.press(mover, next, now),
            (None, Some(next)) => self.clocks.start(next, now),
            (None, None) => self.clocks.stop(now),
        }
        self.since = self.since.min(self.now);
        self.now += 1;
        self.record.truncate(self.now * self.clocks.seats());
        self.record.extend(self.clocks.stopped_at(now));
    }

    /// Undo or redo: restores what the clocks showed after this many steps, and starts the clock of
    /// the player to move, if it ran then.
    pub fn go_to(&mut self, step: usize, turn: Option<usize>, now: Duration) {
        self.clocks.stop(now);
        self.now = step;
        let seats = self.clocks.seats();
        let shown = self.record.iter().skip(step * seats).take(seats);
        for (seat, clock) in shown.enumerate() {
            self.clocks.replace(seat, *clock);
        }
        if let Some(turn) = turn {
            self.clocks.start(turn, now);
        }
    }

    /// Gives a seat time, after the last step and after those that can be redone. So a takeback of
    /// the last step takes it back too.
    pub fn give(&mut self, seat: usize, time: Duration) {
        self.clocks.add(seat, time);
        self.later(seat).for_each(|clock| clock.add(time));
    }

    /// Takes time from a seat, in the same way.
    pub fn take(&mut self, seat: usize, time: Duration) {
        self.clocks.subtract(seat, time);
        self.later(seat).for_each(|clock| clock.subtract(time));
    }

    /// Refunds time to a seat in its move in progress. A takeback restores what it showed before.
    pub fn refund(&mut self, seat: usize, time: Duration) {
        self.clocks.add(seat, time);
    }

    /// Sets a seat's clock to a stored time. It has to stand.
    pub fn set_left(&mut self, seat: usize, left: Duration) {
        self.clocks.set_left(seat, left);
    }

    /// Records the clocks, which have to stand, as what they showed after the last step.
    pub fn set_shown(&mut self) {
        let seats = self.clocks.seats();
        let first = self.now * seats;
        let shown = self.clocks.stopped_at(Duration::ZERO);
        self.record.splice(first..first + seats, shown);
    }

    /// Forgets what the clocks showed until now: the times of the last step are not known.
    pub fn forget_shown(&mut self) {
        self.since = self.now;
    }

    /// Stops the clocks and ends the move in progress.
    pub fn stop(&mut self, now: Duration) {
        self.clocks.stop(now);
    }

    pub fn pause(&mut self, now: Duration) {
        self.clocks.pause(now);
    }

    pub fn resume(&mut self, now: Duration) {
        self.clocks.resume(now);
    }

    /// The recorded clocks of a seat after the last step and those that can be redone.
    fn later(&mut self, seat: usize) -> impl Iterator<Item = &mut Clock> {
        let seats = self.clocks.seats();
        let steps = self.record.iter_mut().skip(self.now * seats + seat);
        steps.step_by(seats)
    }
}
