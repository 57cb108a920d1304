//! The engine as an opponent: playing strength, thinking time, draw offers and resignation.
//!
//! - [`Level`] and [`Strength`] limit the search.
//! - [`Pace`] gives the search limits for a [`Question`].
//! - [`manners`] turns a search result into a command: a move, a claim, or the answer to a draw
//!   offer.
//!
//! There are no threads, no clock and no I/O here, so the terminal, the UCI session and the browser
//! share this code.

pub mod manners;
mod pace;
mod strength;

pub use pace::{Pace, Question, root};
pub use strength::{ELO_MAX, ELO_MIN, Level, Strength};
