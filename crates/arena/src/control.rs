//! Time controls as people write them, and the clocks that follow them.
//!
//! Nothing here reads the time: a clock is told how long a move took.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use chess::{ByColor, Color};
use uci::{Go, SideClock};

/// How long a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A clock that runs while the player thinks.
    Clock(ClockControl),
    /// The same time for every move.
    MoveTime(Duration),
    /// The same number of positions for every move.
    Nodes(u64),
    /// The same depth for every move.
    Depth(u64),
}

/// The terms of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockControl {
    /// What the clock starts with, and what is added at each time control.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// How many moves the base is for; the whole game if none.
    pub moves: Option<u64>,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseControlError {
    /// The text.
    pub found: String,
}

impl FromStr for ClockControl {
    type Err = ParseControlError;

    /// Reads `moves/time+increment`, where time is seconds or `minutes:seconds`, and both the
    /// moves and the increment may be left out: `40/60+0.6`, `10+0.1`, `1:30`.
    fn from_str(text: &str) -> Result<ClockControl, ParseControlError> {
        let parse = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&m| m > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let base = match base.split_once(':') {
                Some((minutes, seconds)) => {
                    let minutes: u32 = minutes.parse().ok()?;
                    seconds_of(seconds)?
                        .checked_add(Duration::from_secs(60).checked_mul(minutes)?)?
                }
                None => seconds_of(base)?,
            };
            let increment = seconds_of(increment)?;
            Some(ClockControl {
                base,
                increment,
                moves,
            })
        };
        parse()
            .filter(|control| !(control.base + control.increment).is_zero())
            .ok_or_else(|| ParseControlError {
                found: text.chars().take(40).collect(),
            })
    }
}

/// A number of seconds up to a year, with or without a fraction.
fn seconds_of(text: &str) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 86_400.0;
    let seconds: f64 = text.parse().ok()?;
    (0.0..=YEAR)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Clock(clock) => clock.fmt(f),
            Control::MoveTime(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Control::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Control::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

impl fmt::Display for ParseControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = &self.found;
        write!(
            f,
            "expected a time control such as 10+0.1, 40/60+0.6 or 1:30, found {found:?}"
        )
    }
}

impl std::error::Error for ParseControlError {}

/// One player's clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: Control,
    margin: Duration,
    left: Duration,
    moves_made: u64,
}

/// A player took longer than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFell {
    /// By how much, the margin aside.
    pub late_by: Duration,
}

impl Clock {
    /// A clock at the start of a game. A move may be late by up to the margin.
    #[must_use]
    pub fn new(control: Control, margin: Duration) -> Clock {
        let left = match control {
            Control::Clock(clock) => clock.base + clock.increment_at_start(),
            _ => Duration::ZERO,
        };
        Clock {
            control,
            margin,
            left,
            moves_made: 0,
        }
    }

    /// What is left, if the clock runs at all.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        matches!(self.control, Control::Clock(_)).then_some(self.left)
    }

    /// How long to wait for a move before the flag has surely fallen.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        match self.control {
            Control::Clock(_) => Some(self.left + self.margin),
            Control::MoveTime(time) => Some(time + self.margin),
            Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    /// Takes the time of a move off the clock and adds what it earns.
    ///
    /// # Errors
    ///
    /// Returns by how much the move came too late.
    pub fn moved(&mut self, took: Duration) -> Result<(), FlagFell> {
        if let Some(allowance) = self.allowance()
            && took > allowance
        {
            return Err(FlagFell {
                late_by: took - (allowance - self.margin),
            });
        }
        self.moves_made += 1;
        if let Control::Clock(clock) = self.control {
            self.left = self.left.saturating_sub(took) + clock.increment;
            if clock
                .moves
                .is_some_and(|moves| self.moves_made.is_multiple_of(moves))
            {
                self.left += clock.base;
            }
        }
        Ok(())
    }

    /// Moves to the next time control.
    fn moves_to_go(&self) -> Option<u64> {
        match self.control {
            Control::Clock(ClockControl {
                moves: Some(moves), ..
            }) => Some(moves - self.moves_made % moves),
            _ => None,
        }
    }

    fn side(&self) -> SideClock {
        match self.control {
            Control::Clock(clock) => SideClock {
                time: Some(milliseconds(self.left)),
                increment: Some(milliseconds(clock.increment)),
            },
            _ => SideClock::default(),
        }
    }
}

impl ClockControl {
    /// An increment-only control gives its first increment in advance.
    fn increment_at_start(&self) -> Duration {
        if self.base.is_zero() {
            self.increment
        } else {
            Duration::ZERO
        }
    }
}

/// The `go` command for the player to move.
#[must_use]
pub fn go(clocks: &ByColor<Clock>, turn: Color) -> Go {
    let mut go = Go::default();
    match clocks[turn].control {
        Control::Clock(_) => {
            go.white = clocks.white.side();
            go.black = clocks.black.side();
            go.movestogo = clocks[turn].moves_to_go();
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
    fn controls_are_read_and_written() {
        for text in ["10", "10+0.1", "40/60", "40/60+0.6", "0+1"] {
            assert_eq!(text.parse::<ClockControl>().unwrap().to_string(), text);
        }
        assert_eq!(
            "1:30".parse::<ClockControl>().unwrap().base,
            Duration::from_secs(90)
        );
        for text in [
            "", "x", "0", "0+0", "/10", "0/10", "-1", "10+", "1e400", "NaN", "inf", "1:2:3",
        ] {
            assert!(text.parse::<ClockControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_move_on_the_stroke_is_in_time() {
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
    fn the_margin_forgives_but_gives_nothing() {
        let control = Control::Clock("1".parse().unwrap());
        let mut clock = Clock::new(control, Duration::from_millis(50));
        assert_eq!(clock.moved(Duration::from_millis(1040)), Ok(()));
        assert_eq!(clock.left(), Some(Duration::ZERO));
        assert!(clock.moved(Duration::from_millis(51)).is_err());
    }

    #[test]
    fn time_controls_come_again() {
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
