//! Fast reading of many moves: find the move first, and check its text after it has been played.
//!
//! A program that reads games plays their moves and then knows whether they give check, so checking
//! the mark is almost free. Most texts need no comparison with canonical SAN.

use crate::{Move, MoveKind, Position, Role};

use super::deviation::Deviations;
use super::{CheckMark, San, SanBody, SanError, read};

/// A move found in a position.
///
/// ```
/// use fourfold_chess::Position;
/// let start = Position::start();
/// let found = start.find_san(b"e4")?;
/// assert!(start.is_legal(found.m));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FoundSan {
    /// The move, which is legal.
    pub m: Move,
    san: San,
    /// The deviations that can be seen without a position.
    noted: Deviations,
}

impl Position {
    /// Finds the move that SAN means here, leniently, from the bytes of a file. Allocates only if
    /// the move is refused.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let start = Position::start();
    /// let found = start.find_san(b"Nf3+")?;
    /// let after = found.play(&start);
    /// let deviations: Vec<_> = found.deviations(&start, &after).iter().collect();
    /// assert_eq!(deviations, [fourfold_chess::san::Deviation::WrongCheckMark]);
    /// # Ok::<(), fourfold_chess::san::SanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read_san`](Position::read_san) when it is lenient.
    #[inline(always)]
    pub fn find_san(&self, text: &[u8]) -> Result<FoundSan, SanError> {
        if let Some(usual) = read::UsualSan::parse(text)
            && let Some(m) = self.resolve_usual(usual)
        {
            let (san, noted) = (usual.into(), Deviations::default());
            return Ok(FoundSan { m, san, noted });
        }
        self.find_unusual(text)
    }

    /// Like [`find_san`](Position::find_san) for unusual text. It is a separate function so that
    /// the usual case stays in registers.
    #[inline(never)]
    fn find_unusual(&self, text: &[u8]) -> Result<FoundSan, SanError> {
        let mut noted = Deviations::default();
        let san = read::parse(text, &mut noted).map_err(SanError::Parse)?;
        let m = self.resolve_san(&san)?;
        Ok(FoundSan { m, san, noted })
    }
}

impl FoundSan {
    /// The position after the move, which was found in `before`. The text says what moves, so
    /// this is faster than [`play_unchecked`](Position::play_unchecked).
    #[inline]
    #[must_use]
    pub fn play(&self, before: &Position) -> Position {
        let role = match self.san.body {
            SanBody::Castle(_) => Role::King,
            SanBody::Piece { role, .. } => role,
        };
        before.play_known(role, self.m)
    }

    /// The deviations of the text from canonical SAN, given the positions before and after the
    /// move.
    #[inline]
    #[must_use]
    pub fn deviations(&self, before: &Position, after: &Position) -> Deviations {
        let mut deviations = self.noted;
        if self.needs_comparison(before) {
            let canonical = San {
                body: before.san_body(self.m),
                mark: after.check_mark(),
            };
            read::compare(&self.san, &canonical, &mut deviations);
        } else if after.is_check() || self.san.mark != CheckMark::None {
            read::compare_marks(self.san.mark, after.check_mark(), &mut deviations);
        }
        deviations
    }

    /// Whether the text before the mark may differ from canonical SAN. A piece without
    /// disambiguation was the only candidate, or it would not have been found.
    #[inline]
    fn needs_comparison(&self, before: &Position) -> bool {
        match self.san.body {
            SanBody::Castle(_) => false,
            SanBody::Piece {
                role,
                file,
                rank,
                captures,
                ..
            } => {
                let really_captures = self.m.kind() == MoveKind::EnPassant
                    || before.board().occupied().contains(self.m.to());
                let usual_file = role == Role::Pawn && really_captures;
                captures != really_captures || rank.is_some() || file.is_some() != usual_file
            }
        }
    }
}
