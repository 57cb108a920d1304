//! The moves that are legal on both boards of a player, found in one pass over both.
//!
//! A player's twins stand on the same squares and the two kings share one, so the two armies can
//! be read as one army that faces two enemies at once:
//!
//! - the movers are the pieces that stand on both boards;
//! - a slider reaches what is open on both, which is what it reaches when both boards' pieces are
//!   put on one: its line ends at the first piece of either;
//! - own pieces of either board close their squares, checks on both boards must be answered by
//!   the same square, a pin on either holds, and the king avoids what either enemy attacks;
//! - a pawn needs a victim on each board to capture, of whatever kind, en passant included.
//!
//! The moves come out as sets, for the same visitors as the moves of one board; the lists of the
//! two boards are never made. The tests compare it with the plain intersection of those lists.

use core::marker::PhantomData;

use chess::attacks::{self, Sliders, SlidingWork};
use chess::generator::{
    Black, Count, PawnField, Side, Visitor, White, check_answers, king_danger, origin,
};
use chess::{Bitboard, CastlingSide, Color, Move, Position, Role, Square};

use crate::SyncedMove;

/// The two boards of the player whose turn it is.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'p> {
    pub(crate) first: &'p Position,
    pub(crate) second: &'p Position,
}

impl Pair<'_> {
    /// Hands the common moves to a visitor. A pawn that captures en passant on one of the boards at
    /// least is told as that; [`capture`] is its move on each.
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

    /// How many common moves there are.
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

/// The generation as work for the best sliders there are.
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

/// Both armies of a player, read as one.
struct Army<'p, C> {
    pair: Pair<'p>,
    /// Where the king stands, on both boards.
    king: Square,
    /// The pieces that can move: those whose twins live.
    lockstep: Bitboard,
    /// What stands on either board.
    occupied: Bitboard,
    /// Squares that hold an own piece on neither board.
    free: Bitboard,
    /// Squares that answer the checks on both boards.
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

    /// The pieces of this kind that can move.
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

    /// What is left of a piece's destinations when it may be pinned.
    #[inline(always)]
    fn held(&self, from: Square, to: Bitboard) -> Bitboard {
        if self.pinned.contains(from) {
            to & attacks::line(self.king, from)
        } else {
            to
        }
    }

    /// A plain capture needs a victim on both boards; en passant is looked at pawn by pawn.
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
        // A rook that the king sees past the pieces of both boards has a free path on both.
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

/// The capture by which a pawn goes sideways on a board, plain or en passant.
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
