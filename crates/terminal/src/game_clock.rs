//! The clocks of a game with undo.
//!
//! The clocks start with the first move. Undo restores what they showed.

mod text;

use std::time::Duration;

use chess::Color;
use clock::{Clocks, Terms, TimeControl};

/// Two clocks and what they showed after each ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    terms: Terms,
    clocks: Clocks,
    /// The clocks after each ply, all stopped.
    by_ply: Vec<Clocks>,
    /// The ply at which the clocks were added; a loaded game may have none before it.
    since: usize,
}

impl GameClock {
    /// Clocks for a game with this many plies. They start with the next move.
    pub fn new(terms: Terms, ply: usize) -> GameClock {
        let clocks = Clocks::new(Color::ALL.map(|_| TimeControl::Limited(terms)));
        GameClock {
            terms,
            by_ply: vec![clocks.clone(); ply + 1],
            clocks,
            since: ply,
        }
    }

    /// The settings of both clocks.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// The remaining time of a side.
    pub fn left(&self, side: Color, now: Duration) -> Duration {
        self.clocks
            .left(seat(side), now)
            .expect("both clocks have a limit")
    }

    /// The side whose flag has fallen.
    pub fn flagged(&self, now: Duration) -> Option<Color> {
        let seat_of_flag = self.clocks.flagged(now)?;
        Color::ALL
            .into_iter()
            .find(|&side| seat(side) == seat_of_flag)
    }

    /// When the flag of the running clock falls; `None` if no clock runs.
    pub fn flag_falls_at(&self) -> Option<Duration> {
        self.clocks.flag_falls_at()
    }

    /// Ends the move that led to this ply and starts the other clock.
    pub fn press(&mut self, mover: Color, ply: usize, now: Duration) {
        self.clocks.press(seat(mover), Some(seat(!mover)), now);
        let mut shown = self.clocks.clone();
        shown.stop(now);
        self.by_ply.truncate(ply);
        self.by_ply.resize(ply, shown.clone());
        self.by_ply.push(shown);
        self.since = self.since.min(ply.saturating_sub(1));
    }

    /// Adds the time for a wrong claim of the opponent, made at this ply or with the move that led
    /// to it. The bonus survives undo and redo of the ply.
    pub fn add_bonus(&mut self, side: Color, ply: usize) {
        let bonus = self.terms.wrong_claim_bonus();
        self.clocks.add(seat(side), bonus);
        self.by_ply.truncate(ply + 1);
        if let Some(shown) = self.by_ply.get_mut(ply) {
            shown.add(seat(side), bonus);
        }
    }

    /// Stops both clocks.
    pub fn stop(&mut self, now: Duration) {
        self.clocks.stop(now);
    }

    /// Restores what the clocks showed after this ply; at the start they are stopped.
    pub fn set_to(&mut self, ply: usize, turn: Color, now: Duration) {
        self.clocks.stop(now);
        if let Some(shown) = self.by_ply.get(ply) {
            self.clocks.clone_from(shown);
        }
        if ply > 0 {
            self.clocks.start(seat(turn), now);
        }
    }
}

fn seat(side: Color) -> usize {
    side as usize
}

#[cfg(test)]
mod tests {
    use clock::Unit;

    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clock(text: &str) -> GameClock {
        let control = TimeControl::parse(text, Unit::Minutes).expect("is a time control");
        GameClock::new(*control.terms().expect("has a limit"), 0)
    }

    #[test]
    fn the_clock_of_the_side_to_move_runs_and_every_move_adds_the_increment() {
        let mut clock = clock("5+3");
        assert_eq!(
            clock.left(Color::White, at(100)),
            at(300),
            "it stands before the first move"
        );
        clock.press(Color::White, 1, at(100));
        assert_eq!(clock.left(Color::White, at(110)), at(303));
        assert_eq!(clock.left(Color::Black, at(110)), at(290));
        clock.press(Color::Black, 2, at(110));
        assert_eq!(clock.left(Color::Black, at(500)), at(293));
        assert_eq!(clock.left(Color::White, at(120)), at(293));
    }

    #[test]
    fn a_flag_falls_when_time_is_up_and_not_on_a_stopped_clock() {
        let mut clock = clock("1");
        clock.press(Color::White, 1, at(0));
        assert_eq!(clock.flagged(at(59)), None);
        assert_eq!(clock.flagged(at(60)), Some(Color::Black));
        clock.stop(at(30));
        assert_eq!(clock.flagged(at(99)), None);
        assert_eq!(clock.left(Color::Black, at(99)), at(30));
    }

    #[test]
    fn undo_restores_the_clocks() {
        let mut clock = clock("5");
        clock.press(Color::White, 1, at(0));
        clock.press(Color::Black, 2, at(60));
        clock.press(Color::White, 3, at(100));
        clock.set_to(1, Color::Black, at(200));
        assert_eq!(clock.left(Color::White, at(200)), at(300));
        assert_eq!(clock.left(Color::Black, at(200)), at(300));
        clock.set_to(3, Color::Black, at(200));
        assert_eq!(clock.left(Color::White, at(200)), at(260));
        clock.set_to(0, Color::White, at(200));
        assert_eq!(clock.left(Color::White, at(999)), at(300));
    }

    #[test]
    fn a_clock_starts_with_its_base_and_with_the_increment_only_without_a_base() {
        assert_eq!(clock("0+3").left(Color::White, at(0)), at(3));
        assert_eq!(clock("1+90").left(Color::Black, at(0)), at(60));
    }
}
