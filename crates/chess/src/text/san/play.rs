//! Reading and playing in one go: the way through millions of games.
//!
//! Playing shows whether the move gives check, so the mark behind it is judged for next to
//! nothing, and a text without a word too many needs no comparison with canonical SAN at all.

use crate::{Move, MoveKind, Position, Role};

use super::deviation::Deviations;
use super::{CheckMark, San, SanBody, SanError, read};

/// A move that was read and played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedSan {
    /// The move.
    pub m: Move,
    /// The position after it.
    pub position: Position,
    /// How the text differs from canonical SAN.
    pub deviations: Deviations,
}

impl Position {
    /// Reads a move in SAN leniently, as the bytes of a file hold it, and plays it. Nothing is
    /// allocated unless the move is refused.
    ///
    /// ```
    /// use chess::Position;
    /// let played = Position::start().play_san(b"e4")?;
    /// assert!(played.deviations.is_empty());
    /// assert_eq!(played.position.legal_moves().len(), 20);
    /// # Ok::<(), chess::san::SanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read_san`](Position::read_san) when it is lenient.
    #[inline]
    pub fn play_san(&self, text: &[u8]) -> Result<PlayedSan, SanError> {
        let mut deviations = Deviations::default();
        let san = read::parse(text, &mut deviations).map_err(SanError::Parse)?;
        let m = self.find_san(&san)?;
        let position = self.play_unchecked(m);
        if self.needs_comparison(&san, m) {
            read::compare(&san, &self.san(m), &mut deviations);
        } else if position.is_check() || san.mark != CheckMark::None {
            read::compare_marks(san.mark, position.check_mark(), &mut deviations);
        }
        Ok(PlayedSan {
            m,
            position,
            deviations,
        })
    }

    /// Whether the body of a SAN that was found to mean a move may differ from the canonical one.
    /// A piece that is not told apart was the only one, or it would not have been found.
    fn needs_comparison(&self, san: &San, m: Move) -> bool {
        match san.body {
            SanBody::Castle(_) => false,
            SanBody::Piece {
                role,
                file,
                rank,
                captures,
                ..
            } => {
                let really_captures =
                    m.kind() == MoveKind::EnPassant || self.board().occupied().contains(m.to());
                let usual_file = role == Role::Pawn && really_captures;
                captures != really_captures || rank.is_some() || file.is_some() != usual_file
            }
        }
    }
}
