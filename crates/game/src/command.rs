//! What can be asked of a game.

use core::num::NonZeroUsize;

use chess::{Color, Move};

use crate::{Ground, Record, Start};

/// Something to do in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The player to move plays a move.
    Play(Move),
    /// A player claims a draw (articles 9.2 and 9.3).
    Claim {
        /// Who claims; the right is the right of the player to move.
        by: Color,
        /// What the claim rests on; `None` for whatever right there is.
        ground: Option<Ground>,
        /// The move the player is about to make, which is then fixed; `None` to claim on the
        /// position as it stands.
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
    /// The flag of this player has fallen; said by whoever keeps the clocks.
    Flag(Color),
    /// Take back this many steps.
    Undo(NonZeroUsize),
    /// Take this many steps again that had been taken back.
    Redo(NonZeroUsize),
    /// Start another game.
    New(Start),
    /// Go on with a recorded game.
    Load(Box<Record>),
}
