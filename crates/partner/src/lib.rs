//! The engine as an opponent: playing strength, thinking time, draws and resignation.
//!
//! - [`Opponent`] is the player: what it searches for, and what it does with the result.
//! - [`Level`] and [`Strength`] limit the search, and [`Pace`] says how it uses its time.
//! - [`Intention`] is a move, a claim, an offer or the answer to one, or a resignation, which waits
//!   for the word of a judge.
//!
//! There are no threads, no clock and no I/O here. The terminal, the server and the page share this
//! code; the page's worker only searches.

mod decisions;
mod opponent;
mod pace;
mod search;
mod strength;

pub use opponent::{Intention, Opponent};
pub use pace::{Pace, Question};
pub use search::{Search, root};
pub use strength::{ELO_MAX, ELO_MIN, Level, Strength};
