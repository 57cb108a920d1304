//! FEN: a position in one line.
//!
//! Reads standard FEN, X-FEN and Shredder-FEN. A strict reader refuses whatever is malformed or
//! impossible; a lenient one repairs what has one obvious meaning and says what it did. The
//! writer is canonical: an en passant square only where a capture is legal, and castling rights
//! as `KQkq` unless an inner rook has to be named by its file.

mod fault;
mod read;
mod write;

use core::fmt;

use crate::{Fault, Position, Tolerance};

pub(crate) use fault::Field;
pub use fault::{FenError, FenFault};

/// How castling is written and understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// Kings start on the e-file, rooks in the corners; rights are `KQkq`.
    #[default]
    Standard,
    /// Any Chess960 arrangement; rights may name a rook's file.
    Chess960,
}

/// What a reader made of a FEN.
#[derive(Clone, Debug)]
pub struct ReadFen {
    /// The position.
    pub position: Position,
    /// What was repaired or looks odd, in the order of the fields.
    pub warnings: Vec<Warning>,
}

/// Something about an accepted FEN that its author may want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The text was malformed in this way and has been read as it was meant.
    Repaired(FenFault),
    /// The position has this fault; an impossible right was dropped, impossible material kept.
    Tolerated(Fault),
    /// The half-move clock is larger than the number of moves made so far.
    ClockExceedsGame,
}

impl Warning {
    /// The short name of the warning, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Warning::Repaired(fault) => fault.code(),
            Warning::Tolerated(fault) => fault.code(),
            Warning::ClockExceedsGame => "warn_clock_exceeds_game",
        }
    }

    /// The field that it is about.
    fn field(&self) -> Field {
        match self {
            Warning::Repaired(fault) => fault.field(),
            Warning::Tolerated(fault) => fault.field(),
            Warning::ClockExceedsGame => Field::Fullmoves,
        }
    }
}

/// Reads a FEN.
///
/// ```
/// use chess::Tolerance;
/// use chess::fen::{self, CastlingMode};
/// let text = "8/8/3k4/8/3K4/8/7R/7R w - -";
/// assert!(fen::read(text, CastlingMode::Standard, Tolerance::Strict).is_err());
/// let read = fen::read(text, CastlingMode::Standard, Tolerance::Lenient)?;
/// assert_eq!(read.position.to_string(), "8/8/3k4/8/3K4/8/7R/7R w - - 0 1");
/// assert_eq!(read.warnings[0].code(), "field_count");
/// # Ok::<(), chess::fen::FenError>(())
/// ```
///
/// # Errors
///
/// Returns everything that is malformed and, as far as the text could be read, everything that is
/// wrong with the position.
pub fn read(text: &str, mode: CastlingMode, tolerance: Tolerance) -> Result<ReadFen, FenError> {
    read::read(text, mode, tolerance)
}

impl Position {
    /// Reads a standard FEN strictly. [`fen::read`](read()) reads Chess960 and is lenient if asked.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the text or the position.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        read(text, CastlingMode::Standard, Tolerance::Strict).map(|read| read.position)
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Repaired(fault) => write!(f, "repaired: {fault}"),
            Warning::Tolerated(fault) => write!(f, "tolerated: {fault}"),
            Warning::ClockExceedsGame => {
                f.write_str("the half-move clock is larger than the number of moves made so far")
            }
        }
    }
}
