//! The real program, command by command, as people and other programs use it.
//!
//! One program for all of these tests: it is linked once, and its tests run side by side.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod bot;
mod cli;
#[cfg(unix)]
mod docs;
mod duplicate;
mod kill;
mod law;
#[cfg(target_os = "linux")]
mod nodes;
#[cfg(target_os = "linux")]
mod ops;
mod pgn;
mod play;
mod referee;
mod rivals;
#[cfg(unix)]
mod scripted;
mod serve;
mod support;
mod table;
mod three_doors;
mod tls;
mod tournament;
mod tune;
mod uci;
