//! The clock of one seat.

use std::time::Duration;

use crate::TimeControl;

/// The clock of one seat between two of its moves.
///
/// It accounts for finished moves. [`Clocks`](crate::Clocks) also knows which clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    control: TimeControl,
    /// The remaining time. Zero and unused if there is no limit.
    left: Duration,
    moves_made: u64,
}

impl Clock {
    /// A clock at the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let left = control
            .terms()
            .map_or(Duration::ZERO, |terms| terms.at_start());
        Clock {
            control,
            left,
            moves_made: 0,
        }
    }

    /// The time control.
    #[must_use]
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The remaining time before the next move; `None` if there is no limit.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.left_after(Duration::ZERO)
    }

    /// The remaining time after thinking this long about a move; `None` if there is no limit.
    #[must_use]
    pub fn left_after(&self, thinking: Duration) -> Option<Duration> {
        let terms = self.control.terms()?;
        Some(
            self.left
                .saturating_sub(thinking.saturating_sub(terms.delay())),
        )
    }

    /// How long the next move may take, the delay included; `None` if there is no limit.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        let terms = self.control.terms()?;
        Some(self.left.saturating_add(terms.delay()))
    }

    /// How many moves are left in this period; `None` if the base is for the whole game.
    #[must_use]
    pub fn moves_to_go(&self) -> Option<u64> {
        let moves = self.control.terms()?.moves?.get();
        Some(moves - self.moves_made % moves)
    }

    /// Subtracts the time of a move and adds its increment.
    ///
    /// A move that took longer than its [allowance](Clock::allowance) leaves only the increment. The
    /// caller decides whether the game goes on.
    pub fn finish_move(&mut self, thinking: Duration) {
        self.moves_made += 1;
        let (Some(left), Some(terms)) = (self.left_after(thinking), self.control.terms()) else {
            return;
        };
        let period_ends = terms
            .moves
            .is_some_and(|moves| self.moves_made.is_multiple_of(moves.get()));
        self.left = left.saturating_add(terms.increment());
        if period_ends {
            self.left = self.left.saturating_add(terms.base);
        }
    }

    /// Subtracts thinking time without a move.
    pub(crate) fn spend(&mut self, thinking: Duration) {
        if let Some(left) = self.left_after(thinking) {
            self.left = left;
        }
    }

    /// Sets the remaining time. A clock without a limit ignores it.
    pub fn set_left(&mut self, left: Duration) {
        if self.control.terms().is_some() {
            self.left = left;
        }
    }

    /// Adds time. A clock without a limit ignores it.
    pub fn add(&mut self, time: Duration) {
        if self.control.terms().is_some() {
            self.left = self.left.saturating_add(time);
        }
    }

    /// Subtracts time, down to zero. A clock without a limit ignores it.
    pub fn subtract(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
    }
}

#[cfg(test)]
mod tests {
    use crate::Unit;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clock(text: &str) -> Clock {
        Clock::new(TimeControl::parse(text, Unit::Seconds).unwrap())
    }

    #[test]
    fn an_increment_is_added_after_the_move() {
        let mut clock = clock("10+2");
        assert_eq!(clock.allowance(), Some(10 * SECOND));
        clock.finish_move(4 * SECOND);
        assert_eq!(clock.left(), Some(8 * SECOND));
        clock.finish_move(SECOND);
        assert_eq!(clock.left(), Some(9 * SECOND), "time can be gained");
    }

    #[test]
    fn a_delay_costs_nothing_and_cannot_be_saved() {
        let mut clock = clock("10d2");
        assert_eq!(clock.allowance(), Some(12 * SECOND));
        clock.finish_move(SECOND);
        assert_eq!(clock.left(), Some(10 * SECOND));
        clock.finish_move(5 * SECOND);
        assert_eq!(clock.left(), Some(7 * SECOND));
        assert_eq!(clock.left_after(9 * SECOND), Some(Duration::ZERO));
    }

    #[test]
    fn each_period_adds_the_base() {
        let mut clock = clock("2/10");
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.finish_move(4 * SECOND);
        assert_eq!(clock.moves_to_go(), Some(1));
        clock.finish_move(4 * SECOND);
        assert_eq!(clock.left(), Some(12 * SECOND));
        assert_eq!(clock.moves_to_go(), Some(2));
    }

    #[test]
    fn a_late_move_leaves_only_the_increment() {
        let mut clock = clock("1+0.5");
        clock.finish_move(9 * SECOND);
        assert_eq!(clock.left(), Some(SECOND / 2));
    }

    #[test]
    fn a_clock_without_a_limit_shows_no_time() {
        let mut clock = clock("inf");
        clock.finish_move(9 * SECOND);
        clock.add(SECOND);
        clock.subtract(SECOND);
        clock.set_left(SECOND);
        assert_eq!(clock.left(), None);
        assert_eq!(clock.allowance(), None);
        assert_eq!(clock.moves_to_go(), None);
    }
}
