//! Moves as UCI writes them: `e2e4`, `e7e8q`, and `0000` for none.
//!
//! Castling is the king's own path in standard chess (`e1g1`) and king takes rook in Chess960
//! (`e1h1`). The reader understands both wherever they can mean nothing else.

use core::fmt;
use core::str::FromStr;

use crate::fen::CastlingMode;
use crate::{CastlingSide, Color, File, IllegalMove, Move, MoveKind, Position, Rank, Role, Square};

/// A move as it was sent: two squares and perhaps a promotion, with no position to judge it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciMove {
    /// Where it starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

/// The text is not a move such as `e2e4` or `e7e8q`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseUciError {
    /// The beginning of what was found.
    pub found: String,
}

/// Why a UCI move could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciError {
    /// The text is no move.
    Parse(ParseUciError),
    /// The move is not legal here.
    Illegal(IllegalMove),
}

impl FromStr for UciMove {
    type Err = ParseUciError;

    fn from_str(text: &str) -> Result<UciMove, ParseUciError> {
        let parse = || {
            let from = text.get(0..2)?.parse().ok()?;
            let to = text.get(2..4)?.parse().ok()?;
            let promotion = match text.get(4..)? {
                "" => None,
                "n" => Some(Role::Knight),
                "b" => Some(Role::Bishop),
                "r" => Some(Role::Rook),
                "q" => Some(Role::Queen),
                _ => return None,
            };
            Some(UciMove {
                from,
                to,
                promotion,
            })
        };
        parse().ok_or_else(|| ParseUciError {
            found: text.chars().take(16).collect(),
        })
    }
}

impl Position {
    /// Reads a UCI move and checks that it is legal here.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text, or why the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let sent: UciMove = text.parse().map_err(UciError::Parse)?;
        let m = self.understand_uci(sent);
        self.check_legal(m).map_err(UciError::Illegal)?;
        Ok(m)
    }

    /// The move that these squares mean here, legal or not.
    #[must_use]
    pub fn understand_uci(&self, sent: UciMove) -> Move {
        let UciMove {
            from,
            to,
            promotion,
        } = sent;
        if let Some(m) = promotion.and_then(|role| Move::promotion(from, to, role)) {
            return m;
        }
        match self.board().piece_at(from) {
            Some(piece) if piece.color == self.turn() && piece.role == Role::King => {
                match self.castling_meant(from, to) {
                    Some(rook) => Move::castle(from, rook),
                    None => Move::normal(from, to),
                }
            }
            Some(piece)
                if piece.role == Role::Pawn
                    && from.file() != to.file()
                    && self.board().piece_at(to).is_none() =>
            {
                Move::en_passant(from, to)
            }
            _ => Move::normal(from, to),
        }
    }

    /// The rook with which a king that goes from here to there castles: the one it takes, or the
    /// one on the side to which it goes further than a king's step.
    fn castling_meant(&self, king: Square, to: Square) -> Option<Square> {
        let rooks = self.board().pieces(self.turn(), Role::Rook);
        if rooks.contains(to) && to.rank() == king.rank() {
            return Some(to);
        }
        let files_apart = (king.file() as u8).abs_diff(to.file() as u8);
        let side = CastlingSide::of_rook(king, to);
        if files_apart < 2
            || king.rank() != Rank::home(self.turn())
            || to != side.king_to(self.turn())
        {
            return None;
        }
        let corner = match side {
            CastlingSide::KingSide => Square::new(File::H, king.rank()),
            CastlingSide::QueenSide => Square::new(File::A, king.rank()),
        };
        Some(self.castling_rook(self.turn(), side).unwrap_or(corner))
    }
}

impl Move {
    /// The move as UCI writes it.
    #[must_use]
    pub fn to_uci(self, mode: CastlingMode) -> UciMove {
        let (from, mut to) = (self.from(), self.to());
        if self.kind() == MoveKind::Castle && mode == CastlingMode::Standard {
            let file = CastlingSide::of_rook(from, to).king_to(Color::White).file();
            to = Square::new(file, from.rank());
        }
        UciMove {
            from,
            to,
            promotion: self.promoted_to(),
        }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ParseUciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a move such as e2e4 or e7e8q, found {:?}",
            self.found
        )
    }
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::Parse(error) => error.fmt(f),
            UciError::Illegal(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseUciError {}
impl core::error::Error for UciError {}
