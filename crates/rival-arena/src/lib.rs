//! Plays programs of duplicate chess against each other, with the journal and the statistics of
//! [`arena`].
//!
//! - [`MatchPlan`] is a match of one program against three copies of another. It is played in
//!   [`Block`]s: one opening in four rotations, so that the tested program has each seat once. A
//!   [`Tally`] counts them, and [`report`] puts the result into words and JSON.
//! - [`study`] plays the same program at all seats under each reading of the provisional rulings
//!   and writes a page about what each does.
//! - A [`GameLine`] is one game in a journal.

mod game_line;
mod matches;
mod plan;
pub mod report;
pub mod study;
mod tally;

pub use game_line::{Block, GameLine, Single};
pub use matches::{MatchResult, play_match};
pub use plan::{MatchPlan, MatchPlanError};
pub use tally::Tally;
