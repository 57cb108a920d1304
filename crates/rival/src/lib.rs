//! Programs that play duplicate chess.
//!
//! - [`Level`] is how well a program plays, from 1 to 8, in words people understand.
//! - [`Rival`] is a program at a seat: it [thinks](Rival::think) about a [`Table`](duplicate::Table)
//!   and answers with a [`Thought`]: its move, what it expects each player to get, and the line it
//!   has in mind.
//! - [`Search`] does the same in slices, for a worker that has to listen in between. Any cut into
//!   slices gives the same thought.
//! - [`baseline`] holds the simple players that the others are measured against.
//! - [`features`] is what the evaluation sees; its weights are learned from games (`tools/fit`).
//!
//! Nothing here reads a clock, a file or a random device: a seed and a number of nodes decide every
//! move.
//!
//! ```
//! use duplicate::Table;
//! use rival::{Level, Limits, Rival};
//!
//! let mut rival = Rival::new(Level::new(3).expect("there are eight levels"), 1);
//! let thought = rival.think(&Table::new()).expect("the game is not over");
//! assert!(Table::new().legal_moves().contains(&thought.m));
//! ```

#![forbid(unsafe_code)]

pub mod baseline;
mod bench;
mod evaluate;
pub mod features;
mod level;
mod limits;
mod order;
mod player;
mod quiesce;
mod rival;
mod search;
mod table;
mod thought;
mod value;
mod weights;

pub use bench::signature;
pub use evaluate::{Taste, Weights, evaluate, payoff, turns_until};
pub use level::{Level, UnknownLevel};
pub use limits::Limits;
pub use player::{Player, UnknownPlayer, play_out};
pub use rival::Rival;
pub use search::{Model, Search, Slice};
pub use thought::Thought;
pub use value::{SCALE, Value};
