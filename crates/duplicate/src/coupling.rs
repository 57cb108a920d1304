//! Generates the moves that are legal on both boards of a player, in one pass over both.
//!
//! A player's twins stand on the same squares, and so do the two kings. So the two armies can be
//! treated as one army that faces two enemies at once:
//!
//! - the pieces that can move are those that stand on both boards;
//! - a slider stops at the first piece of either board, so its targets are those on a board that
//!   holds the pieces of both;
//! - a square is closed if either board has an own piece there, a move must answer the checks on
//!   both boards, a pin on either board counts, and the king avoids the attacks of both enemies;
//! - a pawn captures only if it captures something on each board; en passant counts.
//!
//! The generator hands sets of moves to the same visitors as the generator for one board. It never
//! builds the lists of the two boards; the tests compare it with the intersection of those lists.

use core::marker::PhantomData;

use chess::attacks::{self, Sliders, SlidingWork};
use chess::generator::{
    Black, Count, PawnField, Side, Visitor, White, check_answers, king_danger, origin,
};
use chess::{Bitboard, CastlingSide, Color, Move, Position, Role, Square};

use crate::SyncedMove;

/// The two boards of the player to move.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'p> {
    pub(crate) first: &'p Position,
    pub(crate) second: &'p Position,
}

impl Pair<'_> {
    /// Passes the common moves to a visitor. A pawn move that captures en passant on at least one
    /// board is reported as en passant; [`capture`] gives the actual move on each board.
    #[inline]
    pub(crate) fn visit<V: Visitor>(self, visitor: &mut V) {
        debug_assert_eq!(self.first.turn(), self.second.turn());
        match self.first.turn() {
            Color::White => self.visit_for::<White, V>(visitor),
            Color::Black => self.visit_for::<Black, V>(visitor),
        }
    }

    #[inline]
    fn visit_for<C: Side, V: Visitor>(self, visitor: &mut V) {
        attacks::with_sliders(Visit::<C, V> {
            pair: self,
            visitor,
            side: PhantomData,
        });
    }

    /// The number of common moves.
    #[inline]
    pub(crate) fn count(self) -> u64 {
        let mut count = Count::default();
        self.visit(&mut count);
        count.moves
    }

    /// Whether there is any common move.
    pub(crate) fn any(self) -> bool {
        self.count() > 0
    }
}

/// Move generation as a job for the fastest slider attacks of this processor.
struct Visit<'a, C, V> {
    pair: Pair<'a>,
    visitor: &'a mut V,
    side: PhantomData<C>,
}

impl<C: Side, V: Visitor> SlidingWork for Visit<'_, C, V> {
    type Output = ();

    #[inline(always)]
    fn run<A: Sliders>(self, sliders: A) {
        let army = Army::<C>::of(self.pair);
        army.king_moves(sliders, self.visitor);
        if self.pair.first.checkers().more_than_one() || self.pair.second.checkers().more_than_one()
        {
            return;
        }
        army.pawn_moves(self.visitor);
        army.piece_moves(sliders, self.visitor);
    }
}

/// Both armies of a player, treated as one.
struct Army<'p, C> {
    pair: Pair<'p>,
    /// The king's square, the same on both boards.
    king: Square,
    /// The pieces that can move: those with a living twin.
    lockstep: Bitboard,
    /// Squares occupied on either board.
    occupied: Bitboard,
    /// Squares without an own piece on either board.
    free: Bitboard,
    /// Target squares that answer the checks on both boards.
    answers: Bitboard,
    /// Pieces that are pinned on either board.
    pinned: Bitboard,
    side: PhantomData<C>,
}

impl<'p, C: Side> Army<'p, C> {
    #[inline(always)]
    fn of(pair: Pair<'p>) -> Army<'p, C> {
        let Pair { first, second } = pair;
        let (own, twin) = (
            first.board().by_color(C::COLOR),
            second.board().by_color(C::COLOR),
        );
        let king = first.king(C::COLOR);
        debug_assert_eq!(king, second.king(C::COLOR), "the kings share a square");
        Army {
            pair,
            king,
            lockstep: own & twin,
            occupied: first.board().occupied() | second.board().occupied(),
            free: !(own | twin),
            answers: check_answers(first, king) & check_answers(second, king),
            pinned: first.pinned() | second.pinned(),
            side: PhantomData,
        }
    }

    /// The pieces of this role that can move.
    #[inline(always)]
    fn movers(&self, role: Role) -> Bitboard {
        self.lockstep & self.pair.first.board().by_role(role)
    }

    #[inline(always)]
    fn piece_moves<A: Sliders, V: Visitor>(&self, sliders: A, visitor: &mut V) {
        let targets = self.free & self.answers;
        for from in self.movers(Role::Knight) - self.pinned {
            visitor.piece(Role::Knight, from, attacks::knight(from) & targets);
        }
        for from in self.movers(Role::Bishop) {
            let reached = sliders.bishop(from, self.occupied);
            visitor.piece(Role::Bishop, from, self.held(from, reached & targets));
        }
        for from in self.movers(Role::Rook) {
            let reached = sliders.rook(from, self.occupied);
            visitor.piece(Role::Rook, from, self.held(from, reached & targets));
        }
        for from in self.movers(Role::Queen) {
            let reached = sliders.bishop(from, self.occupied) | sliders.rook(from, self.occupied);
            visitor.piece(Role::Queen, from, self.held(from, reached & targets));
        }
    }

    /// The destinations that a pin leaves to a piece.
    #[inline(always)]
    fn held(&self, from: Square, to: Bitboard) -> Bitboard {
        if self.pinned.contains(from) {
            to & attacks::line(self.king, from)
        } else {
            to
        }
    }

    /// An ordinary capture needs a victim on both boards. En passant is checked pawn by pawn.
    #[inline(always)]
    fn pawn_moves<V: Visitor>(&self, visitor: &mut V) {
        let Pair { first, second } = self.pair;
        let pawns = self.movers(Role::Pawn);
        let field = PawnField {
            pawns,
            pinned: self.pinned,
            king: self.king,
            empty: !self.occupied,
            victims: first.board().by_color(!C::COLOR) & second.board().by_color(!C::COLOR),
            answers: self.answers,
        };
        field.visit::<C, V>(visitor);
        let passed = set_of(first.en_passant()) | set_of(second.en_passant());
        for to in passed {
            for from in attacks::pawn(!C::COLOR, to) & pawns {
                let is_legal_on =
                    |position: &Position| position.is_legal(capture(position, from, to));
                if [first, second].into_iter().all(is_legal_on) {
                    visitor.en_passant(from, to);
                }
            }
        }
    }

    #[inline(always)]
    fn king_moves<A: Sliders, V: Visitor>(&self, sliders: A, visitor: &mut V) {
        let Pair { first, second } = self.pair;
        let reached = attacks::king(self.king) & self.free;
        let mut rooks = first.castling().rooks_of(C::COLOR) & second.castling().rooks_of(C::COLOR);
        // If the king sees the rook past the pieces of both boards, the path is free on both.
        if rooks.any() && (first.checkers() | second.checkers()).is_empty() {
            rooks &= sliders.rook(self.king, self.occupied);
        } else {
            rooks = Bitboard::EMPTY;
        }
        if (reached | rooks).is_empty() {
            return;
        }
        let danger = king_danger::<C::Enemy, A>(first, sliders, self.king)
            | king_danger::<C::Enemy, A>(second, sliders, self.king);
        visitor.piece(Role::King, self.king, reached - danger);
        for rook in rooks {
            let to = CastlingSide::of_rook(self.king, rook).king_to(C::COLOR);
            let path = attacks::between(self.king, to) | to.bitboard();
            if path.is_disjoint(danger) {
                visitor.castle(self.king, rook);
            }
        }
    }
}

/// The pawn capture on a board, ordinary or en passant.
pub(crate) fn capture(position: &Position, from: Square, to: Square) -> Move {
    if position.en_passant() == Some(to) {
        Move::en_passant(from, to)
    } else {
        Move::normal(from, to)
    }
}

#[inline(always)]
fn set_of(square: Option<Square>) -> Bitboard {
    square.map_or(Bitboard::EMPTY, Square::bitboard)
}

/// Appends the moves to a list.
pub(crate) struct Append<'l>(pub(crate) &'l mut Vec<SyncedMove>);

impl Visitor for Append<'_> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        self.0
            .extend(to.into_iter().map(|to| SyncedMove::new(from, to)));
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        let moves = to.into_iter();
        self.0
            .extend(moves.map(|to| SyncedMove::new(origin(to, step), to)));
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for role in Role::PROMOTIONS {
                let m = SyncedMove::promotion_to(origin(to, step), to, role);
                self.0.extend(m);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.0.push(SyncedMove::new(from, to));
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.0.push(SyncedMove::of(Move::castle(king, rook)));
    }
}
