//! The faults of a FEN.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::Fault;

/// The part of a FEN with a fault, in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    /// No field of its own: how many there are, and what separates them.
    Text,
    Board,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
}

/// A fault in the text of a FEN. Columns count characters from 1.
///
/// ```
/// use fourfold_chess::{Position, fen};
/// let error = Position::from_fen("4k3/8/8/8/8/8/8/4K2 w - - 0 1").unwrap_err();
/// assert_eq!(error.malformed, [fen::FenFault::BoardRowWidth('1', 7)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenFault {
    /// There are this many fields instead of six.
    FieldCount(usize),
    /// Blanks other than a single space between fields; the first such is at this column.
    Whitespace(usize),
    /// The board has this many rows instead of eight.
    BoardRows(usize),
    /// The row of this rank has this many files instead of eight.
    BoardRowWidth(char, usize),
    /// A character other than a piece letter, digit or slash, at this column.
    BoardChar(char, usize),
    /// Two digits in a row where one would do, at this column.
    BoardDigits(usize),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// The castling field has a character that is not a castling letter.
    CastlingSyntax(String),
    /// The castling field names rooks by their files, as only Chess960 does.
    CastlingFiles(String),
    /// The castling letters are not in the usual order, or one is repeated.
    CastlingOrder(String),
    /// The en passant field is neither a square nor `-`.
    EnPassantSyntax(String),
    /// The half-move clock is not a number.
    HalfmoveSyntax(String),
    /// The half-move clock is larger than 65,535.
    HalfmoveRange(String),
    /// The move number is not a number.
    FullmoveSyntax(String),
    /// The move number is larger than 4,294,967,295.
    FullmoveRange(String),
    /// The move number is 0.
    FullmoveZero,
    /// A number has a leading zero.
    ClockLeadingZero(String),
    /// Both counters are dashes.
    ClockDashes,
}

impl FenFault {
    /// A short name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            FenFault::FieldCount(_) => "field_count",
            FenFault::Whitespace(_) => "whitespace",
            FenFault::BoardRows(_) => "board_rows",
            FenFault::BoardRowWidth(..) => "board_row_width",
            FenFault::BoardChar(..) => "board_char",
            FenFault::BoardDigits(_) => "board_digits",
            FenFault::Turn(_) => "turn",
            FenFault::CastlingSyntax(_) | FenFault::CastlingFiles(_) => "castling_syntax",
            FenFault::CastlingOrder(_) => "castling_order",
            FenFault::EnPassantSyntax(_) => "ep_syntax",
            FenFault::HalfmoveSyntax(_) | FenFault::ClockDashes => "halfmove_syntax",
            FenFault::HalfmoveRange(_) => "halfmove_range",
            FenFault::FullmoveSyntax(_) => "fullmove_syntax",
            FenFault::FullmoveRange(_) => "fullmove_range",
            FenFault::FullmoveZero => "fullmove_zero",
            FenFault::ClockLeadingZero(_) => "clock_leading_zero",
        }
    }

    /// The field with the fault.
    pub(super) const fn field(&self) -> Field {
        match self {
            FenFault::FieldCount(_) | FenFault::Whitespace(_) => Field::Text,
            FenFault::BoardRows(_)
            | FenFault::BoardRowWidth(..)
            | FenFault::BoardChar(..)
            | FenFault::BoardDigits(_) => Field::Board,
            FenFault::Turn(_) => Field::Turn,
            FenFault::CastlingSyntax(_)
            | FenFault::CastlingFiles(_)
            | FenFault::CastlingOrder(_) => Field::Castling,
            FenFault::EnPassantSyntax(_) => Field::EnPassant,
            FenFault::HalfmoveSyntax(_) | FenFault::HalfmoveRange(_) | FenFault::ClockDashes => {
                Field::Halfmoves
            }
            FenFault::FullmoveSyntax(_)
            | FenFault::FullmoveRange(_)
            | FenFault::FullmoveZero
            | FenFault::ClockLeadingZero(_) => Field::Fullmoves,
        }
    }

    /// Whether a lenient reader can continue.
    #[must_use]
    pub const fn is_forgivable(&self) -> bool {
        match self {
            FenFault::FieldCount(found) => *found >= 1 && *found < 6,
            FenFault::Whitespace(_)
            | FenFault::BoardDigits(_)
            | FenFault::CastlingFiles(_)
            | FenFault::CastlingOrder(_)
            | FenFault::FullmoveZero
            | FenFault::ClockLeadingZero(_)
            | FenFault::ClockDashes => true,
            FenFault::BoardRows(_)
            | FenFault::BoardRowWidth(..)
            | FenFault::BoardChar(..)
            | FenFault::Turn(_)
            | FenFault::CastlingSyntax(_)
            | FenFault::EnPassantSyntax(_)
            | FenFault::HalfmoveSyntax(_)
            | FenFault::HalfmoveRange(_)
            | FenFault::FullmoveSyntax(_)
            | FenFault::FullmoveRange(_) => false,
        }
    }
}

/// Why a FEN was refused: every fault of the text and, as far as the text could be read, every
/// fault of the position.
///
/// ```
/// use fourfold_chess::{Color, Fault, Position};
/// let error = Position::from_fen("4k3/8/8/8/8/8/8/8 w KQ - 0 1").unwrap_err();
/// assert!(error.malformed.is_empty());
/// assert!(error.illegal.contains(&Fault::KingCount(Color::White, 0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// What is malformed, in the order of the fields.
    pub malformed: Vec<FenFault>,
    /// What is wrong with the position, in the order of the fields.
    pub illegal: Vec<Fault>,
}

impl FenError {
    /// Every reason as a short name and a sentence, in the order of the fields.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let error = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - x 0").unwrap_err();
    /// let codes: Vec<_> = error.reasons().into_iter().map(|(code, _)| code).collect();
    /// assert_eq!(codes, ["halfmove_syntax", "fullmove_zero"]);
    /// ```
    #[must_use]
    pub fn reasons(&self) -> Vec<(&'static str, String)> {
        let malformed = self
            .malformed
            .iter()
            .map(|fault| (fault.field(), fault.code(), fault.to_string()));
        let illegal = self
            .illegal
            .iter()
            .map(|fault| (fault.field(), fault.code(), fault.to_string()));
        let mut reasons: Vec<_> = malformed.chain(illegal).collect();
        sort_by_field(&mut reasons, |(field, ..)| *field);
        reasons
            .into_iter()
            .map(|(_, code, message)| (code, message))
            .collect()
    }
}

/// Sorts by field, by insertion: the lists are short, and the sort of the standard library is a third
/// of the code that reads a FEN.
pub(super) fn sort_by_field<T>(items: &mut [T], field: impl Fn(&T) -> Field) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && field(&items[at - 1]) > field(&items[at]) {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// The beginning of a field, to be quoted in messages.
pub(super) fn excerpt(field: &str) -> String {
    const LONGEST: usize = 24;
    match field.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &field[..end]),
        None => field.to_owned(),
    }
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenFault::FieldCount(found) => write!(
                f,
                "expected six fields (board, turn, castling, en passant, clock, move), found {found}"
            ),
            FenFault::Whitespace(column) => {
                write!(
                    f,
                    "expected single spaces between fields, found other blanks at column {column}"
                )
            }
            FenFault::BoardRows(found) => {
                write!(f, "expected eight rows separated by '/', found {found}")
            }
            FenFault::BoardRowWidth(rank, found) => {
                write!(f, "expected eight files on rank {rank}, found {found}")
            }
            FenFault::BoardChar(found, column) => write!(
                f,
                "expected a piece letter, a digit from 1 to 8 or '/', found {found:?} at column {column}"
            ),
            FenFault::BoardDigits(column) => {
                write!(
                    f,
                    "expected one digit for empty squares, found two at column {column}"
                )
            }
            FenFault::Turn(found) => write!(f, "expected w or b to move, found {found:?}"),
            FenFault::CastlingSyntax(found) => write!(
                f,
                "expected castling rights such as KQkq (in Chess960 also rook files) or -, found {found:?}"
            ),
            FenFault::CastlingFiles(found) => write!(
                f,
                "expected castling rights such as KQkq, found {found:?}: rook files are for Chess960"
            ),
            FenFault::CastlingOrder(found) => {
                write!(
                    f,
                    "expected castling letters in the order KQkq, each once, found {found:?}"
                )
            }
            FenFault::EnPassantSyntax(found) => {
                write!(
                    f,
                    "expected an en passant square such as e3 or -, found {found:?}"
                )
            }
            FenFault::HalfmoveSyntax(found) => {
                write!(f, "expected a half-move clock, found {found:?}")
            }
            FenFault::HalfmoveRange(found) => {
                write!(
                    f,
                    "expected a half-move clock of at most 65535, found {found:?}"
                )
            }
            FenFault::FullmoveSyntax(found) => write!(f, "expected a move number, found {found:?}"),
            FenFault::FullmoveRange(found) => {
                write!(
                    f,
                    "expected a move number of at most 4294967295, found {found:?}"
                )
            }
            FenFault::FullmoveZero => f.write_str("expected a move number from 1, found 0"),
            FenFault::ClockLeadingZero(found) => {
                write!(
                    f,
                    "expected a number without leading zeros, found {found:?}"
                )
            }
            FenFault::ClockDashes => {
                f.write_str("expected a half-move clock and a move number, found two dashes")
            }
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.malformed.is_empty() {
            "not a legal position: "
        } else {
            "not a FEN: "
        })?;
        for (index, (_, message)) in self.reasons().iter().enumerate() {
            write!(f, "{}{message}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for FenError {}
