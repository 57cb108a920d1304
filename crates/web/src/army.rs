//! The owner of a piece: one of the four seats, or White or Black on a single board.

use chess::Color;
use duplicate::Seat;

/// The owner of a piece, for its color and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Army {
    /// A seat of the four-board table.
    Seat(Seat),
    /// A side of a single board.
    Side(Color),
}

impl Army {
    /// The CSS class that sets the colors of the army.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Army::Seat(Seat::North) => "of-north",
            Army::Seat(Seat::South) => "of-south",
            Army::Seat(Seat::East) => "of-east",
            Army::Seat(Seat::West) => "of-west",
            Army::Side(Color::White) => "of-white",
            Army::Side(Color::Black) => "of-black",
        }
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Army::Seat(Seat::North) => "North",
            Army::Seat(Seat::South) => "South",
            Army::Seat(Seat::East) => "East",
            Army::Seat(Seat::West) => "West",
            Army::Side(Color::White) => "White",
            Army::Side(Color::Black) => "Black",
        }
    }

    /// The first letter of the name.
    #[must_use]
    pub fn letter(self) -> char {
        self.name().chars().next().unwrap_or_default()
    }
}

impl From<Seat> for Army {
    fn from(seat: Seat) -> Army {
        Army::Seat(seat)
    }
}

impl From<Color> for Army {
    fn from(color: Color) -> Army {
        Army::Side(color)
    }
}
