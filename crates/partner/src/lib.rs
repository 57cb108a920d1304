//! The engine as a partner at the board: how strong it plays, how long it thinks, and how it treats
//! draws and lost positions.
//!
//! - [`Level`] and [`Strength`] say what the search may use.
//! - [`Pace`] gives the limits of a search for a [`Question`].
//! - [`manners`] turns the result of a search into a command: a move, a claim, or the answer to an
//!   offer.
//!
//! There are no threads, no clock and no I/O here, so the terminal, the UCI session and the browser
//! share it.

#![forbid(unsafe_code)]

pub mod manners;
mod pace;
mod strength;

pub use pace::{Pace, Question, root};
pub use strength::{ELO_MAX, ELO_MIN, Level, Strength};
