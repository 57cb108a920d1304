//! Game clocks for any number of seats.
//!
//! - [`TimeControl`] says how much time a seat has: sudden death, increment, delay, a number of
//!   moves for each period, or no limit. One parser reads the spellings of people (minutes) and of
//!   match runners (seconds); [`Unit`] says which.
//! - [`Clock`] is the clock of one seat. It takes the time of finished moves.
//! - [`Clocks`] are the clocks of a game, at most one of which runs.
//! - [`face()`] formats a time as a clock shows it.
//! - [`Date`] is a day of the calendar.
//!
//! Nothing here reads the time. Callers pass durations since an origin of their own, such as the
//! start of the program, so a game can be replayed under simulated time. All state is plain values:
//! a copy taken before a move restores the clocks exactly.
//!
//! ```
//! use std::time::Duration;
//! use fourfold_clock::{Clocks, TimeControl, Unit};
//!
//! let control = TimeControl::parse("5+3", Unit::Minutes)?;
//! let mut clocks = Clocks::new([control; 2]);
//! let at = Duration::from_secs;
//! clocks.start(0, at(0));
//! clocks.press(0, Some(1), at(10));
//! assert_eq!(clocks.left(0, at(60)), Some(at(293)));
//! assert_eq!(clocks.left(1, at(60)), Some(at(250)));
//! assert_eq!(clocks.flag_falls_at(), Some(at(310)));
//! # Ok::<(), fourfold_clock::ParseTimeControlError>(())
//! ```

#![deny(missing_docs)]

mod clock;
mod clocks;
mod control;
mod date;
mod face;
mod parse;

pub use clock::Clock;
pub use clocks::Clocks;
pub use control::{PerMove, Seconds, Terms, TimeControl};
pub use date::{Date, ParseDateError};
pub use face::face;
pub use parse::{ParseTimeControlError, Unit};

// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
