//! What can be wrong with the text of a FEN.

use core::fmt;

use crate::IllegalSetup;

/// One way in which the text of a FEN is malformed. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenFault {
    /// There are not six fields but this many.
    FieldCount(usize),
    /// Blanks other than a single space between fields; the first such is at this column.
    Whitespace(usize),
    /// The board has not eight rows but this many.
    BoardRows(usize),
    /// The row of this rank has not eight files but this many.
    BoardRowWidth(char, usize),
    /// A character that is no piece letter, digit or slash, at this column.
    BoardChar(char, usize),
    /// Two digits in a row where one would do, at this column.
    BoardDigits(usize),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// The castling field is not made of castling letters, each at most once.
    CastlingSyntax(String),
    /// The castling letters are not in the usual order.
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
    /// A number begins with a needless 0.
    ClockLeadingZero(String),
}

impl FenFault {
    /// The short name of the fault, for programs.
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
            FenFault::CastlingSyntax(_) => "castling_syntax",
            FenFault::CastlingOrder(_) => "castling_order",
            FenFault::EnPassantSyntax(_) => "ep_syntax",
            FenFault::HalfmoveSyntax(_) => "halfmove_syntax",
            FenFault::HalfmoveRange(_) => "halfmove_range",
            FenFault::FullmoveSyntax(_) => "fullmove_syntax",
            FenFault::FullmoveRange(_) => "fullmove_range",
            FenFault::FullmoveZero => "fullmove_zero",
            FenFault::ClockLeadingZero(_) => "clock_leading_zero",
        }
    }

    /// Whether a lenient reader can go on.
    #[must_use]
    pub const fn is_forgivable(&self) -> bool {
        match self {
            FenFault::FieldCount(found) => *found >= 1 && *found < 6,
            FenFault::Whitespace(_)
            | FenFault::BoardDigits(_)
            | FenFault::CastlingOrder(_)
            | FenFault::FullmoveZero
            | FenFault::ClockLeadingZero(_) => true,
            _ => false,
        }
    }
}

/// A text that is no FEN, with everything that is malformed about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFenError {
    /// The faults, in the order of the fields.
    pub faults: Vec<FenFault>,
}

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The text cannot be read.
    Parse(ParseFenError),
    /// The text describes no legal position.
    Illegal(IllegalSetup),
}

impl FenError {
    /// Every reason as a short name and a sentence.
    #[must_use]
    pub fn reasons(&self) -> Vec<(&'static str, String)> {
        match self {
            FenError::Parse(error) => error
                .faults
                .iter()
                .map(|fault| (fault.code(), fault.to_string()))
                .collect(),
            FenError::Illegal(setup) => setup
                .faults
                .iter()
                .map(|fault| (fault.code(), fault.to_string()))
                .collect(),
        }
    }
}

/// A field as it is quoted in messages: not more than the beginning of it.
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
            FenFault::CastlingOrder(found) => {
                write!(
                    f,
                    "expected castling letters in the order KQkq, found {found:?}"
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
        }
    }
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a FEN: ")?;
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Parse(error) => error.fmt(f),
            FenError::Illegal(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseFenError {}
impl core::error::Error for FenError {}
