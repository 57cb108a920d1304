//! The seats of a table.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// A seat: two belong to a game of chess, four to a game of duplicate chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// White in a game of chess.
    White,
    /// Black in a game of chess.
    Black,
    /// North, who plays White on NW and NE.
    North,
    /// South, who plays White on SW and SE.
    South,
    /// East, who plays Black on NE and SE.
    East,
    /// West, who plays Black on NW and SW.
    West,
}

impl Seat {
    /// The seats of a game of chess, in turn order.
    pub const OF_CHESS: [Seat; 2] = [Seat::White, Seat::Black];

    /// The seats of a game of duplicate chess, in turn order.
    pub const OF_DUPLICATE: [Seat; 4] = [Seat::North, Seat::South, Seat::East, Seat::West];

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Seat::White => "white",
            Seat::Black => "black",
            Seat::North => "north",
            Seat::South => "south",
            Seat::East => "east",
            Seat::West => "west",
        }
    }
}

impl fmt::Display for Seat {
    /// Writes the name with a capital letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::White => "White",
            Seat::Black => "Black",
            Seat::North => "North",
            Seat::South => "South",
            Seat::East => "East",
            Seat::West => "West",
        })
    }
}

/// The error for a name that no seat has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a seat such as white or north, found {found:?}")]
pub struct ParseSeatError {
    found: String,
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    /// Reads the name in messages.
    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        let mut seats = Seat::OF_CHESS.into_iter().chain(Seat::OF_DUPLICATE);
        let found = || text.to_owned();
        seats
            .find(|seat| seat.name() == text)
            .ok_or_else(|| ParseSeatError { found: found() })
    }
}
