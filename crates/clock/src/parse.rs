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

const SECONDS_A_MINUTE: f64 = 60.0;
const SECONDS_AN_HOUR: f64 = 3600.0;
const SECONDS_A_DAY: f64 = 86_400.0;
const SECONDS_A_YEAR: f64 = 365.0 * SECONDS_A_DAY;

impl Unit {
    fn in_seconds(self) -> f64 {
        match self {
            Unit::Seconds => 1.0,
            Unit::Minutes => SECONDS_A_MINUTE,
        }
    }

    /// The longest base and the longest increment or delay, in seconds.
    fn longest(self) -> (f64, f64) {
        match self {
            Unit::Seconds => (SECONDS_A_YEAR, SECONDS_A_YEAR),
            Unit::Minutes => (SECONDS_A_DAY, SECONDS_AN_HOUR),
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
            let time = duration(seconds(time, 1.0)?, per_move_max)?;
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
        base: duration(base_seconds(base, unit)?, base_max)?,
        per_move,
        moves,
    };
    let gives_time = !(terms.base + terms.increment() + terms.delay()).is_zero();
    gives_time.then_some(terms)
}

fn base_seconds(text: &str, unit: Unit) -> Option<f64> {
    match text.split_once(':') {
        Some((minutes, rest)) => {
            let minutes: u32 = minutes.parse().ok()?;
            Some(f64::from(minutes) * SECONDS_A_MINUTE + seconds(rest, 1.0)?)
        }
        None => seconds(text, unit.in_seconds()),
    }
}

/// A number in seconds. A bare number is multiplied by `unit` seconds.
fn seconds(text: &str, unit: f64) -> Option<f64> {
    let (number, unit) = match text.char_indices().next_back()? {
        (at, 's') => (&text[..at], 1.0),
        (at, 'm') => (&text[..at], SECONDS_A_MINUTE),
        (at, 'h') => (&text[..at], SECONDS_AN_HOUR),
        _ => (text, unit),
    };
    let number: f64 = number.parse().ok()?;
    Some(number * unit)
}

/// A number of seconds in range. Refuses infinity and NaN.
fn duration(seconds: f64, max: f64) -> Option<Duration> {
    (0.0..=max)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

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
            ] {
                let error = TimeControl::parse(text, unit).unwrap_err();
                assert_eq!(error, unit.refuse(text));
            }
        }
        assert!("inf".parse::<Terms>().is_err(), "there is a clock or none");
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
