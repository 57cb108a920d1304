//! Makes the games that a network learns from.
//!
//! - [`selfplay`] plays one game of the engine against itself; the game is decided by a seed and
//!   its number alone.
//! - [`store`] keeps whole games in a file, four bytes a move, and cuts off what is damaged.
//! - [`generate`] fills a file with games on all cores and goes on where a file ends.
//! - [`quiet`] picks the positions of a game that are worth learning from.
//! - [`gate`] plays two evaluations against each other and says which one is better.
//!
//! Nothing here knows how a network learns.

#![forbid(unsafe_code)]

pub mod gate;
pub mod generate;
pub mod opening;
pub mod quiet;
pub mod selfplay;
pub mod store;
pub mod teacher;
