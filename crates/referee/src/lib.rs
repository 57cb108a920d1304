//! Helpmates and dead positions: whether a side can still mate.
//!
//! Three articles of the Laws depend on whether a side can mate *by any series of legal moves*:
//! 5.2.2 for dead positions, 6.9 for a fallen flag and 5.1.2 for a resignation. [`can_mate`]
//! returns a [`Verdict`]: `Yes` with a mating line, `No` with a [`Proof`], or `Unknown` if the
//! [`Budget`] is spent. It never guesses, and no game ends by an `Unknown`.
//!
//! - [`Prover`] reuses its memory for many positions.
//! - [`Prover::follow_line`] tells what the draw law says along a line of play ([`LawFacts`]).
//! - [`audit`](mod@audit) checks PGN databases against the Laws.
//! - [`Referee`] is a judge for a [`game::Game`]; [`rules`] returns rules with it.
//!
//! The problem is that of Miguel Ambrona's Chess Unwinnability Analyzer: <https://chasolver.org>.
//!
//! ```
//! use fourfold_referee::chess::{Color, Position};
//! use fourfold_referee::{Budget, Proof, Verdict, can_mate};
//! let position = Position::from_fen("8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1")?;
//! let verdict = can_mate(&position, Color::White, Budget::QUICK);
//! assert_eq!(verdict, Verdict::No(Proof::Mobility));
//!
//! let knights = Position::from_fen("6n1/8/3k4/8/3K4/8/8/6N1 w - - 0 1")?;
//! let Verdict::Yes(line) = can_mate(&knights, Color::White, Budget::FULL) else {
//!     panic!("a knight mates a king that its own knight smothers");
//! };
//! let end = line.iter().try_fold(knights, |position, &m| position.play(m))?;
//! assert!(end.is_checkmate());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

pub mod audit;
mod judge;
mod law;
mod mobility;
mod prover;
mod search;
mod verdict;

use chess::{Color, Position};

pub use chess;
pub use game;
pub use judge::{Referee, rules};
pub use law::LawFacts;
pub use prover::Prover;
pub use verdict::{Budget, Proof, Verdict};

// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Whether this side can mate by any series of legal moves, with the help of the opponent.
///
/// Repetition and the counts of fifty and seventy-five moves are ignored.
///
/// ```
/// use fourfold_referee::chess::{Color, Position};
/// use fourfold_referee::{Budget, can_mate};
/// // Two knights cannot force mate, but Black can help.
/// let position = Position::from_fen("7k/8/5K2/8/8/8/8/4NN2 w - - 0 1")?;
/// assert!(can_mate(&position, Color::White, Budget::FULL).is_yes());
/// assert!(can_mate(&position, Color::Black, Budget::FULL).is_no());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn can_mate(position: &Position, side: Color, budget: Budget) -> Verdict {
    Prover::new().can_mate(position, side, budget)
}

/// Whether the position is dead: neither side can mate by any series of legal moves (article
/// 5.2.2). `None` if the budget does not suffice to decide.
///
/// ```
/// use fourfold_referee::chess::Position;
/// use fourfold_referee::{Budget, is_dead};
/// let wall = Position::from_fen("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
/// assert_eq!(is_dead(&wall, Budget::QUICK), Some(true));
/// assert_eq!(is_dead(&Position::start(), Budget::FULL), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn is_dead(position: &Position, budget: Budget) -> Option<bool> {
    Prover::new().is_dead(position, budget)
}
