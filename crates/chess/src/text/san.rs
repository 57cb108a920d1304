//! SAN: moves as people write them, `Nbd7`, `exd8=Q+`, `O-O`.
//!
//! The lenient reader understands what has one meaning (`0-0`, a missing `x` or `=`, `Ng1f3`,
//! `e2-e4`, a tail of `!?`) and reports each deviation; the strict one refuses them, by name. The
//! writer is canonical: the least disambiguation that legal moves need, and a check mark.

mod deviation;
mod error;
mod find;
mod read;
mod resolve;
mod write;

use crate::{CastlingSide, File, Move, Position, Rank, Role, Square, Tolerance};

pub use deviation::{Deviation, Deviations};
pub use error::{NotStrict, ParseSanError, SanError};
pub use find::FoundSan;

/// A move in SAN, parsed or about to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San {
    /// What moves where.
    pub body: SanBody,
    /// The mark behind it.
    pub mark: CheckMark,
}

/// The part of a SAN move before its check mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SanBody {
    /// The king castles.
    Castle(CastlingSide),
    /// A piece goes somewhere.
    Piece {
        /// What it is.
        role: Role,
        /// The file it comes from, if said.
        file: Option<File>,
        /// The rank it comes from, if said.
        rank: Option<Rank>,
        /// Whether `x` says that it captures.
        captures: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
}

/// What a SAN move says about check.
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
    /// use chess::{Position, Tolerance};
    /// let start = Position::start();
    /// let (m, deviations) = start.read_san("Ng1-f3!", Tolerance::Lenient)?;
    /// assert_eq!(start.san(m).to_string(), "Nf3");
    /// assert_eq!(deviations.len(), 3); // needless square, hyphen, and the annotation
    /// assert!(start.read_san("Ng1-f3!", Tolerance::Strict).is_err());
    /// # Ok::<(), chess::san::SanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text, why no piece can make the move, or which pieces all
    /// can.
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

    /// Reads a move in SAN leniently and does not look at check marks or other deviations.
    /// [`find_san`](Position::find_san) is as fast and remembers them.
    ///
    /// # Errors
    ///
    /// As [`read_san`](Position::read_san).
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let san = read::parse(text.as_bytes(), &mut Deviations::default());
        self.resolve_san(&san.map_err(SanError::Parse)?)
    }
}

/// Parses a move in SAN without a position, with the deviations that show without one.
///
/// # Errors
///
/// Returns where the text stops making sense.
pub fn parse(text: &str) -> Result<(San, Vec<Deviation>), ParseSanError> {
    let mut deviations = Vec::new();
    let san = read::parse(text.as_bytes(), &mut deviations)?;
    Ok((san, deviations))
}
