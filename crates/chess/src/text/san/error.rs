//! The errors of reading SAN.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{Bitboard, IllegalReason, Role, Square};

use super::Deviation;

/// The error for a text that is not SAN.
///
/// ```
/// use fourfold_chess::san;
/// let error = san::parse("Ki9").unwrap_err();
/// assert_eq!((error.column, error.found), (2, Some('i')));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSanError {
    /// The number of the first wrong character, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// The character found; `None` at the end of the text.
    pub found: Option<char>,
}

/// The error for SAN that has one meaning but is not canonical.
///
/// ```
/// use fourfold_chess::san::SanError;
/// use fourfold_chess::{Position, Tolerance};
/// let error = Position::start().read_san("e2-e4", Tolerance::Strict).unwrap_err();
/// let SanError::NotStrict(error) = error else { unreachable!() };
/// assert_eq!(error.canonical, "e4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotStrict {
    /// The deviations.
    pub deviations: Vec<Deviation>,
    /// The canonical SAN of the move.
    pub canonical: String,
}

/// Why a move in SAN was refused.
///
/// ```
/// use fourfold_chess::Position;
/// use fourfold_chess::san::SanError;
/// // Both knights can go to d2.
/// let position = Position::from_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")?;
/// let error = position.parse_san("Nd2").unwrap_err();
/// assert!(matches!(error, SanError::Ambiguous { candidates, .. } if candidates.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// The text is not SAN.
    Parse(ParseSanError),
    /// No piece of this kind can go there.
    NoSuchMove {
        /// The kind.
        role: Role,
        /// The target square; the rook's or king's square in castling.
        to: Square,
        /// The piece that comes closest, and why it cannot go.
        nearest: Option<(Square, IllegalReason)>,
    },
    /// Several pieces can go there, and the text does not say which.
    Ambiguous {
        /// The kind.
        role: Role,
        /// The target square.
        to: Square,
        /// The squares of the pieces.
        candidates: Bitboard,
    },
    /// The text is not canonical and the reader is strict.
    NotStrict(NotStrict),
}

impl fmt::Display for ParseSanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found ", self.expected)?;
        match self.found {
            Some(found) => write!(f, "{found:?} at character {}", self.column),
            None => f.write_str("the end of the move"),
        }
    }
}

impl fmt::Display for NotStrict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}: ", self.canonical)?;
        for (index, deviation) in self.deviations.iter().enumerate() {
            write!(f, "{}{deviation}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Parse(error) => error.fmt(f),
            SanError::NoSuchMove {
                role: Role::King,
                to,
                nearest: Some((_, reason)),
            } if is_about_castling(reason) => {
                write!(f, "the king cannot castle with the rook on {to}: {reason}")
            }
            SanError::NoSuchMove { role, to, nearest } => {
                write!(f, "no {role} can go to {to}")?;
                match nearest {
                    Some((from, reason)) => write!(f, ": the one on {from} cannot, {reason}"),
                    None => Ok(()),
                }
            }
            SanError::Ambiguous {
                role,
                to,
                candidates,
            } => {
                write!(f, "more than one {role} can go to {to}: say which, from")?;
                candidates
                    .into_iter()
                    .try_for_each(|square| write!(f, " {square}"))
            }
            SanError::NotStrict(error) => error.fmt(f),
        }
    }
}

fn is_about_castling(reason: &IllegalReason) -> bool {
    matches!(
        reason,
        IllegalReason::NoCastlingRight
            // A step of a king has no squares between: only its castling can be blocked.
            | IllegalReason::PathBlocked(_)
            | IllegalReason::CastlingOutOfCheck(_)
            | IllegalReason::CastlingThroughCheck(..)
    )
}

impl core::error::Error for ParseSanError {}
impl core::error::Error for SanError {}
