//! Time controls as people and match runners write them.
//!
//! The grammar is `[moves/]time[+increment|d delay]`, without spaces, or `inf` for no limit:
//! `5+3`, `40/60+0.6`, `1:30`, `90m`, `5d3`. A time is a number in the unit of the caller,
//! `minutes:seconds`, or a number with a unit of its own (`s`, `m`, `h`). Increment and delay are
//! in seconds unless they carry a unit.

use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

use crate::{PerMove, Terms, TimeControl};

/// The unit of a bare number in a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Seconds, up to a year: the format of match runners and PGN.
    Seconds,
    /// Minutes, up to a day, with increments of up to an hour: the format people use.
    Minutes,
}

/// Why a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimeControlError {
    /// A time in seconds was expected.
    #[error("expected a time control such as 10+0.1, 40/60+0.6 or 1:30, found {found:?}")]
    Seconds {
        /// The beginning of the text.
        found: String,
    },
    /// A time in minutes was expected.
    #[error("expected minutes and seconds for each move, such as 5+3 or 90+30, found {found:?}")]
    Minutes {
        /// The beginning of the text.
        found: String,
    },
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(86_400);
const YEAR: Duration = Duration::from_secs(365 * 86_400);

impl Unit {
    fn time(self) -> Duration {
        match self {
            Unit::Seconds => SECOND,
            Unit::Minutes => MINUTE,
        }
    }

    /// The longest base and the longest increment or delay.
    fn longest(self) -> (Duration, Duration) {
        match self {
            Unit::Seconds => (YEAR, YEAR),
            Unit::Minutes => (DAY, HOUR),
        }
    }

    fn refuse(self, text: &str) -> ParseTimeControlError {
        let found = text.chars().take(40).collect();
        match self {
            Unit::Seconds => ParseTimeControlError::Seconds { found },
            Unit::Minutes => ParseTimeControlError::Minutes { found },
        }
    }
}

impl TimeControl {
    /// Reads a time control whose time is in this unit.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a time control, allows no time at all, or exceeds the
    /// limits of the [`Unit`].
    pub fn parse(text: &str, unit: Unit) -> Result<TimeControl, ParseTimeControlError> {
        match text {
            "inf" | "unlimited" | "-" => Ok(TimeControl::Unlimited),
            _ => terms(text, unit)
                .map(TimeControl::Limited)
                .ok_or_else(|| unit.refuse(text)),
        }
    }
}

impl FromStr for Terms {
    type Err = ParseTimeControlError;

    /// Reads the terms of a clock in the spelling of match runners, in [`Unit::Seconds`].
    fn from_str(text: &str) -> Result<Terms, ParseTimeControlError> {
        terms(text, Unit::Seconds).ok_or_else(|| Unit::Seconds.refuse(text))
    }
}

fn terms(text: &str, unit: Unit) -> Option<Terms> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse::<NonZeroU64>().ok()?), rest),
        None => (None, text),
    };
    let (base_max, per_move_max) = unit.longest();
    let (base, per_move) = match rest.split_once(['+', 'd']) {
        Some((base, time)) => {
            let time = time_in(time, SECOND)?;
            let is_delay = rest[base.len()..].starts_with('d');
            let per_move = if is_delay {
                PerMove::Delay(time)
            } else {
                PerMove::Increment(time)
            };
            (base, per_move)
        }
        None => (rest, PerMove::Increment(Duration::ZERO)),
    };
    let terms = Terms {
        base: base_time(base, unit)?,
        per_move,
        moves,
    };
    let is_short = terms.base <= base_max && terms.increment().max(terms.delay()) <= per_move_max;
    let gives_time = !(terms.base + terms.increment() + terms.delay()).is_zero();
    (is_short && gives_time).then_some(terms)
}

fn base_time(text: &str, unit: Unit) -> Option<Duration> {
    match text.split_once(':') {
        Some((minutes, rest)) => {
            let minutes: u32 = minutes.parse().ok()?;
            MINUTE
                .checked_mul(minutes)?
                .checked_add(time_in(rest, SECOND)?)
        }
        None => time_in(text, unit.time()),
    }
}

/// A number of seconds, minutes or hours, or a bare number of units.
fn time_in(text: &str, unit: Duration) -> Option<Duration> {
    let (number, unit) = match text.char_indices().next_back()? {
        (at, 's') => (&text[..at], SECOND),
        (at, 'm') => (&text[..at], MINUTE),
        (at, 'h') => (&text[..at], HOUR),
        _ => (text, unit),
    };
    decimal(number, unit)
}

/// A decimal number of units, such as `90`, `0.5` or `.5`, exact to the nanosecond. Reading it as a
/// floating-point number would bring tables of powers into the page, which reads times too.
fn decimal(number: &str, unit: Duration) -> Option<Duration> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !is_number(whole) || !is_number(part) {
        return None;
    }
    let whole = match whole {
        "" => 0,
        digits => digits.parse::<u32>().ok()?,
    };
    let mut time = unit.checked_mul(whole)?;
    let mut place = unit;
    for digit in part.bytes() {
        place /= 10;
        time = time.checked_add(place * u32::from(digit - b'0'))?;
    }
    Some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(text: &str, unit: Unit) -> Terms {
        match TimeControl::parse(text, unit) {
            Ok(TimeControl::Limited(terms)) => terms,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn match_runners_write_seconds() {
        for text in ["10", "10+0.1", "40/60", "40/60+0.6", "0+1", "10d2", "inf"] {
            let control = TimeControl::parse(text, Unit::Seconds).unwrap();
            assert_eq!(control.to_string(), text);
        }
        let terms: Terms = "40/60+0.6".parse().unwrap();
        assert_eq!(terms.base, 60 * SECOND);
        assert_eq!(terms.increment(), Duration::from_millis(600));
        assert_eq!(terms.moves, NonZeroU64::new(40));
    }

    #[test]
    fn people_write_minutes_and_seconds() {
        let terms = limited("5+3", Unit::Minutes);
        assert_eq!((terms.base, terms.increment()), (300 * SECOND, 3 * SECOND));
        assert_eq!(limited("90", Unit::Minutes).base, 90 * 60 * SECOND);
        assert_eq!(limited("0.5", Unit::Minutes).base, 30 * SECOND);
        let delayed = limited("5d3", Unit::Minutes);
        assert_eq!(delayed.per_move, PerMove::Delay(3 * SECOND));
        assert_eq!(delayed.base, 300 * SECOND);
    }

    #[test]
    fn a_unit_in_the_text_wins() {
        for unit in [Unit::Seconds, Unit::Minutes] {
            assert_eq!(limited("90m", unit).base, 90 * 60 * SECOND);
            assert_eq!(limited("90s+2s", unit).base, 90 * SECOND);
            assert_eq!(limited("1.5h", unit).base, 90 * 60 * SECOND);
            assert_eq!(limited("3m+1m", unit).increment(), 60 * SECOND);
            assert_eq!(limited("1:30", unit).base, 90 * SECOND);
            for text in ["inf", "unlimited", "-"] {
                assert_eq!(TimeControl::parse(text, unit), Ok(TimeControl::Unlimited));
            }
        }
    }

    #[test]
    fn controls_without_time_or_meaning_are_refused() {
        for unit in [Unit::Seconds, Unit::Minutes] {
            for text in [
                "",
                "x",
                "+",
                "0",
                "0+0",
                "0d0",
                "/10",
                "0/10",
                "-1",
                "10+",
                "10d",
                "5+3+2",
                "5+3d2",
                "1e400",
                "NaN",
                "NaNs",
                "infm",
                "10+inf",
                "1:2:3",
                "five",
                "m",
                "5+-1",
                "∞",
                "5é",
                "18446744073709551615+1",
                "1e3",
                ".",
                "5.5.5",
                "++5",
            ] {
                let error = TimeControl::parse(text, unit).unwrap_err();
                assert_eq!(error, unit.refuse(text));
            }
        }
        assert!("inf".parse::<Terms>().is_err(), "there is a clock or none");
    }

    #[test]
    fn decimals_are_exact() {
        let base = |text| limited(text, Unit::Seconds).base;
        assert_eq!(base("0.1"), Duration::from_millis(100));
        assert_eq!(base(".5"), Duration::from_millis(500));
        assert_eq!(base("5."), 5 * SECOND);
        assert_eq!(base("0.000000001"), Duration::from_nanos(1));
        assert_eq!(base("1.0000000009"), SECOND);
        assert_eq!(base("0.25h"), 15 * MINUTE);
        assert_eq!(base("1:00.75"), Duration::from_millis(60_750));
    }

    #[test]
    fn each_unit_has_an_upper_limit() {
        assert!(TimeControl::parse("1440+3600", Unit::Minutes).is_ok());
        assert!(TimeControl::parse("1441", Unit::Minutes).is_err());
        assert!(TimeControl::parse("5+3601", Unit::Minutes).is_err());
        assert!(TimeControl::parse("31536000", Unit::Seconds).is_ok());
        assert!(TimeControl::parse("31536001", Unit::Seconds).is_err());
    }

    #[test]
    fn an_error_names_what_was_expected_in_its_unit() {
        let error = TimeControl::parse("x", Unit::Minutes).unwrap_err();
        assert!(error.to_string().starts_with("expected minutes"), "{error}");
        let error = TimeControl::parse("x", Unit::Seconds).unwrap_err();
        assert!(error.to_string().ends_with("found \"x\""), "{error}");
    }
}
