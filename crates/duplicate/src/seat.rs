//! The four players, the four boards, and who plays where.

use core::fmt;
use core::str::FromStr;

use chess::Color;

use crate::keyed::{By, Key, Set};

/// A player, named by compass point. The order is the turn order.
///
/// ```
/// use fourfold_duplicate::chess::Color;
/// use fourfold_duplicate::{BoardName, Seat};
/// assert_eq!(Seat::North.boards(), [BoardName::Nw, BoardName::Ne]);
/// assert_eq!(Seat::North.opponents(), [Seat::West, Seat::East]);
/// assert_eq!(Seat::North.next(), Seat::South);
/// assert_eq!(Seat::West.color(), Color::Black);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// Plays White on NW and NE.
    North,
    /// Plays White on SW and SE.
    South,
    /// Plays Black on NE and SE.
    East,
    /// Plays Black on NW and SW.
    West,
}

/// A board, named by the compass points of its two players.
///
/// ```
/// use fourfold_duplicate::chess::Color;
/// use fourfold_duplicate::{BoardName, Seat};
/// assert_eq!(BoardName::Se.player(Color::White), Seat::South);
/// assert_eq!(BoardName::from_name("SE"), Some(BoardName::Se));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BoardName {
    /// North against West.
    Nw,
    /// North against East.
    Ne,
    /// South against West.
    Sw,
    /// South against East.
    Se,
}

/// One value for each seat.
pub type BySeat<T> = By<Seat, T>;

/// One value for each board.
pub type ByBoard<T> = By<BoardName, T>;

/// A set of seats.
pub type SeatSet = Set<Seat>;

/// A set of boards.
pub type BoardSet = Set<BoardName>;

impl Seat {
    /// All four seats in turn order.
    pub const ALL: [Seat; 4] = [Seat::North, Seat::South, Seat::East, Seat::West];

    /// The color this seat plays on both of its boards.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            Seat::North | Seat::South => Color::White,
            Seat::East | Seat::West => Color::Black,
        }
    }

    /// The two boards of this seat, in board order.
    #[inline]
    #[must_use]
    pub const fn boards(self) -> [BoardName; 2] {
        match self {
            Seat::North => [BoardName::Nw, BoardName::Ne],
            Seat::South => [BoardName::Sw, BoardName::Se],
            Seat::East => [BoardName::Ne, BoardName::Se],
            Seat::West => [BoardName::Nw, BoardName::Sw],
        }
    }

    /// Whether this seat plays on this board.
    ///
    /// ```
    /// use fourfold_duplicate::{BoardName, Seat};
    /// assert!(Seat::West.plays_on(BoardName::Sw));
    /// assert!(!Seat::West.plays_on(BoardName::Ne));
    /// ```
    #[must_use]
    pub const fn plays_on(self, board: BoardName) -> bool {
        let [first, second] = self.boards();
        first as u8 == board as u8 || second as u8 == board as u8
    }

    /// The other board of this seat, if the given board is one of its two.
    ///
    /// ```
    /// use fourfold_duplicate::{BoardName, Seat};
    /// assert_eq!(Seat::North.twin_board(BoardName::Nw), Some(BoardName::Ne));
    /// assert_eq!(Seat::North.twin_board(BoardName::Sw), None);
    /// ```
    #[must_use]
    pub fn twin_board(self, board: BoardName) -> Option<BoardName> {
        let [first, second] = self.boards();
        match board {
            _ if board == first => Some(second),
            _ if board == second => Some(first),
            _ => None,
        }
    }

    /// The two opponents of this seat, in the order of its boards.
    #[must_use]
    pub fn opponents(self) -> [Seat; 2] {
        self.boards().map(|board| board.player(!self.color()))
    }

    /// The player across the compass, who has the same color and shares no board with this seat.
    ///
    /// ```
    /// use fourfold_duplicate::Seat;
    /// assert_eq!(Seat::North.opposite(), Seat::South);
    /// ```
    #[must_use]
    pub const fn opposite(self) -> Seat {
        match self {
            Seat::North => Seat::South,
            Seat::South => Seat::North,
            Seat::East => Seat::West,
            Seat::West => Seat::East,
        }
    }

    /// The seat that moves next.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Seat {
        match self {
            Seat::North => Seat::South,
            Seat::South => Seat::East,
            Seat::East => Seat::West,
            Seat::West => Seat::North,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Seat::North => "North",
            Seat::South => "South",
            Seat::East => "East",
            Seat::West => "West",
        }
    }

    /// The letter of the seat in saved games.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Seat::North => 'N',
            Seat::South => 'S',
            Seat::East => 'E',
            Seat::West => 'W',
        }
    }

    /// The seat with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| seat.letter() == letter)
    }
}

impl BoardName {
    /// All four boards, from the upper left to the lower right of the compass.
    pub const ALL: [BoardName; 4] = [BoardName::Nw, BoardName::Ne, BoardName::Sw, BoardName::Se];

    /// The player of this color on this board.
    #[must_use]
    pub const fn player(self, color: Color) -> Seat {
        match (self, color) {
            (BoardName::Nw | BoardName::Ne, Color::White) => Seat::North,
            (BoardName::Sw | BoardName::Se, Color::White) => Seat::South,
            (BoardName::Ne | BoardName::Se, Color::Black) => Seat::East,
            (BoardName::Nw | BoardName::Sw, Color::Black) => Seat::West,
        }
    }

    /// The name: `NW`, `NE`, `SW` or `SE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BoardName::Nw => "NW",
            BoardName::Ne => "NE",
            BoardName::Sw => "SW",
            BoardName::Se => "SE",
        }
    }

    /// The board with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<BoardName> {
        BoardName::ALL
            .into_iter()
            .find(|board| board.name() == name)
    }
}

impl Key for Seat {
    const ALL: &'static [Seat] = &Seat::ALL;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl Key for BoardName {
    const ALL: &'static [BoardName] = &BoardName::ALL;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    /// Reads the name or the letter, in either case.
    ///
    /// ```
    /// use fourfold_duplicate::Seat;
    /// assert_eq!("North".parse(), Ok(Seat::North));
    /// assert_eq!("w".parse(), Ok(Seat::West));
    /// assert!("up".parse::<Seat>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        let is_meant = |seat: &Seat| {
            let name = seat.name();
            name.eq_ignore_ascii_case(text) || name[..1].eq_ignore_ascii_case(text)
        };
        Seat::ALL.into_iter().find(is_meant).ok_or(ParseSeatError)
    }
}

/// The error for a text that is not a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected north, south, east or west, or their first letter")]
pub struct ParseSeatError;

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_two_players_who_both_know_it() {
        for board in BoardName::ALL {
            for color in Color::ALL {
                let seat = board.player(color);
                assert_eq!(seat.color(), color);
                assert!(seat.plays_on(board));
            }
        }
    }

    #[test]
    fn neighbors_form_a_cycle_and_the_opposite_seat_is_not_an_enemy() {
        assert_eq!(Seat::North.opponents(), [Seat::West, Seat::East]);
        assert_eq!(Seat::East.opponents(), [Seat::North, Seat::South]);
        for seat in Seat::ALL {
            assert!(!seat.opponents().contains(&seat.opposite()));
            assert_eq!(seat.next().next().next().next(), seat);
            assert_eq!(Seat::from_letter(seat.letter()), Some(seat));
        }
    }
}
