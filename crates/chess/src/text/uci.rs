//! UCI moves: `e2e4`, `e7e8q`.
//!
//! Castling is written as the king's move in standard chess (`e1g1`) and as king takes rook in
//! Chess960 (`e1h1`). The reader accepts both where they are unambiguous.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::fen::CastlingMode;
use crate::{CastlingSide, Color, File, IllegalMove, Move, MoveKind, Position, Rank, Role, Square};

/// A UCI move as text: two squares and perhaps a promotion, not yet checked against a position.
///
/// ```
/// use fourfold_chess::uci::UciMove;
/// use fourfold_chess::{Role, Square};
/// let m: UciMove = "e7e8q".parse()?;
/// assert_eq!((m.to, m.promotion), (Square::E8, Some(Role::Queen)));
/// assert_eq!(m.to_string(), "e7e8q");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciMove {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The piece to which a pawn promotes.
    pub promotion: Option<Role>,
}

/// The error for a text that is not a move such as `e2e4` or `e7e8q`.
///
/// ```
/// use fourfold_chess::uci::UciMove;
/// let error = "e2e9".parse::<UciMove>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a move such as e2e4 or e7e8q, found \"e2e9\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseUciError {
    /// The beginning of the text.
    pub found: String,
}

/// Why a UCI move was refused.
///
/// ```
/// use fourfold_chess::uci::UciError;
/// use fourfold_chess::{IllegalReason, Position, Square};
/// let UciError::Illegal(illegal) = Position::start().parse_uci("f1b5").unwrap_err() else {
///     unreachable!("f1b5 is a UCI move");
/// };
/// assert_eq!(illegal.reason, IllegalReason::PathBlocked(Square::E2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciError {
    /// The text is not a UCI move.
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
    /// ```
    /// use fourfold_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castle = position.parse_uci("e1g1")?;
    /// assert_eq!(position.parse_uci("e1h1")?, castle); // king takes rook, as in Chess960
    /// assert_eq!(position.san(castle).to_string(), "O-O");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a UCI move, or the reason why the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let sent: UciMove = text.parse().map_err(UciError::Parse)?;
        self.legal_uci(sent).map_err(UciError::Illegal)
    }

    /// The legal move that a UCI move means here.
    ///
    /// ```
    /// use fourfold_chess::{IllegalReason, Position, Square};
    /// let start = Position::start();
    /// assert_eq!(start.legal_uci("g1f3".parse()?)?.to(), Square::F3);
    /// let illegal = start.legal_uci("f1b5".parse()?).unwrap_err();
    /// assert_eq!(illegal.reason, IllegalReason::PathBlocked(Square::E2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason why the move is not legal.
    pub fn legal_uci(&self, sent: UciMove) -> Result<Move, IllegalMove> {
        let m = self.understand_uci(sent);
        self.check_legal(m).map(|()| m)
    }

    /// The move that a UCI move means here, legal or not.
    ///
    /// ```
    /// use fourfold_chess::{MoveKind, Position};
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let m = position.understand_uci("e5d6".parse()?);
    /// assert_eq!(m.kind(), MoveKind::EnPassant);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// The rook with which the king castles when it moves from `king` to `to`: the rook on `to`, or
    /// the one on that side if the king moves more than one square.
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
    /// The move in UCI notation.
    ///
    /// ```
    /// use fourfold_chess::Move;
    /// use fourfold_chess::Square;
    /// use fourfold_chess::fen::CastlingMode;
    /// let castle = Move::castle(Square::E8, Square::A8);
    /// assert_eq!(castle.to_uci(CastlingMode::Standard).to_string(), "e8c8");
    /// ```
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
