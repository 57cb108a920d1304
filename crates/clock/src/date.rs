//! Calendar days in the format of PGN.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const SECONDS_A_DAY: u64 = 86_400;

/// A day of the Gregorian calendar in Coordinated Universal Time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

/// A text is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a date such as 2024.01.31, found {found:?}")]
pub struct ParseDateError {
    /// The beginning of the text.
    pub found: String,
}

impl Date {
    /// The day of a time. Times before 1970 count as 1 January 1970.
    #[must_use]
    pub fn of(time: SystemTime) -> Date {
        Date::since_1970(time.duration_since(UNIX_EPOCH).unwrap_or_default())
    }

    /// The day this long after the beginning of 1970.
    #[must_use]
    pub fn since_1970(time: Duration) -> Date {
        // Counting from 1 March of the year 0 puts leap days at the end of each cycle.
        let days = time.as_secs() / SECONDS_A_DAY + 719_468;
        let (cycle, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let (month, day, in_next_year) = if month < 10 {
            (month + 3, day - (153 * month + 2) / 5 + 1, 0)
        } else {
            (month - 9, day - (153 * month + 2) / 5 + 1, 1)
        };
        Date {
            year: 400 * cycle + year + in_next_year,
            month,
            day,
        }
    }
}

impl fmt::Display for Date {
    /// Writes the date in the format of the PGN tag Date.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let number = |part: &str, width: usize| {
            let is_number = part.len() == width && part.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| part.parse::<u64>().ok()).flatten()
        };
        let parsed = || {
            let mut parts = text.split('.');
            let date = Date {
                year: number(parts.next()?, 4)?,
                month: number(parts.next()?, 2)?,
                day: number(parts.next()?, 2)?,
            };
            let leap = date.year.is_multiple_of(4)
                && (!date.year.is_multiple_of(100) || date.year.is_multiple_of(400));
            let days = match date.month {
                2 => 28 + u64::from(leap),
                4 | 6 | 9 | 11 => 30,
                1..=12 => 31,
                _ => 0,
            };
            let is_whole = parts.next().is_none() && (1..=days).contains(&date.day);
            is_whole.then_some(date)
        };
        parsed().ok_or_else(|| ParseDateError {
            found: text.chars().take(40).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_the_calendar() {
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (10_957, "2000.01.01"),
            (11_016, "2000.02.29"),
            (19_782, "2024.02.29"),
            (20_088, "2024.12.31"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            let date = Date::since_1970(Duration::from_secs(days * SECONDS_A_DAY + 86_399));
            assert_eq!(date.to_string(), text);
            assert_eq!(text.parse(), Ok(date));
        }
    }

    #[test]
    fn every_day_follows_the_day_before() {
        let mut last = Date::since_1970(Duration::ZERO);
        for day in 1..200_000 {
            let next = Date::since_1970(Duration::from_secs(day * SECONDS_A_DAY));
            assert!(last < next, "{last} {next}");
            assert_eq!(next.to_string().parse(), Ok(next));
            last = next;
        }
    }

    #[test]
    fn an_invalid_day_is_refused() {
        for text in [
            "",
            "2024",
            "2024.1.31",
            "2023.02.29",
            "1900.02.29",
            "2024.13.01",
            "2024.00.10",
            "2024.04.31",
            "2024.01.31.",
            "2024-01-31",
            "????.??.??",
            "+024.01.01",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}
