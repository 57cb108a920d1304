//! The legal moves of a position: listed, counted and as sets of destinations.

use crate::{Bitboard, CastlingSide, Color, Move, MoveKind, MoveList, Role, Square, attacks};

use super::Position;
use super::generate::{AllMoves, Captures, Quiets, generate};
use super::visitor::Count;

impl Position {
    /// All legal moves.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let position = Position::from_fen("7k/8/6Q1/8/8/8/8/K7 b - - 0 1")?;
    /// assert!(position.legal_moves().is_empty()); // stalemate
    /// let start = Position::start();
    /// let pawn_moves = start.legal_moves().iter().filter(|&&m| start.is_zeroing(m)).count();
    /// assert_eq!(pawn_moves, 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "generate_moves")]
    #[doc(alias = "legals")]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.append_legal_moves(&mut moves);
        moves
    }

    /// Appends all legal moves to a list.
    ///
    /// ```
    /// use fourfold_chess::{MoveList, Position};
    /// let mut moves = MoveList::new(); // can be reused for many positions
    /// Position::start().append_legal_moves(&mut moves);
    /// assert_eq!(moves.len(), 20);
    /// ```
    pub fn append_legal_moves(&self, moves: &mut MoveList) {
        generate::<AllMoves, _>(self, moves);
    }

    /// Appends the legal captures and promotions to a list, en passant included.
    ///
    /// Together with [`append_quiet_moves`](Position::append_quiet_moves) this gives every legal
    /// move once. A search looks at captures first and often needs nothing else.
    ///
    /// ```
    /// use fourfold_chess::{MoveList, Position};
    /// let position = Position::from_fen("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1")?;
    /// let mut captures = MoveList::new();
    /// position.append_captures(&mut captures);
    /// assert_eq!(captures.len(), 8); // four promotions on c8, four on d8
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append_captures(&self, moves: &mut MoveList) {
        generate::<Captures, _>(self, moves);
    }

    /// Appends the legal moves that neither capture nor promote to a list, castling included.
    ///
    /// ```
    /// use fourfold_chess::{MoveList, Position};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")?;
    /// let mut quiet = MoveList::new();
    /// position.append_quiet_moves(&mut quiet);
    /// assert_eq!(quiet.len(), position.count_legal_moves()); // there is nothing to capture
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append_quiet_moves(&self, moves: &mut MoveList) {
        generate::<Quiets, _>(self, moves);
    }

    /// The number of legal moves, counted without a list.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// // The most known in a position that can be reached.
    /// let position = Position::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")?;
    /// assert_eq!(position.count_legal_moves(), 218);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = Count::default();
        generate::<AllMoves, _>(self, &mut count);
        count.moves as usize
    }

    /// Whether there is a legal move. If not, it is checkmate or stalemate.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// assert!(Position::start().has_legal_moves());
    /// ```
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        self.king_can_step() || self.count_legal_moves() > 0
    }

    /// Whether the king can step to a neighboring square, which is the usual case and cheap to see.
    fn king_can_step(&self) -> bool {
        let king = self.king(self.turn);
        let occupied = self.board.occupied() - king.bitboard();
        (attacks::king(king) - self.board.by_color(self.turn))
            .into_iter()
            .any(|to| !self.board.is_attacked(!self.turn, to, occupied))
    }

    /// Whether the side to move is checkmated.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let position = Position::from_fen("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")?;
    /// assert!(position.is_checkmate()); // on the back rank
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_moves()
    }

    /// Whether the side to move has no legal move and is not in check.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let position = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
    /// assert!(position.is_stalemate());
    /// assert!(!position.is_checkmate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_moves()
    }

    /// The squares to which the piece on `from` can legally move. Castling appears as the square of
    /// the rook.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let king = position.destinations(Square::E1);
    /// assert!(king.contains(Square::F1));
    /// assert!(king.contains(Square::H1)); // O-O
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn destinations(&self, from: Square) -> Bitboard {
        self.all_destinations().from(from)
    }

    /// The destination sets of all pieces.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square};
    /// let all = Position::start().all_destinations();
    /// assert_eq!(all.from(Square::G1), Square::F3.bitboard() | Square::H3.bitboard());
    /// assert!(all.from(Square::A1).is_empty());
    /// ```
    #[must_use]
    pub fn all_destinations(&self) -> Destinations {
        let mut all = Destinations {
            to: [Bitboard::EMPTY; 64],
        };
        for m in &self.legal_moves() {
            all.to[m.from() as usize] |= m.to().bitboard();
        }
        all
    }

    /// The rook with which this side still has the right to castle.
    ///
    /// ```
    /// use fourfold_chess::{CastlingSide, Color, Position, Square};
    /// let start = Position::chess960(0).ok_or("0 is a Chess960 number")?; // BBQNNRKR
    /// assert_eq!(start.castling_rook(Color::White, CastlingSide::KingSide), Some(Square::H1));
    /// assert_eq!(start.castling_rook(Color::White, CastlingSide::QueenSide), Some(Square::F1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling.rook(color, self.king(color), side)
    }

    /// The kind of piece that a legal move captures.
    ///
    /// ```
    /// use fourfold_chess::{Position, Role};
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// assert_eq!(position.captured_by(position.parse_san("exd6")?), Some(Role::Pawn));
    /// assert_eq!(position.captured_by(position.parse_san("e6")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn captured_by(&self, m: Move) -> Option<Role> {
        match m.kind() {
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Castle => None,
            MoveKind::Normal | MoveKind::Promotion(_) => self.board.role_at(m.to()),
        }
    }

    /// Whether a legal move resets the half-move clock: it captures or moves a pawn.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let start = Position::start();
    /// assert!(start.is_zeroing(start.parse_san("e4")?));
    /// assert!(!start.is_zeroing(start.parse_san("Nf3")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_zeroing(&self, m: Move) -> bool {
        self.board.by_role(Role::Pawn).contains(m.from()) || self.captured_by(m).is_some()
    }

    /// Whether a legal move captures or promotes. Engines call such moves noisy.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let position = Position::from_fen("8/P1k5/8/8/8/8/8/4K3 w - - 0 1")?;
    /// assert!(position.is_noisy(position.parse_san("a8=Q")?));
    /// assert!(!position.is_noisy(position.parse_san("Kd2")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_noisy(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Normal => self.board.by_color(!self.turn).contains(m.to()),
            MoveKind::Castle => false,
            MoveKind::EnPassant | MoveKind::Promotion(_) => true,
        }
    }
}

/// The destination set of every square, from [`Position::all_destinations`].
///
/// ```
/// use fourfold_chess::{Position, Square};
/// let all = Position::start().all_destinations();
/// let mobile = Square::ALL.into_iter().filter(|&from| !all.from(from).is_empty());
/// assert_eq!(mobile.count(), 10); // eight pawns and two knights
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Destinations {
    pub(crate) to: [Bitboard; 64],
}

impl Destinations {
    /// The squares to which the piece on `from` can legally move.
    #[inline]
    #[must_use]
    pub fn from(&self, from: Square) -> Bitboard {
        self.to[from as usize]
    }
}
