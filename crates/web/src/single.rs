//! What pages with one board have in common: the hand on the board, what the squares show, and games
//! as texts and links.

pub mod hand;
pub mod import;
pub mod link;
pub mod squares;
pub mod start;

use chess::san::SanError;
use chess::{Move, Position, Role, Square};

use crate::view::Gesture;

/// What a hand or a key does on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A pointer.
    Hand(Gesture),
    /// A key activates a square.
    Activate(Square),
    /// The focus went to a square.
    Focus(Square),
    /// Escape, or a press beside the board: the piece goes back.
    LetGo,
    /// What the pawn becomes.
    Promote(Role),
    /// A move in letters.
    Type(String),
}

/// The move that someone typed: as people write it, or from square to square.
pub(crate) fn typed_move(position: &Position, text: &str) -> Result<Move, SanError> {
    let text = text.trim();
    position.parse_san(text).or_else(|error| {
        let plain = text.replace('-', "").to_ascii_lowercase();
        position.parse_uci(&plain).map_err(|_| error)
    })
}
