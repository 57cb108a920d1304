//! What can still happen on a board: who can still mate, and whether the game is already dead.

#![forbid(unsafe_code)]

mod material;
mod mobility;
mod prover;
mod search;
mod verdict;

pub use prover::Prover;
pub use verdict::{Budget, Proof, Verdict};
