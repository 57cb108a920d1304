//! What can be wrong with a move in SAN.

use core::fmt;

use crate::{Bitboard, IllegalReason, Role, Square};

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

/// A way in which readable SAN differs from canonical SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deviation {
    /// Castling with zeros or small letters instead of capital O.
    ZeroCastling,
    /// `P` in front of a pawn move.
    PawnLetter,
    /// A hyphen between squares.
    Hyphen,
    /// A capture without `x`.
    MissingCapture,
    /// `x` or `:` where nothing is captured, or `:` for `x`.
    NeedlessCapture,
    /// More of the origin square than needed.
    NeedlessOrigin,
    /// Less or other than the usual origin: a rank where the file would do.
    UnusualOrigin,
    /// A promotion without `=`, or with something else in its place.
    PromotionSign,
    /// A small letter for the piece a pawn becomes.
    SmallPromotion,
    /// The check mark is missing.
    MissingCheckMark,
    /// The check mark says something else than is true.
    WrongCheckMark,
    /// `!`, `?` and the like.
    Annotation,
    /// `e.p.` after an en passant capture.
    EnPassantSuffix,
}

impl Deviation {
    /// The short name of the deviation, for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Deviation::ZeroCastling => "zero_castling",
            Deviation::PawnLetter => "pawn_letter",
            Deviation::Hyphen => "hyphen",
            Deviation::MissingCapture => "missing_capture",
            Deviation::NeedlessCapture => "needless_capture",
            Deviation::NeedlessOrigin => "needless_origin",
            Deviation::UnusualOrigin => "unusual_origin",
            Deviation::PromotionSign => "promotion_sign",
            Deviation::SmallPromotion => "small_promotion",
            Deviation::MissingCheckMark => "missing_check_mark",
            Deviation::WrongCheckMark => "wrong_check_mark",
            Deviation::Annotation => "annotation",
            Deviation::EnPassantSuffix => "en_passant_suffix",
        }
    }
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

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deviation::ZeroCastling => "castling is written with capital letters O",
            Deviation::PawnLetter => "a pawn has no letter",
            Deviation::Hyphen => "there is no hyphen",
            Deviation::MissingCapture => "the x of the capture is missing",
            Deviation::NeedlessCapture => "the capture sign is wrong or nothing is captured",
            Deviation::NeedlessOrigin => "the origin says more than needed",
            Deviation::UnusualOrigin => "the origin is named in an unusual way",
            Deviation::PromotionSign => "a promotion is written with =",
            Deviation::SmallPromotion => "the promotion piece is a capital letter",
            Deviation::MissingCheckMark => "the check mark is missing",
            Deviation::WrongCheckMark => "the check mark is wrong",
            Deviation::Annotation => "an annotation is not part of the move",
            Deviation::EnPassantSuffix => "e.p. is not part of the move",
        })
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
            | IllegalReason::CastlingOutOfCheck(_)
            | IllegalReason::CastlingThroughCheck(..)
    )
}

impl core::error::Error for ParseSanError {}
impl core::error::Error for SanError {}
