//! What results mean: Elo with error bars, sequential tests, ratings.
//!
//! The unit of accounting is the *pair*: two games from one opening with colors swapped. Games of
//! a pair are not independent, so counting pairs by their joint score (five outcomes) gives honest
//! error bars where counting games (three outcomes) does not. Nothing here plays or prints.

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
