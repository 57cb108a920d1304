//! What pages with one board have in common: the hand on the board, what the squares show, and games
//! as texts and links.

pub mod hand;
pub mod import;
pub mod link;
pub mod squares;
pub mod start;

use chess::san::SanError;
use chess::{Color, Move, Piece, Position, Role, Square};

use crate::army::Army;
use crate::geometry::Point;
use crate::view::{Gesture, SquareView, Stroke};
use hand::{Hand, Touch};

/// The state of a page with one board: what the board is drawn from.
pub trait OneBoard {
    /// The board as a person touches it.
    fn touch(&self) -> &Touch;

    /// The sixty-four squares, a1 first.
    fn squares(&self) -> Vec<SquareView>;

    /// Whether Black's side of the board is below.
    fn is_flipped(&self) -> bool;

    /// Arrows and circles.
    fn drawings(&self) -> Vec<Stroke>;

    /// The piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// The side to move.
    fn turn(&self) -> Color;

    /// Whether the piece on a square can be taken up.
    fn can_take(&self, square: Square) -> bool;

    /// The hand.
    fn hand(&self) -> Hand {
        self.touch().hand
    }

    /// The piece that hangs on the pointer, and where.
    fn dragged(&self) -> Option<(Army, Role, Point)> {
        let (from, at) = self.hand().dragged()?;
        let piece = self.piece_at(from)?;
        Some((piece.color.into(), piece.role, at))
    }

    /// Whose pawn is being promoted.
    fn promoting(&self) -> Option<Army> {
        match self.hand() {
            Hand::Promoting { .. } => Some(self.turn().into()),
            Hand::Idle | Hand::Holding { .. } => None,
        }
    }
}

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
