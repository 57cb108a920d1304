//! A synchronized move: two squares and perhaps a promotion, the same on both boards.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use chess::uci::{ParseUciError, UciMove};
use chess::{CastlingSide, Color, Move, Position, Rank, Role, Square};

/// The move of one turn, such as `e2e4` or `e7e8q`, made identically on two boards.
///
/// Its effect may differ between the boards: [`SyncedMove::on`] gives its meaning on one board.
/// Castling is written as the king's move of two squares. Moves are ordered by their text.
///
/// ```
/// use fourfold_duplicate::SyncedMove;
/// let m: SyncedMove = "e7e8q".parse().unwrap();
/// assert_eq!(m.to_string(), "e7e8q");
/// assert!("e7e8k".parse::<SyncedMove>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SyncedMove {
    /// Only normal moves and promotions are used.
    word: Move,
}

impl SyncedMove {
    /// A move without a promotion.
    ///
    /// ```
    /// use fourfold_duplicate::chess::Square;
    /// use fourfold_duplicate::SyncedMove;
    /// assert_eq!(SyncedMove::new(Square::E2, Square::E4).to_string(), "e2e4");
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> SyncedMove {
        SyncedMove {
            word: Move::normal(from, to),
        }
    }

    /// A promotion; `None` if a pawn cannot promote to this role.
    ///
    /// ```
    /// use fourfold_duplicate::chess::{Role, Square};
    /// use fourfold_duplicate::SyncedMove;
    /// let m = SyncedMove::promotion_to(Square::E7, Square::E8, Role::Queen);
    /// assert_eq!(m.map(|m| m.to_string()).as_deref(), Some("e7e8q"));
    /// assert!(SyncedMove::promotion_to(Square::E7, Square::E8, Role::King).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn promotion_to(from: Square, to: Square, role: Role) -> Option<SyncedMove> {
        Move::promotion(from, to, role).map(|word| SyncedMove { word })
    }

    /// The square the piece leaves.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        self.word.from()
    }

    /// The target square; in castling, the king's.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        self.word.to()
    }

    /// The role the pawn promotes to.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        self.word.promoted_to()
    }

    /// The same squares with another promotion, or none.
    ///
    /// ```
    /// use fourfold_duplicate::chess::{Role, Square};
    /// use fourfold_duplicate::SyncedMove;
    /// let m = SyncedMove::new(Square::E7, Square::E8);
    /// assert_eq!(m.with_promotion(Some(Role::Knight)), Some("e7e8n".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_promotion(self, role: Option<Role>) -> Option<SyncedMove> {
        match role {
            Some(role) => SyncedMove::promotion_to(self.from(), self.to(), role),
            None => Some(SyncedMove::new(self.from(), self.to())),
        }
    }

    /// The meaning of the move on one board, legal or not: castling if the king moves two squares
    /// from its home, en passant if a pawn moves sideways to the square just crossed.
    ///
    /// ```
    /// use fourfold_duplicate::chess::{MoveKind, Position};
    /// use fourfold_duplicate::SyncedMove;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castle: SyncedMove = "e1g1".parse()?;
    /// assert_eq!(castle.on(&position).kind(), MoveKind::Castle);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on(self, position: &Position) -> Move {
        let (from, to) = (self.from(), self.to());
        if self.promotion().is_some() {
            return self.word;
        }
        let turn = position.turn();
        let own = |role| position.board().pieces(turn, role).contains(from);
        if let Some(rook) = castling_rook(turn, from, to)
            && own(Role::King)
        {
            return Move::castle(from, rook);
        }
        if position.en_passant() == Some(to) && from.file() != to.file() && own(Role::Pawn) {
            return Move::en_passant(from, to);
        }
        self.word
    }

    /// The synchronized move for a move on one board.
    ///
    /// ```
    /// use fourfold_duplicate::chess::{Move, Square};
    /// use fourfold_duplicate::SyncedMove;
    /// assert_eq!(SyncedMove::of(Move::castle(Square::E1, Square::H1)).to_string(), "e1g1");
    /// ```
    #[must_use]
    pub fn of(m: Move) -> SyncedMove {
        let UciMove {
            from,
            to,
            promotion,
        } = m.to_uci(chess::fen::CastlingMode::Standard);
        let word = promotion.and_then(|role| Move::promotion(from, to, role));
        SyncedMove {
            word: word.unwrap_or(Move::normal(from, to)),
        }
    }

    /// The text in five bytes; the last may be zero.
    fn letters(self) -> [u8; 5] {
        let promotion = self.promotion().map_or(0, |role| role.letter() as u8);
        let (from, to) = (self.from(), self.to());
        [
            from.file() as u8,
            from.rank() as u8,
            to.file() as u8,
            to.rank() as u8,
            promotion,
        ]
    }
}

/// The corner with the castling rook, for a king that moves between these squares.
pub(crate) fn castling_rook(color: Color, from: Square, to: Square) -> Option<Square> {
    let home = Square::new(chess::File::E, Rank::home(color));
    let side = CastlingSide::ALL
        .into_iter()
        .find(|side| side.king_to(color) == to)?;
    let corner = match side {
        CastlingSide::KingSide => chess::File::H,
        CastlingSide::QueenSide => chess::File::A,
    };
    (from == home).then(|| Square::new(corner, Rank::home(color)))
}

impl Ord for SyncedMove {
    fn cmp(&self, other: &SyncedMove) -> Ordering {
        self.letters().cmp(&other.letters())
    }
}

impl PartialOrd for SyncedMove {
    fn partial_cmp(&self, other: &SyncedMove) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FromStr for SyncedMove {
    type Err = ParseUciError;

    fn from_str(text: &str) -> Result<SyncedMove, ParseUciError> {
        let UciMove {
            from,
            to,
            promotion,
        } = text.parse()?;
        SyncedMove::new(from, to)
            .with_promotion(promotion)
            .ok_or_else(|| ParseUciError {
                found: text.to_owned(),
            })
    }
}

impl fmt::Display for SyncedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for SyncedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
