//! A move in sixteen bits, and lists of moves.

use core::fmt;
use core::iter::FusedIterator;
use core::num::NonZeroU16;
use core::ops::Deref;

use crate::fen::CastlingMode;
use crate::{Role, Square};

/// The kind of a move.
///
/// ```
/// use fourfold_chess::{MoveKind, Position, Role};
/// let position = Position::from_fen("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1")?;
/// assert_eq!(position.parse_uci("e1c1")?.kind(), MoveKind::Castle);
/// assert_eq!(position.parse_uci("a7a8n")?.kind(), MoveKind::Promotion(Role::Knight));
/// assert_eq!(position.parse_uci("a1a6")?.kind(), MoveKind::Normal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum MoveKind {
    /// A piece moves from one square to another and captures the piece there, if any.
    Normal,
    /// The king castles; the move's `to` is the square of the rook.
    Castle,
    /// A pawn captures a pawn that has just moved past it.
    EnPassant,
    /// A pawn reaches the last rank and promotes to this piece.
    Promotion(Role),
}

/// A move in sixteen bits: origin, destination and kind.
///
/// Every legal move of a position has exactly one encoding, which can be understood without the
/// position. Castling is encoded as the king taking its own rook, which covers every Chess960
/// start. No encoding is 0, so `Option<Move>` has the same size.
///
/// ```
/// use fourfold_chess::{Move, MoveKind, Role, Square};
/// let promotion = Move::promotion(Square::E7, Square::E8, Role::Queen).unwrap();
/// assert_eq!(promotion.kind(), MoveKind::Promotion(Role::Queen));
/// assert_eq!(Move::from_bits(promotion.bits()), Some(promotion));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

// The top bit is always set, so the word is never zero.
const NORMAL: u16 = 8 << 12;
const CASTLE: u16 = 9 << 12;
const EN_PASSANT: u16 = 10 << 12;
const PROMOTION: u16 = 12 << 12;

impl Move {
    /// A move that is not castling, en passant or a promotion.
    ///
    /// ```
    /// use fourfold_chess::{Move, Position, Square};
    /// let e4 = Move::normal(Square::E2, Square::E4);
    /// assert_eq!((e4.from(), e4.to()), (Square::E2, Square::E4));
    /// assert!(Position::start().is_legal(e4));
    /// ```
    #[inline]
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::assemble(from, to, NORMAL)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    ///
    /// ```
    /// use fourfold_chess::{Move, Square, fen};
    /// // Castling names the rook; UCI writes the king's path in standard chess.
    /// let castle = Move::castle(Square::E1, Square::H1);
    /// assert_eq!(castle.to_uci(fen::CastlingMode::Standard).to_string(), "e1g1");
    /// assert_eq!(castle.to_uci(fen::CastlingMode::Chess960).to_string(), "e1h1");
    /// ```
    #[inline]
    #[must_use]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move::assemble(king, rook, CASTLE)
    }

    /// An en passant capture to the square `to`.
    ///
    /// ```
    /// use fourfold_chess::{Move, Position, Square};
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let capture = Move::en_passant(Square::E5, Square::D6);
    /// assert!(position.is_legal(capture));
    /// assert_eq!(position.play(capture)?.board().occupied().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::assemble(from, to, EN_PASSANT)
    }

    /// A promotion; `None` for a pawn or a king, to which no pawn promotes.
    ///
    /// ```
    /// use fourfold_chess::{Move, Role, Square};
    /// assert!(Move::promotion(Square::E7, Square::E8, Role::Knight).is_some());
    /// assert_eq!(Move::promotion(Square::E7, Square::E8, Role::King), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Option<Move> {
        match role {
            Role::Pawn | Role::King => None,
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => Some(Move::assemble(
                from,
                to,
                PROMOTION + ((role as u16 - 1) << 12),
            )),
        }
    }

    #[inline]
    const fn assemble(from: Square, to: Square, kind: u16) -> Move {
        match NonZeroU16::new(kind | (from as u16) << 6 | to as u16) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// The move with this encoding, legal or not; `None` if the word encodes no kind of move.
    ///
    /// ```
    /// use fourfold_chess::{Move, Square};
    /// let m = Move::normal(Square::G1, Square::F3);
    /// assert_eq!(Move::from_bits(m.bits()), Some(m));
    /// assert_eq!(Move::from_bits(0), None);
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(word) if matches!(bits >> 12, 8..=10 | 12..=15) => Some(Move(word)),
            _ => None,
        }
    }

    /// The encoding.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The square that the moving piece leaves; the king's square in castling.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_low_bits((self.0.get() >> 6) as u8)
    }

    /// The square that the piece moves to; the rook's square in castling.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0.get() as u8)
    }

    /// The kind of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 12 {
            9 => MoveKind::Castle,
            10 => MoveKind::EnPassant,
            12 => MoveKind::Promotion(Role::Knight),
            13 => MoveKind::Promotion(Role::Bishop),
            14 => MoveKind::Promotion(Role::Rook),
            15 => MoveKind::Promotion(Role::Queen),
            _ => MoveKind::Normal,
        }
    }

    /// The piece to which a pawn promotes with this move.
    ///
    /// ```
    /// use fourfold_chess::{Position, Role};
    /// let position = Position::from_fen("8/P1k5/8/8/8/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(position.parse_san("a8=Q")?.promoted_to(), Some(Role::Queen));
    /// assert_eq!(position.parse_san("Kd2")?.promoted_to(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn promoted_to(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            MoveKind::Normal | MoveKind::Castle | MoveKind::EnPassant => None,
        }
    }
}

impl fmt::Display for Move {
    /// The move in the UCI notation of Chess960, in which the king takes its rook to castle. A user
    /// interface for standard chess expects [`to_uci`](Move::to_uci), and people expect
    /// [`Position::san`](crate::Position::san).
    ///
    /// ```
    /// use fourfold_chess::{Move, Square};
    /// assert_eq!(Move::normal(Square::E2, Square::E4).to_string(), "e2e4");
    /// assert_eq!(Move::castle(Square::E1, Square::H1).to_string(), "e1h1");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_uci(CastlingMode::Chess960).fmt(f)
    }
}

impl fmt::Debug for Move {
    /// The squares and the kind, such as `e7e8=Q` or `e1xh1 castle`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Normal => Ok(()),
            MoveKind::Castle => f.write_str(" castle"),
            MoveKind::EnPassant => f.write_str(" e.p."),
            MoveKind::Promotion(role) => write!(f, "={}", role.letter()),
        }
    }
}

/// A list of moves on the stack.
///
/// It holds [`MoveList::CAPACITY`] moves, more than any position has: a side has at most fifteen
/// pieces beside the king, none with more than 27 destinations.
///
/// ```
/// use fourfold_chess::{MoveList, Position};
/// let position = Position::start();
/// let mut moves = MoveList::new();
/// position.append_legal_moves(&mut moves);
/// assert_eq!(moves.len(), 20);
/// assert!(moves.contains(&position.parse_san("Nf3")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    len: usize,
}

impl MoveList {
    /// Fifteen queens with 27 destinations each, a king with eight, and two castlings.
    pub const CAPACITY: usize = 15 * 27 + 8 + 2;

    /// A list without moves.
    #[inline]
    #[must_use]
    pub const fn new() -> MoveList {
        const FILLER: Move = Move::normal(Square::A1, Square::A1);
        MoveList {
            moves: [FILLER; MoveList::CAPACITY],
            len: 0,
        }
    }

    /// Appends a move.
    ///
    /// # Panics
    ///
    /// Panics if the list is full. The moves of a single position never fill it.
    #[inline]
    pub fn push(&mut self, m: Move) {
        self.moves[self.len] = m;
        self.len += 1;
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves as a slice, to sort them.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square};
    /// let mut moves = Position::start().legal_moves();
    /// moves.as_mut_slice().sort_by_key(|m| m.to());
    /// assert_eq!(moves[0].to(), Square::A3);
    /// ```
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Extend<Move> for MoveList {
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        for m in moves {
            self.push(m);
        }
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl FromIterator<Move> for MoveList {
    /// ```
    /// use fourfold_chess::{MoveList, Position, Role};
    /// let start = Position::start();
    /// let is_pawn_move = |m| start.board().role_at(m) == Some(Role::Pawn);
    /// let moves = start.legal_moves().into_iter();
    /// let pawn_moves: MoveList = moves.filter(|m| is_pawn_move(m.from())).collect();
    /// assert_eq!(pawn_moves.len(), 16);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are more than [`MoveList::CAPACITY`] moves.
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(moves);
        list
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, at: 0 }
    }
}

/// The moves of a [`MoveList`], which it owns.
#[derive(Clone, Debug)]
pub struct IntoMoves {
    list: MoveList,
    at: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let m = self.list.get(self.at).copied()?;
        self.at += 1;
        Some(m)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.at;
        (left, Some(left))
    }
}

impl ExactSizeIterator for IntoMoves {}
impl FusedIterator for IntoMoves {}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
