//! What can be wrong with a move in SAN.

use core::fmt;

use crate::{Bitboard, IllegalReason, Role, Square};

use super::Deviation;

/// A text that is no SAN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSanError {
    /// The character, from 1, at which it stops making sense.
    pub column: usize,
    /// What could have stood there.
    pub expected: &'static str,
    /// What stands there; `None` at the end.
    pub found: Option<char>,
}

/// SAN that has one meaning but is not canonical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotStrict {
    /// Every way in which it differs.
    pub deviations: Vec<Deviation>,
    /// How the move is written.
    pub canonical: String,
}

/// Why a move in SAN could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// The text is no SAN.
    Parse(ParseSanError),
    /// No piece of the kind can go there.
    NoSuchMove {
        /// The kind.
        role: Role,
        /// Where it was to go; the rook's or king's square in castling.
        to: Square,
        /// The piece that comes nearest and what keeps it from going, if there is one.
        nearest: Option<(Square, IllegalReason)>,
    },
    /// Several pieces can go there and the text does not say which.
    Ambiguous {
        /// The kind.
        role: Role,
        /// Where they can go.
        to: Square,
        /// Where they stand.
        candidates: Bitboard,
    },
    /// The text is not canonical, and the reader is strict.
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
