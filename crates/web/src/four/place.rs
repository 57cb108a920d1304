//! A square of one of the boards.

use core::fmt;

use chess::Square;
use duplicate::BoardName;

/// A square of one of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub board: BoardName,
    pub square: Square,
}

impl Place {
    #[must_use]
    pub const fn new(board: BoardName, square: Square) -> Place {
        Place { board, square }
    }

    /// Parses the names that a page uses for a place, such as `NW` and `e4`.
    #[must_use]
    pub fn from_names(board: &str, square: &str) -> Option<Place> {
        Some(Place {
            board: BoardName::from_name(board)?,
            square: square.parse().ok()?,
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.square, self.board)
    }
}
