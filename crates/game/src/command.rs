//! Commands: everything that can be done in a game.

use core::num::NonZeroUsize;

use chess::{Color, Move};

use crate::{Ground, Record, Start};

/// A command for [`Game::execute`](crate::Game::execute).
///
/// ```
/// use fourfold_game::{Command, Game};
/// use std::num::NonZeroUsize;
/// let mut game = Game::default();
/// let e4 = game.position().parse_san("e4")?;
/// game.execute(Command::Play(e4))?;
/// game.execute(Command::Undo(NonZeroUsize::MIN))?;
/// assert_eq!(game.ply(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Command {
    /// The player to move plays a move.
    Play(Move),
    /// A player claims a draw (articles 9.2 and 9.3).
    Claim {
        /// Who claims. Only the player to move has the right.
        by: Color,
        /// The ground of the claim; `None` for any.
        ground: Option<Ground>,
        /// The move the player intends to make, which is then binding; `None` to claim on the
        /// current position.
        with: Option<Move>,
    },
    /// A player offers a draw.
    Offer(Color),
    /// This player accepts the draw that the opponent offered.
    Accept(Color),
    /// This player declines the draw that the opponent offered.
    Decline(Color),
    /// This player resigns.
    Resign(Color),
    /// The flag of this player has fallen, as reported by the clocks.
    Flag(Color),
    /// Take back this many steps.
    Undo(NonZeroUsize),
    /// Redo this many steps.
    Redo(NonZeroUsize),
    /// Start another game.
    New(Start),
    /// Continue a recorded game.
    Load(Box<Record>),
}
