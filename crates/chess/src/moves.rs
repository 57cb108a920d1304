//! A move in sixteen bits, and lists of moves.

use core::fmt;
use core::num::NonZeroU16;
use core::ops::Deref;

use crate::{Role, Square};

/// What kind of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A piece goes from one square to another, capturing what may stand there.
    Normal,
    /// The king castles; the move's `to` is the square of the rook.
    Castle,
    /// A pawn captures a pawn that has just passed it.
    EnPassant,
    /// A pawn reaches the last rank and becomes this piece.
    Promotion(Role),
}

/// A move: from, to, and the kind, in sixteen bits.
///
/// Every legal move of a position has exactly one such word, and the word says what it does
/// without the position. Castling is the king taking its own rook, which serves every Chess960
/// arrangement. No word is 0, so `Option<Move>` has the same size.
///
/// ```
/// use chess::{Move, MoveKind, Role, Square};
/// let promotion = Move::promotion(Square::E7, Square::E8, Role::Queen).unwrap();
/// assert_eq!(promotion.kind(), MoveKind::Promotion(Role::Queen));
/// assert_eq!(Move::from_bits(promotion.bits()), Some(promotion));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

// The top bit is always set, so that the compiler sees that a word is never zero.
const NORMAL: u16 = 8 << 12;
const CASTLE: u16 = 9 << 12;
const EN_PASSANT: u16 = 10 << 12;
const PROMOTION: u16 = 12 << 12;

impl Move {
    /// A move without anything special.
    #[inline]
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::assemble(from, to, NORMAL)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    #[inline]
    #[must_use]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move::assemble(king, rook, CASTLE)
    }

    /// An en passant capture that lands on `to`.
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::assemble(from, to, EN_PASSANT)
    }

    /// A promotion; `None` if a pawn cannot become this.
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

    /// The move that this word says, legal or not; `None` for a word of no known kind.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(word) if matches!(bits >> 12, 8..=10 | 12..=15) => Some(Move(word)),
            _ => None,
        }
    }

    /// The sixteen bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The square the moving piece leaves; the king's in castling.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_low_bits((self.0.get() >> 6) as u8)
    }

    /// The square it goes to; the rook's in castling.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0.get() as u8)
    }

    /// What kind of move it is.
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

    /// What a pawn becomes by this move.
    #[inline]
    #[must_use]
    pub const fn promoted_to(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            MoveKind::Normal | MoveKind::Castle | MoveKind::EnPassant => None,
        }
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

/// A list of moves that needs no memory of its own.
///
/// It holds [`MoveList::CAPACITY`] moves, more than any position has: a position has at most
/// fifteen men beside the king, none with more than 27 destinations.
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

    /// Adds a move at the end.
    ///
    /// # Panics
    ///
    /// Panics if the list is full, which no position's moves can bring about.
    #[inline]
    pub fn push(&mut self, m: Move) {
        self.moves[self.len] = m;
        self.len += 1;
    }

    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves, to be put in another order.
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
