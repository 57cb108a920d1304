//! Files, ranks and the sixty-four squares.

use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, Color};

macro_rules! line_of_eight {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $index:literal),* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name {
            $(
                #[doc = concat!("Number ", stringify!($index), ", counted from 0.")]
                $variant = $index,
            )*
        }

        impl $name {
            /// All eight, in order.
            pub const ALL: [$name; 8] = [$($name::$variant),*];

            /// The file or rank with this index, 0 to 7.
            #[inline]
            #[must_use]
            pub const fn from_index(index: u8) -> Option<$name> {
                match index {
                    $($index => Some($name::$variant),)*
                    _ => None,
                }
            }

            /// The file or rank whose index is in the low three bits.
            #[inline]
            pub(crate) const fn from_low_bits(bits: u8) -> $name {
                match $name::from_index(bits & 7) {
                    Some(line) => line,
                    None => unreachable!(),
                }
            }

            /// The file or rank `steps` further on, if it is on the board.
            #[must_use]
            pub const fn offset(self, steps: i8) -> Option<$name> {
                $name::from_index((self as u8).wrapping_add_signed(steps))
            }
        }
    };
}

line_of_eight! {
    /// A file, `a` to `h`.
    ///
    /// ```
    /// use fourfold_chess::File;
    /// assert_eq!(File::E.offset(-4), Some(File::A));
    /// assert_eq!(File::H.offset(1), None);
    /// assert_eq!(File::from_index(2), Some(File::C));
    /// ```
    File { A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7 }
}

line_of_eight! {
    /// A rank, `1` to `8`.
    ///
    /// ```
    /// use fourfold_chess::Rank;
    /// assert_eq!(Rank::Second.offset(2), Some(Rank::Fourth));
    /// assert_eq!(Rank::Eighth.to_string(), "8");
    /// ```
    Rank { First = 0, Second = 1, Third = 2, Fourth = 3, Fifth = 4, Sixth = 5, Seventh = 6, Eighth = 7 }
}

impl File {
    /// The lower-case letter.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file with this lower-case letter.
    ///
    /// ```
    /// use fourfold_chess::File;
    /// assert_eq!(File::from_letter('c'), Some(File::C));
    /// assert_eq!(File::from_letter('C'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<File> {
        if letter.is_ascii_lowercase() {
            File::from_index(letter as u8 - b'a')
        } else {
            None
        }
    }
}

impl Rank {
    /// The digit, `1` to `8`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank with this digit.
    ///
    /// ```
    /// use fourfold_chess::Rank;
    /// assert_eq!(Rank::from_digit('8'), Some(Rank::Eighth));
    /// assert_eq!(Rank::from_digit('9'), None);
    /// ```
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Rank> {
        if digit.is_ascii_digit() {
            Rank::from_index((digit as u8).wrapping_sub(b'1'))
        } else {
            None
        }
    }

    /// This rank as seen by a side: unchanged for White, mirrored for Black.
    ///
    /// ```
    /// use fourfold_chess::{Color, Rank};
    /// assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::from_low_bits(7 - self as u8),
        }
    }

    /// The rank on which this side's king and rooks start.
    ///
    /// ```
    /// use fourfold_chess::{Color, Rank};
    /// assert_eq!(Rank::home(Color::White), Rank::First);
    /// assert_eq!(Rank::home(Color::Black), Rank::Eighth);
    /// ```
    #[inline]
    #[must_use]
    pub const fn home(color: Color) -> Rank {
        Rank::First.relative_to(color)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

macro_rules! squares {
    ($($name:ident = $index:literal,)*) => {
        /// One of the sixty-four squares, numbered a1, b1, …, h8.
        ///
        /// It is an enum, so every value is on the board and `Option<Square>` takes one byte.
        ///
        /// ```
        /// use fourfold_chess::{File, Square};
        /// let square: Square = "e4".parse()?;
        /// assert_eq!(square, Square::E4);
        /// assert_eq!(square.file(), File::E);
        /// assert_eq!(Square::ALL.into_iter().filter(|square| square.is_dark()).count(), 32);
        /// # Ok::<(), fourfold_chess::ParseSquareError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the names are the documentation")]
        #[repr(u8)]
        pub enum Square {
            $($name = $index,)*
        }

        impl Square {
            /// All squares from a1 to h8, rank by rank.
            pub const ALL: [Square; 64] = [$(Square::$name),*];

            /// The square with this index, 0 to 63.
            #[inline]
            #[must_use]
            pub const fn from_index(index: u8) -> Option<Square> {
                match index {
                    $($index => Some(Square::$name),)*
                    _ => None,
                }
            }
        }
    };
}

squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl Square {
    /// The square on this file and rank.
    ///
    /// ```
    /// use fourfold_chess::{File, Rank, Square};
    /// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::from_low_bits((rank as u8) << 3 | file as u8)
    }

    /// The square whose index is these six bits.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u8) -> Square {
        match Square::from_index(bits & 63) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// The file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::from_low_bits(self as u8)
    }

    /// The rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::from_low_bits(self as u8 >> 3)
    }

    /// The set with this square only.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Square};
    /// assert!(Square::A1.bitboard().is_subset(Bitboard::DARK));
    /// ```
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }

    /// The square this many files and ranks away, if it is on the board.
    ///
    /// ```
    /// use fourfold_chess::Square;
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3)); // a knight's jump
    /// assert_eq!(Square::G1.offset(2, 1), None);
    /// ```
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        match (self.file().offset(files), self.rank().offset(ranks)) {
            (Some(file), Some(rank)) => Some(Square::new(file, rank)),
            _ => None,
        }
    }

    /// The square mirrored top to bottom: a1 becomes a8.
    ///
    /// ```
    /// use fourfold_chess::Square;
    /// assert_eq!(Square::E1.flip_rank(), Square::E8);
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip_rank(self) -> Square {
        Square::from_low_bits(self as u8 ^ 56)
    }

    /// The square mirrored left to right: a1 becomes h1.
    ///
    /// ```
    /// use fourfold_chess::Square;
    /// assert_eq!(Square::C1.flip_file(), Square::F1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip_file(self) -> Square {
        Square::from_low_bits(self as u8 ^ 7)
    }

    /// Whether the square is dark, as a1 is.
    ///
    /// ```
    /// use fourfold_chess::Square;
    /// assert!(Square::A1.is_dark());
    /// assert!(!Square::H1.is_dark()); // "light on right"
    /// ```
    #[must_use]
    pub const fn is_dark(self) -> bool {
        (self.file() as u8 + self.rank() as u8).is_multiple_of(2)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

parse_error! {
    /// The error for a text that is not a square such as `e4`.
    ///
    /// ```
    /// use fourfold_chess::{ParseSquareError, Square};
    /// let error = "e9".parse::<Square>().unwrap_err();
    /// assert_eq!(error, ParseSquareError);
    /// assert_eq!(error.to_string(), "expected a square from a1 to h8");
    /// ```
    ParseSquareError, "a square from a1 to h8"
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let [file, rank] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        match (
            File::from_letter(*file as char),
            Rank::from_digit(*rank as char),
        ) {
            (Some(file), Some(rank)) => Ok(Square::new(file, rank)),
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_names_round_trip_and_other_text_is_refused() {
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(Square::from_index(square as u8), Some(square));
        }
        for text in [
            "", "e", "e44", "E4", "e0", "e9", "i1", "4e", "e\u{301}", "é4", " e4",
        ] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
        }
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn offsets_stay_on_the_board() {
        for square in Square::ALL {
            for (files, ranks) in [
                (0, 1),
                (1, 0),
                (-1, -1),
                (2, -1),
                (-8, 0),
                (0, 127),
                (-128, 0),
            ] {
                let file = square.file() as i16 + i16::from(files);
                let rank = square.rank() as i16 + i16::from(ranks);
                let is_inside = (0..8).contains(&file) && (0..8).contains(&rank);
                assert_eq!(square.offset(files, ranks).is_some(), is_inside, "{square}");
            }
        }
        assert_eq!(Square::E4.offset(1, -2), Some(Square::F2));
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        for square in Square::ALL {
            assert_eq!(square.flip_rank().flip_rank(), square);
            assert_eq!(square.flip_file().flip_file(), square);
            assert_eq!(square.flip_rank().file(), square.file());
            assert_eq!(square.flip_file().rank(), square.rank());
        }
        assert_eq!(Square::A1.flip_rank(), Square::A8);
        assert_eq!(Square::A1.flip_file(), Square::H1);
    }

    #[test]
    fn letters_and_digits_round_trip() {
        for file in File::ALL {
            assert_eq!(File::from_letter(file.letter()), Some(file));
        }
        for rank in Rank::ALL {
            assert_eq!(Rank::from_digit(rank.digit()), Some(rank));
            let other = rank.relative_to(Color::Black);
            assert_eq!(other.relative_to(Color::Black), rank);
            assert_eq!(rank.relative_to(Color::White), rank);
        }
        for letter in ['A', 'i', '`', 'é', '1', '\0'] {
            assert_eq!(File::from_letter(letter), None);
        }
        for digit in ['0', '9', 'a', '٣', '/'] {
            assert_eq!(Rank::from_digit(digit), None);
        }
    }
}
