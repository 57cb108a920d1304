//! Match statistics: Elo with error bars, sequential tests, ratings.
//!
//! The unit is the *pair*: two games from one opening with colors swapped. The games of a pair are
//! not independent, so the pentanomial model (five outcomes per pair) gives correct error bars
//! where the trinomial model (three outcomes per game) does not. Nothing here plays or prints.

mod blocks;
mod elo;
mod normal;
mod ratings;
mod scores;
mod sprt;

pub use blocks::{BlockScores, Mean, MeanTest};
pub use elo::{Elo, Estimate};
pub use ratings::{Encounter, Rating, rate};
pub use scores::{GameCounts, PairCounts};
pub use sprt::{Decision, EloModel, Sprt, SprtError, SprtState};
