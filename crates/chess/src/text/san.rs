//! SAN, moves as people write them: `Nbd7`, `exd8=Q+`, `O-O`
//! (<https://www.chessprogramming.org/Algebraic_Chess_Notation#SAN>).
//!
//! The lenient reader accepts text with one meaning (`0-0`, a missing `x` or `=`, `Ng1f3`, `e2-e4`,
//! a trailing `!?`) and reports each deviation; the strict reader refuses deviations. The writer is
//! canonical: the least disambiguation that legal moves need, and a check mark.

mod deviation;
mod error;
mod find;
mod read;
mod resolve;
mod write;

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::{CastlingSide, File, Move, Position, Rank, Role, Square, Tolerance};

pub use deviation::{Deviation, Deviations};
pub use error::{NotStrict, ParseSanError, SanError};
pub use find::FoundSan;

/// A move in SAN, parsed or to be written.
///
/// ```
/// use fourfold_chess::san;
/// let (san, _) = san::parse("Nbxd7+")?;
/// assert_eq!(san.mark, san::CheckMark::Check);
/// assert_eq!(san.to_string(), "Nbxd7+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San {
    /// The move.
    pub body: SanBody,
    /// The check mark.
    pub mark: CheckMark,
}

/// The part of a SAN move before its check mark.
///
/// ```
/// use fourfold_chess::{CastlingSide, san};
/// let (san, _) = san::parse("O-O-O")?;
/// assert_eq!(san.body, san::SanBody::Castle(CastlingSide::QueenSide));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SanBody {
    /// The king castles.
    Castle(CastlingSide),
    /// A piece moves.
    Piece {
        /// The kind of piece.
        role: Role,
        /// The file of origin, if given.
        file: Option<File>,
        /// The rank of origin, if given.
        rank: Option<Rank>,
        /// Whether there is an `x` for a capture.
        captures: bool,
        /// The target square.
        to: Square,
        /// The piece to which a pawn promotes.
        promotion: Option<Role>,
    },
}

/// The check mark of a SAN move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CheckMark {
    /// Nothing.
    #[default]
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

impl Position {
    /// Reads a move in SAN. A strict reader accepts canonical SAN only.
    ///
    /// ```
    /// use fourfold_chess::{Position, Tolerance};
    /// let start = Position::start();
    /// let (m, deviations) = start.read_san("Ng1-f3!", Tolerance::Lenient)?;
    /// assert_eq!(start.san(m).to_string(), "Nf3");
    /// assert_eq!(deviations.len(), 3); // needless square, hyphen, and the annotation
    /// assert!(start.read_san("Ng1-f3!", Tolerance::Strict).is_err());
    /// # Ok::<(), fourfold_chess::san::SanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not SAN, no piece can make the move, or several can.
    pub fn read_san(
        &self,
        text: &str,
        tolerance: Tolerance,
    ) -> Result<(Move, Vec<Deviation>), SanError> {
        let (san, mut deviations) = parse(text).map_err(SanError::Parse)?;
        let m = self.resolve_san(&san)?;
        read::compare(&san, &self.san(m), &mut deviations);
        if tolerance == Tolerance::Strict && !deviations.is_empty() {
            let canonical = self.san(m).to_string();
            return Err(SanError::NotStrict(NotStrict {
                deviations,
                canonical,
            }));
        }
        Ok((m, deviations))
    }

    /// Reads a move in SAN leniently and ignores deviations, such as wrong check marks.
    /// [`find_san`](Position::find_san) is as fast and keeps them.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")?;
    /// assert_eq!(position.parse_san("O-O")?, position.parse_san("0-0")?);
    /// // Only one rook can go to b1, so the file is not needed.
    /// assert_eq!(position.parse_san("Rb1")?, position.parse_san("Rab1")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read_san`](Position::read_san).
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let san = read::parse(text.as_bytes(), &mut Deviations::default());
        self.resolve_san(&san.map_err(SanError::Parse)?)
    }
}

/// Parses a move in SAN without a position, with the deviations that can be seen without one.
///
/// ```
/// use fourfold_chess::san;
/// let (san, deviations) = san::parse("e8Q")?;
/// assert_eq!(san.to_string(), "e8=Q");
/// assert_eq!(deviations, [san::Deviation::PromotionSign]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the first character that cannot be part of a move.
pub fn parse(text: &str) -> Result<(San, Vec<Deviation>), ParseSanError> {
    let mut deviations = Vec::new();
    let san = read::parse(text.as_bytes(), &mut deviations)?;
    Ok((san, deviations))
}
