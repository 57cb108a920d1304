//! Programs that play duplicate chess.
//!
//! - [`Level`] is the playing strength, from 1 to 8, with a description of each level.
//! - [`Rival`] is a program at a seat. It [searches](Rival::think) a [`DuplicateGame`](duplicate::DuplicateGame) and
//!   returns a [`ChosenMove`]: a move, the expected result of each player, and the principal variation.
//! - [`Search`] does the same in slices, for a worker that also has to read messages. The result
//!   does not depend on the slicing.
//! - [`baseline`] holds simple players for comparison.
//! - [`features`] are the inputs of the evaluation. Its weights are learned from games (`tools/fit`).
//!
//! Nothing here reads a clock, a file or a source of randomness: the seed and the node count determine
//! every move.
//!
//! ```
//! use duplicate::DuplicateGame;
//! use rival::{Level, Limits, Rival};
//!
//! let mut rival = Rival::new(Level::new(3).expect("there are eight levels"), 1);
//! let chosen = rival.think(&DuplicateGame::new()).expect("the game is not over");
//! assert!(DuplicateGame::new().legal_moves().contains(&chosen.m));
//! ```

pub mod baseline;
mod bench;
mod chosen_move;
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
mod value;
mod weights;

pub use bench::signature;
pub use chosen_move::ChosenMove;
pub use evaluate::{WeightSet, Weights, evaluate, payoff, turns_until};
pub use level::{Level, UnknownLevel};
pub use limits::Limits;
pub use player::{Player, UnknownPlayer, play_out};
pub use rival::Rival;
pub use search::{Model, Search, Slice};
pub use value::{SCALE, Value};
