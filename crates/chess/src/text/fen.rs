//! FEN, a position in one line:
//! <https://www.chessprogramming.org/Forsyth-Edwards_Notation>.
//!
//! Reads standard FEN, X-FEN and Shredder-FEN. A strict reader refuses everything malformed or
//! impossible. A lenient one repairs faults that have one obvious meaning and reports each repair.
//! The writer is canonical: an en passant square only where a capture is legal, and castling rights
//! as `KQkq` unless an inner rook has to be named by its file.

mod fault;
mod read;
mod write;

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{Fault, Position, Setup, Tolerance};

pub(crate) use fault::Field;
pub use fault::{FenError, FenFault};

/// How castling is read and written.
///
/// ```
/// use fourfold_chess::{Tolerance, fen};
/// // In Chess960 a rook can be named by its file.
/// let text = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
/// assert!(fen::read(text, fen::CastlingMode::Standard, Tolerance::Strict).is_err());
/// let read = fen::read(text, fen::CastlingMode::Chess960, Tolerance::Lenient)?;
/// assert_eq!(read.position.castling().rooks().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum CastlingMode {
    /// Kings start on the e-file, rooks in the corners; rights are `KQkq`.
    #[default]
    Standard,
    /// Any Chess960 arrangement; rights may name a rook's file.
    Chess960,
}

/// The result of reading a FEN.
///
/// ```
/// use fourfold_chess::{Tolerance, fen};
/// let text = "4k3/8/8/8/8/8/8/4K3 w - - 00 1";
/// let read = fen::read(text, fen::CastlingMode::Standard, Tolerance::Lenient)?;
/// assert_eq!(read.position.halfmoves(), 0);
/// assert_eq!(read.warnings.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReadFen {
    /// The position.
    pub position: Position,
    /// What was repaired or looks odd, in the order of the fields.
    pub warnings: Vec<Warning>,
}

/// A note about an accepted FEN.
///
/// ```
/// use fourfold_chess::{Tolerance, fen};
/// let text = "4k3/8/8/8/8/8/8/4K3 w - - 40 3";
/// let read = fen::read(text, fen::CastlingMode::Standard, Tolerance::Strict)?;
/// assert_eq!(read.warnings, [fen::Warning::ClockExceedsGame]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The text had this fault, which was repaired.
    Repaired(FenFault),
    /// The position has this fault. An impossible right was dropped; impossible material is kept.
    Tolerated(Fault),
    /// The half-move clock is larger than the number of moves made so far.
    ClockExceedsGame,
}

impl Warning {
    /// A short name for programs.
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
/// use fourfold_chess::Tolerance;
/// use fourfold_chess::fen::{self, CastlingMode};
/// let text = "8/8/3k4/8/3K4/8/7R/7R w - -";
/// assert!(fen::read(text, CastlingMode::Standard, Tolerance::Strict).is_err());
/// let read = fen::read(text, CastlingMode::Standard, Tolerance::Lenient)?;
/// assert_eq!(read.position.to_string(), "8/8/3k4/8/3K4/8/7R/7R w - - 0 1");
/// assert_eq!(read.warnings[0].code(), "field_count");
/// # Ok::<(), fourfold_chess::fen::FenError>(())
/// ```
///
/// # Errors
///
/// Returns every fault of the text and, as far as the text could be read, every fault of the
/// position.
pub fn read(text: &str, mode: CastlingMode, tolerance: Tolerance) -> Result<ReadFen, FenError> {
    read::read(text, mode, tolerance)
}

impl Position {
    /// Reads a standard FEN strictly. `text.parse::<Position>()` also reads Chess960, and
    /// [`fen::read`](read()) can be lenient.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
    /// assert_eq!(position.legal_moves().len(), 26);
    /// let error = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R x KQkq - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "not a FEN: expected w or b to move, found \"x\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns every fault of the text or the position.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        read(text, CastlingMode::Standard, Tolerance::Strict).map(|read| read.position)
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN strictly, as standard chess or else as Chess960 (X-FEN). So what a position
    /// prints can be read back.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let chess960 = "bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w KQkq - 0 1";
    /// assert!(Position::from_fen(chess960).is_err()); // the kings are not on the e-file
    /// let position: Position = chess960.parse()?;
    /// assert_eq!(position.to_string(), chess960);
    /// # Ok::<(), fourfold_chess::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns every fault of the text or the position, as a standard FEN.
    fn from_str(text: &str) -> Result<Position, FenError> {
        in_either_mode(|mode| Ok(read(text, mode, Tolerance::Strict)?.position))
    }
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN, as standard chess or else as Chess960, and does not ask whether the position is
    /// legal.
    ///
    /// ```
    /// use fourfold_chess::{Setup, Tolerance};
    /// let setup: Setup = "8/8/8/8/8/8/8/K7 w - - 0 1".parse()?; // one king is missing
    /// assert_eq!(setup.board.occupied().len(), 1);
    /// assert!(setup.validate(Tolerance::Lenient).is_err());
    /// # Ok::<(), fourfold_chess::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns every fault of the text, and castling rights without a king and rook to castle.
    fn from_str(text: &str) -> Result<Setup, FenError> {
        in_either_mode(|mode| read::read_setup(text, mode))
    }
}

/// What a reader of standard chess returns, or else one of Chess960. The error is that of standard
/// chess.
fn in_either_mode<T>(read: impl Fn(CastlingMode) -> Result<T, FenError>) -> Result<T, FenError> {
    read(CastlingMode::Standard).or_else(|error| read(CastlingMode::Chess960).map_err(|_| error))
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
