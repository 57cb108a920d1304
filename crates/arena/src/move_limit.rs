//! The limits of players in a match, and clocks that enforce them.
//!
//! Nothing here reads the time: a clock is given the duration of each move.

use std::fmt;
use std::time::Duration;

use chess::{ByColor, Color};
use clock::{Terms, TimeControl};
use uci::{Go, SideClock};

/// The limit of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Clock(Terms),
    MoveTime(Duration),
    /// A fixed number of nodes per move.
    Nodes(u64),
    /// A fixed depth per move.
    Depth(u64),
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Clock(terms) => terms.fmt(f),
            Control::MoveTime(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Control::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Control::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

impl Control {
    /// The PGN `TimeControl` tag: a period of one move for a fixed time per move, and `-` without a
    /// clock.
    #[must_use]
    pub fn to_pgn(&self) -> String {
        match self {
            Control::Clock(terms) => terms.to_string(),
            Control::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
            Control::Nodes(_) | Control::Depth(_) => "-".to_owned(),
        }
    }
}

/// One player's clock with a margin for each move.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: Control,
    margin: Duration,
    clock: clock::Clock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFell {
    /// By how much, not counting the margin.
    pub late_by: Duration,
}

impl Clock {
    /// A clock at the start of a game. Each move may be late by the margin.
    #[must_use]
    pub fn new(control: Control, margin: Duration) -> Clock {
        let time = match control {
            Control::Clock(terms) => TimeControl::Limited(terms),
            Control::MoveTime(_) | Control::Nodes(_) | Control::Depth(_) => TimeControl::Unlimited,
        };
        Clock {
            control,
            margin,
            clock: clock::Clock::new(time),
        }
    }

    /// The time left, if there is a clock.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.clock.left()
    }

    /// How long to wait for a move before the flag has certainly fallen.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        let strict = match self.control {
            Control::MoveTime(time) => Some(time),
            Control::Clock(_) | Control::Nodes(_) | Control::Depth(_) => self.clock.allowance(),
        };
        strict.map(|time| time + self.margin)
    }

    /// Subtracts the time of a move and adds the increment. A move that uses the time exactly is in
    /// time.
    ///
    /// # Errors
    ///
    /// Returns an error if the move exceeded the time limit.
    pub fn moved(&mut self, took: Duration) -> Result<(), FlagFell> {
        if let Some(allowance) = self.allowance()
            && took > allowance
        {
            return Err(FlagFell {
                late_by: took - (allowance - self.margin),
            });
        }
        self.clock.finish_move(took);
        Ok(())
    }

    /// The time of this player for UCI. UCI has no delay, so it is sent as an increment, which
    /// gives at least as much time per move.
    fn side(&self) -> SideClock {
        match self.control {
            Control::Clock(terms) => SideClock {
                time: self.left().map(milliseconds),
                increment: Some(milliseconds(terms.increment() + terms.delay())),
            },
            Control::MoveTime(_) | Control::Nodes(_) | Control::Depth(_) => SideClock::default(),
        }
    }
}

#[must_use]
pub fn go(clocks: &ByColor<Clock>, turn: Color) -> Go {
    let mut go = Go::default();
    match clocks[turn].control {
        Control::Clock(_) => {
            go.white = clocks.white.side();
            go.black = clocks.black.side();
            go.movestogo = clocks[turn].clock.moves_to_go();
        }
        Control::MoveTime(time) => go.movetime = Some(milliseconds(time)),
        Control::Nodes(nodes) => go.nodes = Some(nodes),
        Control::Depth(depth) => go.depth = Some(depth),
    }
    go
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(Control::Clock(text.parse().unwrap()), Duration::ZERO)
    }

    #[test]
    fn a_delay_is_sent_as_an_increment() {
        let clock = clock("10d2");
        let clocks = ByColor {
            white: clock,
            black: clock,
        };
        assert_eq!(
            go(&clocks, Color::White).to_string(),
            "go wtime 10000 btime 10000 winc 2000 binc 2000"
        );
        assert_eq!(clock.allowance(), Some(Duration::from_secs(12)));
    }

    #[test]
    fn a_move_that_uses_the_time_exactly_is_in_time() {
        let mut clock = clock("1+0.5");
        assert_eq!(clock.moved(Duration::from_secs(1)), Ok(()));
        assert_eq!(clock.left(), Some(Duration::from_millis(500)));
        let late = clock.moved(Duration::from_millis(501));
        assert_eq!(
            late,
            Err(FlagFell {
                late_by: Duration::from_millis(1)
            })
        );
    }

    #[test]
    fn the_margin_adds_no_time_to_the_clock() {
        let control = Control::Clock("1".parse().unwrap());
        let mut clock = Clock::new(control, Duration::from_millis(50));
        assert_eq!(clock.moved(Duration::from_millis(1040)), Ok(()));
        assert_eq!(clock.left(), Some(Duration::ZERO));
        assert!(clock.moved(Duration::from_millis(51)).is_err());
    }

    #[test]
    fn time_control_periods_repeat() {
        let mut clock = clock("2/10");
        let clocks = |clock: Clock| ByColor {
            white: clock,
            black: clock,
        };
        assert_eq!(go(&clocks(clock), Color::White).movestogo, Some(2));
        clock.moved(Duration::from_secs(4)).unwrap();
        assert_eq!(go(&clocks(clock), Color::White).movestogo, Some(1));
        clock.moved(Duration::from_secs(4)).unwrap();
        assert_eq!(clock.left(), Some(Duration::from_secs(12)));
        assert_eq!(go(&clocks(clock), Color::White).movestogo, Some(2));
    }

    #[test]
    fn fixed_limits_have_no_clock() {
        let nodes = Clock::new(Control::Nodes(1000), Duration::ZERO);
        let clocks = ByColor {
            white: nodes,
            black: nodes,
        };
        assert_eq!(go(&clocks, Color::Black).to_string(), "go nodes 1000");
        assert_eq!(nodes.allowance(), None);
    }
}
