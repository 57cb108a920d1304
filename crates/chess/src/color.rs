//! The two sides of a game, and a container with one value for each.

use core::fmt;
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

/// A side. White moves first and starts on the first rank.
///
/// ```
/// use fourfold_chess::{Color, Position};
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.letter(), 'b');
/// assert_eq!(Position::start().turn(), Color::White);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that answers.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The letter of the side in a FEN: `w` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    /// Whether this is White.
    #[inline]
    #[must_use]
    pub const fn is_white(self) -> bool {
        matches!(self, Color::White)
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads the name or the FEN letter, in either case.
    ///
    /// ```
    /// use fourfold_chess::Color;
    /// assert_eq!("white".parse(), Ok(Color::White));
    /// assert_eq!("b".parse(), Ok(Color::Black));
    /// assert!("red".parse::<Color>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        let is_meant = |color: &Color| {
            [color.name(), &color.name()[..1]]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(text))
        };
        Color::ALL.into_iter().find(is_meant).ok_or(ParseColorError)
    }
}

parse_error! {
    /// The error for a text that is not a side.
    ParseColorError, "white or black, or w or b"
}

/// One `T` for each side.
///
/// ```
/// use fourfold_chess::{ByColor, Color};
/// let mut score = ByColor { white: 0, black: 0 };
/// score[Color::Black] += 1;
/// assert_eq!(score.black, 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColor<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> ByColor<T> {
    /// Calls `value` once for each side.
    ///
    /// ```
    /// use fourfold_chess::{ByColor, Position};
    /// let start = Position::start();
    /// let pieces = ByColor::from_fn(|color| start.board().by_color(color).len());
    /// assert_eq!(pieces, ByColor { white: 16, black: 16 });
    /// ```
    #[doc(alias = "new_with")]
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        ByColor {
            white: value(Color::White),
            black: value(Color::Black),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}
