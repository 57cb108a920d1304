//! What pages with one board share: input on the board, the highlights, and games as text and
//! links.

pub mod hand;
pub mod import;
pub mod link;
pub mod squares;
pub mod start;

use chess::{Color, Piece, Role, Square};

use crate::army::Army;
use crate::geometry::Point;
use crate::hand::Landing;
use crate::view::{Drawn, SquareView};
use hand::{Entered, Hand, Touch};

/// The state of a page with one board, from which the board is drawn.
pub trait OneBoard {
    /// The board with its input.
    fn touch(&self) -> &Touch;

    /// The sixty-four squares, a1 first.
    fn squares(&self) -> Vec<SquareView>;

    /// Whether Black is at the bottom of the board.
    fn is_flipped(&self) -> bool;

    fn drawings(&self) -> Vec<Drawn>;

    fn piece_at(&self, square: Square) -> Option<Piece>;

    fn turn(&self) -> Color;

    /// Whether the piece on a square can be selected.
    fn can_take(&self, square: Square) -> bool;

    /// What happens if the selected piece is put down on another square.
    fn landing(&self, from: Square, to: Square) -> Landing<Entered>;

    fn hand(&self) -> Hand {
        self.touch().hand
    }

    /// Whether there is something that a press beside the board puts back.
    fn can_let_go(&self) -> bool {
        self.hand() != Hand::Idle
    }

    /// The dragged piece and its position.
    fn dragged(&self) -> Option<(Army, Role, Point)> {
        let hand = self.hand();
        let (&from, at) = hand.dragged()?;
        let piece = self.piece_at(from)?;
        Some((piece.color.into(), piece.role, at))
    }

    /// The owner of the pawn being promoted.
    fn promoting(&self) -> Option<Army> {
        self.hand().marked().map(|_| self.turn().into())
    }
}
