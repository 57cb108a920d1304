//! Legal moves as sets of destinations.
//!
//! The generator is strictly legal: it never makes a pseudo-legal move and takes it back. A check
//! restricts where pieces may go (capture the checker or interpose), a pin restricts a piece to its
//! line, and the king avoids attacked squares
//! (<https://www.chessprogramming.org/Move_Generation#Legal>). A [`Visitor`] receives the moves in
//! sets, one for each piece and, for pawns, one for each direction. Counting therefore needs no
//! list, and move lists, destination tables and perft all use the same generator.

use core::marker::PhantomData;

use crate::attacks::{self, Sliders, SlidingWork};
use crate::castling::CastlingPath;
use crate::{Bitboard, Color, File, Rank, Role, Square};

use super::Position;
use super::side::{Black, Side, White};
use super::visitor::Visitor;

/// Which legal moves to generate.
pub(crate) trait Stage {
    /// Captures and promotions.
    const CAPTURES: bool;
    /// Everything else.
    const QUIETS: bool;
}

/// All legal moves.
pub(crate) struct AllMoves;

/// Captures and promotions only.
pub(crate) struct Captures;

/// Neither captures nor promotions.
pub(crate) struct Quiets;

impl Stage for AllMoves {
    const CAPTURES: bool = true;
    const QUIETS: bool = true;
}

impl Stage for Captures {
    const CAPTURES: bool = true;
    const QUIETS: bool = false;
}

impl Stage for Quiets {
    const CAPTURES: bool = false;
    const QUIETS: bool = true;
}

/// Hands the legal moves of a position to a visitor.
#[inline]
pub(crate) fn generate<S: Stage, V: Visitor>(position: &Position, visitor: &mut V) {
    match position.turn() {
        Color::White => generate_for::<White, S, V>(position, visitor),
        Color::Black => generate_for::<Black, S, V>(position, visitor),
    }
}

/// Like [`generate`], with the side to move known at compile time.
#[inline]
pub(crate) fn generate_for<C: Side, S: Stage, V: Visitor>(position: &Position, visitor: &mut V) {
    attacks::with_sliders(Generation::<C, S, V> {
        position,
        visitor,
        choice: PhantomData,
    });
}

/// Move generation as work for the best slider lookup of the machine.
struct Generation<'a, C, S, V> {
    position: &'a Position,
    visitor: &'a mut V,
    choice: PhantomData<(C, S)>,
}

impl<C: Side, S: Stage, V: Visitor> SlidingWork for Generation<'_, C, S, V> {
    type Output = ();

    #[inline(always)]
    fn run<A: Sliders>(self, sliders: A) {
        legal_moves::<C, S, A, V>(self.position, sliders, self.visitor);
    }
}

/// Like [`generate_for`], with the slider lookup known at compile time.
#[inline(always)]
pub(crate) fn legal_moves<C: Side, S: Stage, A: Sliders, V: Visitor>(
    position: &Position,
    sliders: A,
    visitor: &mut V,
) {
    let king = position.king(C::COLOR);
    let own = position.board.by_color(C::COLOR);
    let enemy = position.board.by_color(!C::COLOR);
    let wanted = match (S::CAPTURES, S::QUIETS) {
        (true, true) => !own,
        (true, false) => enemy,
        _ => !(own | enemy),
    };

    king_moves::<C, S, A, V>(position, sliders, king, wanted, visitor);
    if position.checkers.more_than_one() {
        return;
    }
    let answers = check_answers(position, king);
    pawn_moves::<C, S, V>(position, king, answers, visitor);
    if S::CAPTURES
        && let Some(to) = position.en_passant
    {
        for from in position.en_passant_capturers(to) {
            if position.en_passant_keeps_king_safe(from, to) {
                visitor.en_passant(from, to);
            }
        }
    }
    piece_moves::<C, A, V>(position, sliders, king, wanted & answers, visitor);
}

#[inline(always)]
fn piece_moves<C: Side, A: Sliders, V: Visitor>(
    position: &Position,
    sliders: A,
    king: Square,
    targets: Bitboard,
    visitor: &mut V,
) {
    let board = &position.board;
    let occupied = board.occupied();
    let pinned = position.pinned;
    let free = board.by_color(C::COLOR) - pinned;

    for from in free & board.by_role(Role::Knight) {
        visitor.piece(Role::Knight, from, attacks::knight(from) & targets);
    }
    for from in free & board.by_role(Role::Bishop) {
        visitor.piece(Role::Bishop, from, sliders.bishop(from, occupied) & targets);
    }
    for from in free & board.by_role(Role::Rook) {
        visitor.piece(Role::Rook, from, sliders.rook(from, occupied) & targets);
    }
    for from in free & board.by_role(Role::Queen) {
        let reached = sliders.bishop(from, occupied) | sliders.rook(from, occupied);
        visitor.piece(Role::Queen, from, reached & targets);
    }
    if pinned.any() {
        pinned_pieces::<A, V>(position, sliders, king, targets, visitor);
    }
}

/// A pinned slider stays on the line of its pin; a pinned knight cannot move at all.
#[inline(always)]
fn pinned_pieces<A: Sliders, V: Visitor>(
    position: &Position,
    sliders: A,
    king: Square,
    targets: Bitboard,
    visitor: &mut V,
) {
    let board = &position.board;
    let occupied = board.occupied();
    for from in position.pinned & board.by_role(Role::Bishop) {
        let reached = sliders.bishop(from, occupied) & attacks::line(king, from);
        visitor.piece(Role::Bishop, from, reached & targets);
    }
    for from in position.pinned & board.by_role(Role::Rook) {
        let reached = sliders.rook(from, occupied) & attacks::line(king, from);
        visitor.piece(Role::Rook, from, reached & targets);
    }
    for from in position.pinned & board.by_role(Role::Queen) {
        let reached = sliders.bishop(from, occupied) | sliders.rook(from, occupied);
        visitor.piece(
            Role::Queen,
            from,
            reached & attacks::line(king, from) & targets,
        );
    }
}

#[inline(always)]
fn pawn_moves<C: Side, S: Stage, V: Visitor>(
    position: &Position,
    king: Square,
    answers: Bitboard,
    visitor: &mut V,
) {
    let field = PawnField {
        pawns: position.board.pieces(C::COLOR, Role::Pawn),
        pinned: position.pinned,
        king,
        empty: !position.board.occupied(),
        victims: position.board.by_color(!C::COLOR),
        answers,
    };
    field.visit_stage::<C, S, V>(visitor);
}

/// The input for pawn moves other than en passant.
pub struct PawnField {
    /// The pawns.
    pub pawns: Bitboard,
    /// Pieces that must stay on the line of their pin.
    pub pinned: Bitboard,
    /// The king of the pawns' side.
    pub king: Square,
    /// Squares that a pawn can move to.
    pub empty: Bitboard,
    /// Squares that a pawn can capture on.
    pub victims: Bitboard,
    /// Squares that answer a check; all squares if there is none.
    pub answers: Bitboard,
}

impl PawnField {
    /// Visits the moves of the pawns.
    #[inline(always)]
    pub fn visit<C: Side, V: Visitor>(&self, visitor: &mut V) {
        self.visit_stage::<C, AllMoves, V>(visitor);
    }

    /// Free pawns move as whole sets; pinned ones, which are rare, one by one along their line.
    #[inline(always)]
    fn visit_stage<C: Side, S: Stage, V: Visitor>(&self, visitor: &mut V) {
        let mut pinned = (self.pawns & self.pinned).into_iter();
        let (mut pawns, mut answers) = (self.pawns - self.pinned, self.answers);
        // One loop, because what a visitor does is compiled into each call.
        loop {
            self.visit_set::<C, S, V>(pawns, answers, visitor);
            let Some(from) = pinned.next() else {
                return;
            };
            pawns = from.bitboard();
            answers = self.answers & attacks::line(self.king, from);
        }
    }

    #[inline(always)]
    fn visit_set<C: Side, S: Stage, V: Visitor>(
        &self,
        pawns: Bitboard,
        answers: Bitboard,
        visitor: &mut V,
    ) {
        let empty = self.empty;
        let victims = self.victims & answers;
        let last = C::rank(Rank::Eighth);
        let steps = pawns.shift(C::FORWARD) & empty;
        let to_west = (pawns - Bitboard::from(File::A)).shift(C::CAPTURE_WEST) & victims;
        let to_east = (pawns - Bitboard::from(File::H)).shift(C::CAPTURE_EAST) & victims;

        if S::QUIETS {
            let double_steps = (steps & C::rank(Rank::Third)).shift(C::FORWARD) & empty & answers;
            visitor.pawns(C::FORWARD, (steps & answers) - last);
            visitor.double_pushes(2 * C::FORWARD, double_steps);
        }
        if S::CAPTURES {
            visitor.pawns(C::CAPTURE_WEST, to_west - last);
            visitor.pawns(C::CAPTURE_EAST, to_east - last);
            if (pawns & C::rank(Rank::Seventh)).any() {
                let ways = [
                    (C::FORWARD, steps & answers),
                    (C::CAPTURE_WEST, to_west),
                    (C::CAPTURE_EAST, to_east),
                ];
                for (step, to) in ways {
                    visitor.promotions(step, to & last);
                }
            }
        }
    }
}

#[inline(always)]
fn king_moves<C: Side, S: Stage, A: Sliders, V: Visitor>(
    position: &Position,
    sliders: A,
    king: Square,
    wanted: Bitboard,
    visitor: &mut V,
) {
    let reached = attacks::king(king) & wanted;
    // Castling needs a rook that the king sees. Usually there is none, which settles the matter.
    let mut rooks = position.castling.rooks_of(C::COLOR);
    if S::QUIETS && rooks.any() && position.checkers.is_empty() {
        rooks &= sliders.rook(king, position.board.occupied());
    } else {
        rooks = Bitboard::EMPTY;
    }
    if (reached | rooks).is_empty() {
        return;
    }
    let danger = king_danger::<C::Enemy, A>(position, sliders, king);
    visitor.piece(Role::King, king, reached - danger);
    for rook in rooks {
        if can_castle_across(position, king, rook, danger) {
            visitor.castle(king, rook);
        }
    }
}

/// The squares that answer a check for pieces other than the king on `king`: the checker's square
/// and those between. All squares if there is no check.
///
/// ```
/// use fourfold_chess::{Position, Square, generator};
/// let position = Position::from_fen("4r1k1/8/8/8/8/8/3R4/4K3 w - - 0 1")?;
/// let answers = generator::check_answers(&position, Square::E1);
/// assert_eq!(answers.len(), 7); // e2 to e8
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline(always)]
#[must_use]
pub fn check_answers(position: &Position, king: Square) -> Bitboard {
    match position.checkers.first() {
        Some(checker) => attacks::between(king, checker) | position.checkers,
        None => Bitboard::ALL,
    }
}

/// The squares on which the enemy `E` would attack the king on `king`. The king does not block
/// lines: it cannot flee from a slider along the line of the check.
///
/// ```
/// use fourfold_chess::attacks::{Sliders, SlidingWork, with_sliders};
/// use fourfold_chess::generator::{Black, king_danger};
/// use fourfold_chess::{Bitboard, Position, Square};
///
/// struct Danger<'p>(&'p Position);
///
/// impl SlidingWork for Danger<'_> {
///     type Output = Bitboard;
///
///     #[inline(always)]
///     fn run<S: Sliders>(self, sliders: S) -> Bitboard {
///         king_danger::<Black, S>(self.0, sliders, Square::E2)
///     }
/// }
///
/// // The rook's line continues behind the king.
/// let position = Position::from_fen("4r1k1/8/8/8/8/8/4K3/8 w - - 0 1")?;
/// assert!(with_sliders(Danger(&position)).contains(Square::E1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline(always)]
#[must_use]
pub fn king_danger<E: Side, A: Sliders>(position: &Position, sliders: A, king: Square) -> Bitboard {
    let board = &position.board;
    let enemy = board.by_color(E::COLOR);
    let occupied = board.occupied() ^ king.bitboard();
    let pawns = enemy & board.by_role(Role::Pawn);

    let mut danger = (pawns - Bitboard::from(File::A)).shift(E::CAPTURE_WEST)
        | (pawns - Bitboard::from(File::H)).shift(E::CAPTURE_EAST)
        | attacks::king(position.king(E::COLOR));
    for from in enemy & board.by_role(Role::Knight) {
        danger |= attacks::knight(from);
    }
    for from in board.bishops_and_queens(E::COLOR) {
        danger |= sliders.bishop(from, occupied);
    }
    for from in board.rooks_and_queens(E::COLOR) {
        danger |= sliders.rook(from, occupied);
    }
    danger
}

/// Whether a king that is not in check and has the right can castle with this rook: the squares
/// that the two cross and reach are empty, and those of the king are not attacked.
///
/// In Chess960 a rook may be pinned on the first rank. Castling would then expose the king.
#[inline(always)]
fn can_castle_across(position: &Position, king: Square, rook: Square, danger: Bitboard) -> bool {
    let path = CastlingPath::new(position.turn, king, rook);
    let others = position.board.occupied() - king.bitboard() - rook.bitboard();
    path.both.is_disjoint(others)
        && path.king.is_disjoint(danger)
        && !position.pinned.contains(rook)
}
