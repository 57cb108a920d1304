//! What can still happen on a board: who can still mate, and whether the game is already dead.
//!
//! Three articles of the Laws ask whether a side can mate *by any series of legal moves*: 5.2.2
//! for dead positions, 6.9 for a fallen flag, 5.1.2 for a resignation. [`can_mate`] answers with a
//! [`Verdict`]: `Yes` and a line that mates, `No` and a [`Proof`], or `Unknown` when the [`Budget`]
//! is spent. It never guesses, so an `Unknown` ends no game.
//!
//! - [`Prover`] answers many questions with the same memory.
//! - [`Prover::follow_line`] says what the draw law says along a line of play ([`LawFacts`]).
//! - [`audit`](mod@audit) reads PGN databases and says what the Laws say about them.
//! - [`Referee`] is the judge to hand to a [`game::Game`]; [`rules`] has it in its place.
//!
//! ```
//! use chess::{Color, Position};
//! use referee::{Budget, Proof, Verdict, can_mate};
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

#![forbid(unsafe_code)]

pub mod audit;
mod judge;
mod law;
mod mobility;
mod prover;
mod search;
mod verdict;

use chess::{Color, Position};

pub use judge::{Referee, rules};
pub use law::LawFacts;
pub use prover::Prover;
pub use verdict::{Budget, Proof, Verdict};

/// Whether this side can mate by any series of legal moves, the opponent helping.
///
/// The counts of fifty and seventy-five moves and of repetitions play no part.
#[must_use]
pub fn can_mate(position: &Position, side: Color, budget: Budget) -> Verdict {
    Prover::new().can_mate(position, side, budget)
}

/// Whether the position is dead: neither side can mate by any series of legal moves (article
/// 5.2.2). `None` if that was not found out within the budget.
#[must_use]
pub fn is_dead(position: &Position, budget: Budget) -> Option<bool> {
    Prover::new().is_dead(position, budget)
}
