//! One game of chess under the Laws: what was played, what may be claimed, and how it ends.
//!
//! Pure: no clock is read and nothing is printed, so it runs the same in a terminal, on a server
//! and in a browser.

#![forbid(unsafe_code)]

mod result;

pub use result::{GameResult, Outcome, ParseResultError};
