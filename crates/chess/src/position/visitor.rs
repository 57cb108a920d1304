//! Visitors of legal moves: counts, lists and sets of destinations.

use crate::{Bitboard, Move, MoveList, Role, Square};

/// Receives legal moves in sets.
///
/// ```
/// use fourfold_chess::{Bitboard, Role, Square};
/// use fourfold_chess::generator::{PawnField, Visitor, White};
///
/// /// Counts promotions.
/// struct Promotions(u32);
///
/// impl Visitor for Promotions {
///     fn piece(&mut self, _: Role, _: Square, _: Bitboard) {}
///     fn pawns(&mut self, _: i8, _: Bitboard) {}
///     fn promotions(&mut self, _: i8, to: Bitboard) {
///         self.0 += 4 * to.len();
///     }
///     fn en_passant(&mut self, _: Square, _: Square) {}
///     fn castle(&mut self, _: Square, _: Square) {}
/// }
///
/// let field = PawnField {
///     pawns: Square::B7.bitboard(),
///     pinned: Bitboard::EMPTY,
///     king: Square::E1,
///     empty: !Square::A8.bitboard(),
///     victims: Square::A8.bitboard(),
///     answers: Bitboard::ALL,
/// };
/// let mut promotions = Promotions(0);
/// field.visit::<White, _>(&mut promotions);
/// assert_eq!(promotions.0, 8); // b8 and bxa8, four pieces each
/// ```
pub trait Visitor {
    /// A piece other than a pawn can move from `from` to each square of `to`.
    fn piece(&mut self, role: Role, from: Square, to: Bitboard);

    /// A pawn can move or capture to each square of `to`, each from the square `step` indices
    /// before it.
    fn pawns(&mut self, step: i8, to: Bitboard);

    /// A pawn can make a double step to each square of `to`.
    #[inline(always)]
    fn double_pushes(&mut self, step: i8, to: Bitboard) {
        self.pawns(step, to);
    }

    /// A pawn can promote on each square of `to`, to any of four pieces.
    fn promotions(&mut self, step: i8, to: Bitboard);

    /// The pawn can capture en passant.
    fn en_passant(&mut self, from: Square, to: Square);

    /// The king can castle with the rook.
    fn castle(&mut self, king: Square, rook: Square);
}
/// Counts moves without listing them.
///
/// ```
/// use fourfold_chess::generator::{Count, PawnField, White};
/// use fourfold_chess::{Bitboard, Rank, Square};
/// let field = PawnField {
///     pawns: Bitboard::from(Rank::Second),
///     pinned: Bitboard::EMPTY,
///     king: Square::E1,
///     empty: Bitboard::ALL,
///     victims: Bitboard::EMPTY,
///     answers: Bitboard::ALL,
/// };
/// let mut count = Count::default();
/// field.visit::<White, _>(&mut count);
/// assert_eq!(count.moves, 16);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// How many so far.
    pub moves: u64,
}

impl Visitor for Count {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, to: Bitboard) {
        self.moves += u64::from(to.len());
    }

    #[inline(always)]
    fn pawns(&mut self, _: i8, to: Bitboard) {
        self.moves += u64::from(to.len());
    }

    #[inline(always)]
    fn promotions(&mut self, _: i8, to: Bitboard) {
        self.moves += 4 * u64::from(to.len());
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.moves += 1;
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square) {
        self.moves += 1;
    }
}

/// The square from which a pawn comes that arrives on `to` with this step.
///
/// ```
/// use fourfold_chess::{Square, generator};
/// assert_eq!(generator::origin(Square::E4, 16), Square::E2); // a double step of White
/// assert_eq!(generator::origin(Square::D5, -9), Square::E6); // Black captures toward a
/// ```
#[inline(always)]
#[must_use]
pub fn origin(to: Square, step: i8) -> Square {
    Square::from_low_bits((to as u8).wrapping_sub(step as u8))
}

impl Visitor for MoveList {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        for to in to {
            self.push(Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        for to in to {
            self.push(Move::normal(origin(to, step), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for role in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                self.extend(Move::promotion(origin(to, step), to, role));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(Move::en_passant(from, to));
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.push(Move::castle(king, rook));
    }
}
