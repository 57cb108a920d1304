//! Generates training games for the network.
//!
//! - [`selfplay`] plays one game of self-play, which depends only on a seed and its number.
//! - [`branch`] finds positions beside the moves of stored games.
//! - [`store`] stores whole games in a file with four bytes per move, and detects damage.
//! - [`generate`] fills a file on all cores and resumes an existing file.
//! - [`quiet`] selects the training positions of a game.
//! - [`calibrate`] fits the scale of scores to the results.
//! - [`gate`] plays a match between two evaluations.
//!
//! Nothing here knows how a network is trained.

pub mod branch;
pub mod calibrate;
pub mod gate;
pub mod generate;
pub mod opening;
pub mod quiet;
pub mod selfplay;
pub mod store;
pub mod teacher;
