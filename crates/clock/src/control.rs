//! How much time a seat has.

use std::fmt;
use std::num::NonZeroU64;
use std::time::Duration;

/// How much time a seat has for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No limit.
    Unlimited,
    /// A clock counts down.
    Limited(Terms),
}

/// The settings of a clock that counts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The time at the start, and what each further period adds.
    pub base: Duration,
    /// The increment or delay of each move.
    pub per_move: PerMove,
    /// The number of moves in a period; `None` if the base is for the whole game.
    pub moves: Option<NonZeroU64>,
}

/// The increment or delay of each move. Sudden death is an increment of zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PerMove {
    /// The clock gains this much after each move (Fischer).
    Increment(Duration),
    /// The clock waits this long before it counts down in each move (US delay).
    Delay(Duration),
}

impl TimeControl {
    /// The settings of the clock; `None` if there is no limit.
    #[must_use]
    pub fn terms(&self) -> Option<&Terms> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::Limited(terms) => Some(terms),
        }
    }
}

impl Terms {
    /// The time on the clock at the start: the base, or the first increment if there is no base.
    #[must_use]
    pub fn at_start(&self) -> Duration {
        if self.base.is_zero() {
            self.increment()
        } else {
            self.base
        }
    }

    /// What the clock gains after each move.
    #[must_use]
    pub fn increment(&self) -> Duration {
        match self.per_move {
            PerMove::Increment(time) => time,
            PerMove::Delay(_) => Duration::ZERO,
        }
    }

    /// How long the clock waits in each move before it counts down.
    #[must_use]
    pub fn delay(&self) -> Duration {
        match self.per_move {
            PerMove::Increment(_) => Duration::ZERO,
            PerMove::Delay(time) => time,
        }
    }

    /// The time that the opponent gets after a wrong draw claim: two minutes, or one minute in rapid
    /// and blitz, which are games with less than an hour for sixty moves (FIDE articles 9.5.3, A.3
    /// and B.3).
    #[must_use]
    pub fn wrong_claim_bonus(&self) -> Duration {
        const MOVES: u32 = 60;
        const MINUTE: Duration = Duration::from_secs(60);
        let periods = self.moves.map_or(1, |moves| {
            u64::from(MOVES).div_ceil(moves.get()).min(u64::from(MOVES)) as u32
        });
        let for_sixty_moves = self
            .base
            .saturating_mul(periods)
            .saturating_add((self.increment() + self.delay()).saturating_mul(MOVES));
        if for_sixty_moves >= 60 * MINUTE {
            2 * MINUTE
        } else {
            MINUTE
        }
    }
}

impl From<Terms> for TimeControl {
    fn from(terms: Terms) -> TimeControl {
        TimeControl::Limited(terms)
    }
}

impl fmt::Display for TimeControl {
    /// Writes seconds, as match runners do. [`Unit::Seconds`](crate::Unit::Seconds) reads it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Unlimited => f.write_str("inf"),
            TimeControl::Limited(terms) => terms.fmt(f),
        }
    }
}

impl fmt::Display for Terms {
    /// Writes seconds, as match runners do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        Seconds(self.base).fmt(f)?;
        let (sign, time) = match self.per_move {
            PerMove::Increment(time) => ('+', time),
            PerMove::Delay(time) => ('d', time),
        };
        if time.is_zero() {
            return Ok(());
        }
        write!(f, "{sign}{}", Seconds(time))
    }
}

/// A time in seconds, with as many decimals as it has: `90`, `0.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        let mut nanoseconds = self.0.subsec_nanos();
        if nanoseconds == 0 {
            return Ok(());
        }
        let mut digits = 9;
        while nanoseconds.is_multiple_of(10) {
            nanoseconds /= 10;
            digits -= 1;
        }
        write!(f, ".{nanoseconds:0digits$}")
    }
}

#[cfg(test)]
mod tests {
    use crate::Unit;

    use super::*;

    #[test]
    fn a_wrong_claim_costs_one_minute_in_rapid_and_blitz_and_two_in_longer_games() {
        for (text, minutes) in [
            ("3+2", 1),
            ("10", 1),
            ("15+10", 1),
            ("59+0", 1),
            ("50d9", 1),
            ("60", 2),
            ("30+30", 2),
            ("30d30", 2),
            ("90+30", 2),
            ("40/29", 1),
            ("40/30", 2),
            ("1/1", 2),
        ] {
            let control = TimeControl::parse(text, Unit::Minutes).unwrap();
            let bonus = control.terms().unwrap().wrong_claim_bonus();
            assert_eq!(bonus, Duration::from_secs(60 * minutes), "{text}");
        }
    }

    #[test]
    fn seconds_have_the_decimals_they_need() {
        for (nanoseconds, text) in [
            (0, "0"),
            (1, "0.000000001"),
            (50_000_000, "0.05"),
            (1_500_000_000, "1.5"),
            (90_000_000_000, "90"),
            (10_010_000_000, "10.01"),
        ] {
            let time = Duration::from_nanos(nanoseconds);
            assert_eq!(Seconds(time).to_string(), text);
        }
    }

    #[test]
    fn a_control_without_a_base_starts_with_its_first_increment() {
        let at_start = |text| {
            let control = TimeControl::parse(text, Unit::Seconds).unwrap();
            control.terms().unwrap().at_start()
        };
        assert_eq!(at_start("0+2"), Duration::from_secs(2));
        assert_eq!(at_start("1+2"), Duration::from_secs(1));
        assert_eq!(at_start("0d2"), Duration::ZERO);
    }
}
