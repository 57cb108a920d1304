//! Whether a move is legal, and if not, why.
//!
//! [`Position::is_legal`] checks any move without generating a list. [`Position::check_legal`]
//! gives the reason for a refusal: which piece is in the way, pins or gives check.

use core::fmt;

use crate::castling::CastlingPath;
use crate::{Bitboard, Color, Move, MoveKind, Rank, Role, Square, attacks};

use super::Position;
use super::play::passed_pawn;

/// Why a move is not legal. Squares name the piece responsible.
///
/// ```
/// use fourfold_chess::{IllegalReason, Move, Position, Square};
/// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
/// let error = position.check_legal(Move::normal(Square::E2, Square::G3)).unwrap_err();
/// assert_eq!(error.reason, IllegalReason::Pinned(Square::E8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum IllegalReason {
    /// Nothing stands on the square the move starts from.
    EmptySquare,
    /// The piece belongs to the opponent.
    NotYourPiece,
    /// The piece does not move that way.
    CannotReach,
    /// The target square is occupied by a piece of the same side.
    OwnPieceOnTarget,
    /// The piece on this square is in the way.
    PathBlocked(Square),
    /// A pawn moves diagonally only to capture, and there is nothing to capture.
    NothingToCapture,
    /// The piece is pinned to its king by the piece on this square.
    Pinned(Square),
    /// The king is in check from this square, and the move does not answer the check.
    LeavesKingInCheck(Square),
    /// The king would be in check from this square.
    KingIntoCheck(Square),
    /// A pawn that reaches the last rank must promote.
    MissingPromotion,
    /// Only a pawn that reaches the last rank promotes.
    NeedlessPromotion,
    /// There is no right to castle with that rook.
    NoCastlingRight,
    /// The king may not castle while in check from this square.
    CastlingOutOfCheck(Square),
    /// The king would castle across the first square, which the piece on the second square attacks.
    CastlingThroughCheck(Square, Square),
    /// No pawn has just passed that square.
    NoEnPassant,
    /// Removing both pawns would open a line from the piece on this square to the king.
    EnPassantExposesKing(Square),
}

/// A move that is not legal, and why.
///
/// ```
/// use fourfold_chess::{Move, Position, Square};
/// let start = Position::start();
/// let error = start.play(Move::normal(Square::A1, Square::A3)).unwrap_err();
/// assert_eq!(error.to_string(), "a1a3 is not legal: the piece on a2 is in the way");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IllegalMove {
    /// The move.
    pub m: Move,
    /// The first reason found.
    pub reason: IllegalReason,
}

impl Position {
    /// Whether a move is legal here. Accepts any move, even nonsense.
    ///
    /// ```
    /// use fourfold_chess::{Move, Position, Square};
    /// let start = Position::start();
    /// assert!(start.is_legal(Move::normal(Square::E2, Square::E4)));
    /// assert!(!start.is_legal(Move::normal(Square::E2, Square::E5)));
    /// assert!(!start.is_legal(Move::castle(Square::E1, Square::H1)));
    /// ```
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let own = self.board.by_color(self.turn);
        if !own.contains(from) {
            return false;
        }
        let role = self.board.role_on_occupied(from);
        let promotes = role == Role::Pawn && to.rank() == Rank::Eighth.relative_to(self.turn);
        match m.kind() {
            MoveKind::Castle => self.castling_obstacle(from, to).is_none(),
            MoveKind::EnPassant => {
                self.en_passant == Some(to)
                    && self.en_passant_capturers(to).contains(from)
                    && self.en_passant_keeps_king_safe(from, to)
            }
            MoveKind::Promotion(_) if !promotes => false,
            MoveKind::Normal if promotes => false,
            MoveKind::Normal | MoveKind::Promotion(_) => {
                self.reach(role, from).contains(to)
                    && !own.contains(to)
                    && self.danger_of(role, from, to).is_none()
            }
        }
    }

    /// Checks that a move is legal and gives the reason if it is not.
    ///
    /// ```
    /// use fourfold_chess::{IllegalReason, Move, Position, Square};
    /// // White may not castle through the rook's line of attack.
    /// let position = Position::from_fen("4kr2/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let error = position.check_legal(Move::castle(Square::E1, Square::H1)).unwrap_err();
    /// assert_eq!(error.reason, IllegalReason::CastlingThroughCheck(Square::F1, Square::F8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the move and the first reason found against it.
    pub fn check_legal(&self, m: Move) -> Result<(), IllegalMove> {
        if self.is_legal(m) {
            return Ok(());
        }
        Err(IllegalMove {
            m,
            reason: self.objection(m),
        })
    }

    /// Where a piece could go regardless of its king; squares of its own side are included.
    fn reach(&self, role: Role, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        if role != Role::Pawn {
            return attacks::of(self.turn, role, from, occupied);
        }
        let captures = attacks::pawn(self.turn, from) & self.board.by_color(!self.turn);
        captures | self.pawn_pushes(from)
    }

    fn pawn_pushes(&self, from: Square) -> Bitboard {
        let empty = !self.board.occupied();
        let forward = if self.turn.is_white() { 8 } else { -8 };
        let step = from.bitboard().shift(forward) & empty;
        let third = Bitboard::from(Rank::Third.relative_to(self.turn));
        step | (step & third).shift(forward) & empty
    }

    /// Whether a move within reach keeps the king safe.
    #[inline]
    pub(crate) fn keeps_king_safe(&self, role: Role, from: Square, to: Square) -> bool {
        if role == Role::King {
            let occupied = self.board.occupied() - from.bitboard();
            return !self.board.is_attacked(!self.turn, to, occupied);
        }
        self.danger_of(role, from, to).is_none()
    }

    /// Why a move within reach would leave the king attacked.
    fn danger_of(&self, role: Role, from: Square, to: Square) -> Option<IllegalReason> {
        let king = self.king(self.turn);
        if role == Role::King {
            let occupied = self.board.occupied() - from.bitboard();
            let attackers = self.attackers(!self.turn, to, occupied) - to.bitboard();
            return attackers.first().map(IllegalReason::KingIntoCheck);
        }
        if let Some(checker) = self.checkers.first() {
            let answers = attacks::between(king, checker) | checker.bitboard();
            let other = (self.checkers - checker.bitboard()).first();
            if !answers.contains(to) {
                return Some(IllegalReason::LeavesKingInCheck(checker));
            }
            if let Some(other) = other {
                return Some(IllegalReason::LeavesKingInCheck(other));
            }
        }
        if self.pinned.contains(from) && !attacks::line(king, from).contains(to) {
            return self.pinner_of(from).map(IllegalReason::Pinned);
        }
        None
    }

    /// The enemy piece that pins the piece on this square to its king.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1")?;
    /// assert_eq!(position.pinner_of(Square::D2), Some(Square::B4));
    /// assert_eq!(position.pinner_of(Square::E1), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pinner_of(&self, square: Square) -> Option<Square> {
        if !self.pinned.contains(square) {
            return None;
        }
        let king = self.king(self.turn);
        let line = attacks::line(king, square);
        let aimed = self.board.sliders_aimed_at(king, !self.turn);
        (aimed & line).into_iter().find(|&slider| {
            attacks::between(king, slider) & self.board.occupied() == square.bitboard()
        })
    }

    /// The pawns of the side to move that could capture en passant to this square.
    #[inline]
    pub(super) fn en_passant_capturers(&self, to: Square) -> Bitboard {
        attacks::pawn(!self.turn, to) & self.board.pieces(self.turn, Role::Pawn)
    }

    /// Whether any en passant capture onto this square is legal.
    pub(super) fn any_en_passant_to(&self, to: Square) -> bool {
        self.en_passant_capturers(to)
            .into_iter()
            .any(|from| self.en_passant_keeps_king_safe(from, to))
    }

    /// Whether the king is safe after an en passant capture.
    #[inline]
    pub(crate) fn en_passant_keeps_king_safe(&self, from: Square, to: Square) -> bool {
        self.attacker_after_en_passant(from, to).is_none()
    }

    /// A piece that would attack the king after an en passant capture. The capture removes two
    /// pawns from a line at once, which pins do not cover, so this looks at the resulting board.
    fn attacker_after_en_passant(&self, from: Square, to: Square) -> Option<Square> {
        let passed = passed_pawn(from, to).bitboard();
        let occupied = (self.board.occupied() - from.bitboard() - passed) | to.bitboard();
        (self.attackers(!self.turn, self.king(self.turn), occupied) - passed).first()
    }

    /// Why a king cannot castle with a rook.
    fn castling_obstacle(&self, king: Square, rook: Square) -> Option<IllegalReason> {
        if king != self.king(self.turn) || !self.castling.rooks_of(self.turn).contains(rook) {
            return Some(IllegalReason::NoCastlingRight);
        }
        if let Some(checker) = self.checkers.first() {
            return Some(IllegalReason::CastlingOutOfCheck(checker));
        }
        let path = CastlingPath::new(self.turn, king, rook);
        let others = self.board.occupied() - king.bitboard() - rook.bitboard();
        if let Some(blocker) = (path.both & others).first() {
            return Some(IllegalReason::PathBlocked(blocker));
        }
        // Attacks along the way are seen with king and rook already gone from their squares.
        for square in path.king {
            let occupied = if square == path.king_to {
                others | path.rook_to.bitboard()
            } else {
                self.board.occupied() - king.bitboard()
            };
            if let Some(attacker) = self.attackers(!self.turn, square, occupied).first() {
                return Some(IllegalReason::CastlingThroughCheck(square, attacker));
            }
        }
        None
    }

    /// Why a move that is known to be illegal is so.
    fn objection(&self, m: Move) -> IllegalReason {
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.board.piece_at(from) else {
            return IllegalReason::EmptySquare;
        };
        if piece.color != self.turn {
            return IllegalReason::NotYourPiece;
        }
        match m.kind() {
            MoveKind::Castle => {
                return self
                    .castling_obstacle(from, to)
                    .unwrap_or(IllegalReason::NoCastlingRight);
            }
            MoveKind::EnPassant => return self.en_passant_objection(piece.role, from, to),
            MoveKind::Normal | MoveKind::Promotion(_) => {}
        }
        if let Some(reason) = self.reach_objection(piece.role, from, to) {
            return reason;
        }
        let promotes = piece.role == Role::Pawn && to.rank() == Rank::Eighth.relative_to(self.turn);
        match (promotes, m.promoted_to()) {
            (true, None) => IllegalReason::MissingPromotion,
            (false, Some(_)) => IllegalReason::NeedlessPromotion,
            _ => self
                .danger_of(piece.role, from, to)
                .unwrap_or(IllegalReason::CannotReach),
        }
    }

    fn en_passant_objection(&self, role: Role, from: Square, to: Square) -> IllegalReason {
        if role != Role::Pawn || !attacks::pawn(self.turn, from).contains(to) {
            return IllegalReason::CannotReach;
        }
        if !self.just_passed(from, to) {
            return IllegalReason::NoEnPassant;
        }
        match self.attacker_after_en_passant(from, to) {
            Some(attacker) => IllegalReason::EnPassantExposesKing(attacker),
            None => IllegalReason::NoEnPassant,
        }
    }

    /// Whether an enemy pawn could have just made a double step across this square. A position
    /// stores the square only where a capture is legal, so this is inferred from the board.
    fn just_passed(&self, from: Square, to: Square) -> bool {
        let pawns = self.board.pieces(!self.turn, Role::Pawn);
        to.rank() == Rank::Sixth.relative_to(self.turn)
            && pawns.contains(passed_pawn(from, to))
            && !self.board.occupied().contains(to)
            && self.halfmoves == 0
    }

    /// Why a piece cannot reach a square, regardless of its king.
    fn reach_objection(&self, role: Role, from: Square, to: Square) -> Option<IllegalReason> {
        if from == to {
            return Some(IllegalReason::CannotReach);
        }
        if self.reach(role, from).contains(to) {
            let own = self.board.by_color(self.turn).contains(to);
            return own.then_some(IllegalReason::OwnPieceOnTarget);
        }
        let occupied = self.board.occupied();
        if role == Role::Pawn {
            return Some(self.pawn_reach_objection(from, to));
        }
        if attacks::of(self.turn, role, from, Bitboard::EMPTY).contains(to) {
            let in_between = attacks::between(from, to) & occupied;
            let first = if (to as u8) > (from as u8) {
                in_between.first()
            } else {
                in_between.last()
            };
            return first.map(IllegalReason::PathBlocked);
        }
        Some(IllegalReason::CannotReach)
    }

    fn pawn_reach_objection(&self, from: Square, to: Square) -> IllegalReason {
        if attacks::pawn(self.turn, from).contains(to) {
            return match self.board.color_at(to) {
                Some(color) if color == self.turn => IllegalReason::OwnPieceOnTarget,
                _ => IllegalReason::NothingToCapture,
            };
        }
        let forward = if self.turn == Color::White { 1 } else { -1 };
        let step = from.offset(0, forward);
        let double = (from.rank() == Rank::Second.relative_to(self.turn))
            .then(|| from.offset(0, 2 * forward))
            .flatten();
        let occupied = self.board.occupied();
        let blocked = |square: &Square| occupied.contains(*square);
        if step == Some(to) || double == Some(to) {
            let blocker = step.filter(blocked).or(double.filter(blocked));
            return blocker.map_or(IllegalReason::CannotReach, IllegalReason::PathBlocked);
        }
        IllegalReason::CannotReach
    }
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use IllegalReason as Reason;
        match self {
            Reason::EmptySquare => f.write_str("there is no piece on that square"),
            Reason::NotYourPiece => f.write_str("the piece belongs to the other side"),
            Reason::CannotReach => f.write_str("the piece does not move that way"),
            Reason::OwnPieceOnTarget => f.write_str("a piece of its own stands there"),
            Reason::PathBlocked(at) => write!(f, "the piece on {at} is in the way"),
            Reason::NothingToCapture => f.write_str("there is nothing for the pawn to capture"),
            Reason::Pinned(by) => write!(f, "it is pinned by the piece on {by}"),
            Reason::LeavesKingInCheck(by) => {
                write!(f, "it leaves the king in check from {by}")
            }
            Reason::KingIntoCheck(by) => write!(f, "the king would be in check from {by}"),
            Reason::MissingPromotion => {
                f.write_str("the pawn promotes, and the piece it becomes is missing")
            }
            Reason::NeedlessPromotion => f.write_str("this move does not promote"),
            Reason::NoCastlingRight => f.write_str("there is no right to castle with that rook"),
            Reason::CastlingOutOfCheck(by) => {
                write!(f, "the king cannot castle out of check from {by}")
            }
            Reason::CastlingThroughCheck(at, by) => {
                write!(f, "the king cannot castle across {at}, which {by} attacks")
            }
            Reason::NoEnPassant => f.write_str("no pawn has just passed that square"),
            Reason::EnPassantExposesKing(by) => {
                write!(f, "capturing en passant would expose the king to {by}")
            }
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{} is not legal: {}",
            self.m.from(),
            self.m.to(),
            self.reason
        )
    }
}

impl core::error::Error for IllegalMove {}
