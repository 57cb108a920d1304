//! The moves that are legal on both boards of a player, found in one pass over both.
//!
//! A player's twins stand on the same squares and his two kings share one, so his two armies can
//! be read as one army that faces two enemies at once:
//!
//! - the movers are the pieces that stand on both boards;
//! - a slider reaches what is open on both, which is what it reaches when both boards' pieces are
//!   put on one: its line ends at the first piece of either;
//! - own pieces of either board close their squares, checks on both boards must be answered by
//!   the same square, a pin on either holds, and the king avoids what either enemy attacks;
//! - a pawn needs a victim on each board to capture, of whatever kind, en passant included.
//!
//! What comes out are sets, as in the generator of one board; the lists of the two boards are
//! never made. The tests compare it with the plain intersection of those lists.

use chess::attacks::{self, Sliders, SlidingWork};
use chess::{Bitboard, CastlingSide, Color, File, Move, Position, Rank, Role, Square};

use crate::SyncedMove;

/// The two boards of the player whose turn it is.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'p> {
    pub(crate) first: &'p Position,
    pub(crate) second: &'p Position,
}

/// Takes the common moves of two boards as they are found.
pub(crate) trait Sink {
    /// A piece that is not a pawn can go from here to each of these squares.
    fn piece(&mut self, from: Square, to: Bitboard);

    /// Pawns can go to each of these squares, each from the square `step` indices before it, and
    /// do not promote there.
    fn pawns(&mut self, step: i8, to: Bitboard);

    /// Pawns can promote on each of these squares, each to any of four pieces.
    fn promotions(&mut self, step: i8, to: Bitboard);

    /// A pawn captures en passant on one of the boards at least; these are its moves on each.
    fn en_passant(&mut self, first: Move, second: Move);

    /// The king can castle with the rook.
    fn castle(&mut self, king: Square, rook: Square);
}

impl Pair<'_> {
    /// Hands the common moves to a sink.
    #[inline]
    pub(crate) fn visit<S: Sink>(self, sink: &mut S) {
        debug_assert_eq!(self.first.turn(), self.second.turn());
        match self.first.turn() {
            Color::White => attacks::with_sliders(Visit::<true, S> { pair: self, sink }),
            Color::Black => attacks::with_sliders(Visit::<false, S> { pair: self, sink }),
        }
    }

    /// How many common moves there are.
    #[inline]
    pub(crate) fn count(self) -> u64 {
        let mut count = Count { moves: 0 };
        self.visit(&mut count);
        count.moves
    }

    /// Whether there is any common move.
    pub(crate) fn any(self) -> bool {
        self.count() > 0
    }
}

/// The generation as work for the best sliders there are.
struct Visit<'a, const WHITE: bool, S> {
    pair: Pair<'a>,
    sink: &'a mut S,
}

impl<const WHITE: bool, S: Sink> SlidingWork for Visit<'_, WHITE, S> {
    type Output = ();

    #[inline(always)]
    fn run<A: Sliders>(self, sliders: A) {
        let army = Army::<WHITE>::of(self.pair);
        army.king_moves(sliders, self.sink);
        if self.pair.first.checkers().more_than_one() || self.pair.second.checkers().more_than_one()
        {
            return;
        }
        army.pawn_moves(self.sink);
        army.piece_moves(sliders, self.sink);
    }
}

/// Both armies of a player, read as one.
struct Army<'p, const WHITE: bool> {
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
}

impl<'p, const WHITE: bool> Army<'p, WHITE> {
    const COLOR: Color = if WHITE { Color::White } else { Color::Black };
    const FORWARD: i8 = if WHITE { 8 } else { -8 };

    #[inline(always)]
    fn of(pair: Pair<'p>) -> Army<'p, WHITE> {
        let Pair { first, second } = pair;
        let (own, twin) = (
            first.board().by_color(Self::COLOR),
            second.board().by_color(Self::COLOR),
        );
        let king = first.king(Self::COLOR);
        debug_assert_eq!(king, second.king(Self::COLOR), "the kings share a square");
        Army {
            pair,
            king,
            lockstep: own & twin,
            occupied: first.board().occupied() | second.board().occupied(),
            free: !(own | twin),
            answers: answers(first, king) & answers(second, king),
            pinned: first.pinned() | second.pinned(),
        }
    }

    /// The pieces of this kind that can move.
    #[inline(always)]
    fn movers(&self, role: Role) -> Bitboard {
        self.lockstep & self.pair.first.board().by_role(role)
    }

    #[inline(always)]
    fn piece_moves<A: Sliders, S: Sink>(&self, sliders: A, sink: &mut S) {
        let targets = self.free & self.answers;
        for from in self.movers(Role::Knight) - self.pinned {
            sink.piece(from, attacks::knight(from) & targets);
        }
        for from in self.movers(Role::Bishop) {
            let reached = sliders.bishop(from, self.occupied);
            sink.piece(from, self.held(from, reached & targets));
        }
        for from in self.movers(Role::Rook) {
            let reached = sliders.rook(from, self.occupied);
            sink.piece(from, self.held(from, reached & targets));
        }
        for from in self.movers(Role::Queen) {
            let reached = sliders.bishop(from, self.occupied) | sliders.rook(from, self.occupied);
            sink.piece(from, self.held(from, reached & targets));
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

    #[inline(always)]
    fn pawn_moves<S: Sink>(&self, sink: &mut S) {
        let pawns = self.movers(Role::Pawn);
        self.pawn_set(pawns - self.pinned, self.answers, sink);
        for from in pawns & self.pinned {
            let on_line = self.answers & attacks::line(self.king, from);
            self.pawn_set(from.bitboard(), on_line, sink);
        }
        let Pair { first, second } = self.pair;
        let passed = set_of(first.en_passant()) | set_of(second.en_passant());
        for to in passed {
            for from in attacks::pawn(!Self::COLOR, to) & pawns {
                if let Some(first) = capture(first, from, to)
                    && let Some(second) = capture(second, from, to)
                {
                    sink.en_passant(first, second);
                }
            }
        }
    }

    /// Steps and plain captures; both boards must allow a capture.
    #[inline(always)]
    fn pawn_set<S: Sink>(&self, pawns: Bitboard, answers: Bitboard, sink: &mut S) {
        let Pair { first, second } = self.pair;
        let victims =
            first.board().by_color(!Self::COLOR) & second.board().by_color(!Self::COLOR) & answers;
        let last = Bitboard::from(Rank::Eighth.relative_to(Self::COLOR));
        let third = Bitboard::from(Rank::Third.relative_to(Self::COLOR));
        let (west, east) = (Self::FORWARD - 1, Self::FORWARD + 1);

        let steps = shift(pawns, Self::FORWARD) - self.occupied;
        let double_steps = shift(steps & third, Self::FORWARD) - self.occupied;
        let to_west = shift(pawns - Bitboard::from(File::A), west) & victims;
        let to_east = shift(pawns - Bitboard::from(File::H), east) & victims;
        sink.pawns(Self::FORWARD, (steps & answers) - last);
        sink.pawns(2 * Self::FORWARD, double_steps & answers);
        sink.pawns(west, to_west - last);
        sink.pawns(east, to_east - last);
        if (pawns & Bitboard::from(Rank::Seventh.relative_to(Self::COLOR))).any() {
            sink.promotions(Self::FORWARD, steps & answers & last);
            sink.promotions(west, to_west & last);
            sink.promotions(east, to_east & last);
        }
    }

    #[inline(always)]
    fn king_moves<A: Sliders, S: Sink>(&self, sliders: A, sink: &mut S) {
        let Pair { first, second } = self.pair;
        let reached = attacks::king(self.king) & self.free;
        let mut rooks =
            first.castling().rooks_of(Self::COLOR) & second.castling().rooks_of(Self::COLOR);
        // A rook that the king sees past the pieces of both boards has a free path on both.
        if rooks.any() && (first.checkers() | second.checkers()).is_empty() {
            rooks &= sliders.rook(self.king, self.occupied);
        } else {
            rooks = Bitboard::EMPTY;
        }
        if (reached | rooks).is_empty() {
            return;
        }
        let danger = self.danger(first, sliders) | self.danger(second, sliders);
        sink.piece(self.king, reached - danger);
        for rook in rooks {
            let to = CastlingSide::of_rook(self.king, rook).king_to(Self::COLOR);
            let path = attacks::between(self.king, to) | to.bitboard();
            if path.is_disjoint(danger) {
                sink.castle(self.king, rook);
            }
        }
    }

    /// The squares where the king would be attacked on one board. The king itself hides nothing.
    #[inline(always)]
    fn danger<A: Sliders>(&self, position: &Position, sliders: A) -> Bitboard {
        let board = position.board();
        let enemy = !Self::COLOR;
        let occupied = board.occupied() ^ self.king.bitboard();
        let pawns = board.pieces(enemy, Role::Pawn);
        let back = -Self::FORWARD;
        let mut danger = shift(pawns - Bitboard::from(File::A), back - 1)
            | shift(pawns - Bitboard::from(File::H), back + 1)
            | attacks::king(position.king(enemy));
        for from in board.pieces(enemy, Role::Knight) {
            danger |= attacks::knight(from);
        }
        for from in board.bishops_and_queens(enemy) {
            danger |= sliders.bishop(from, occupied);
        }
        for from in board.rooks_and_queens(enemy) {
            danger |= sliders.rook(from, occupied);
        }
        danger
    }
}

/// The squares on which a piece other than the king answers the check on a board, if there is one.
#[inline(always)]
fn answers(position: &Position, king: Square) -> Bitboard {
    match position.checkers().first() {
        Some(checker) => attacks::between(king, checker) | position.checkers(),
        None => Bitboard::ALL,
    }
}

/// The legal capture by which a pawn goes sideways, plain or en passant.
fn capture(position: &Position, from: Square, to: Square) -> Option<Move> {
    let m = if position.en_passant() == Some(to) {
        Move::en_passant(from, to)
    } else {
        Move::normal(from, to)
    };
    position.is_legal(m).then_some(m)
}

#[inline(always)]
fn set_of(square: Option<Square>) -> Bitboard {
    square.map_or(Bitboard::EMPTY, Square::bitboard)
}

/// Moves every square by this many indices, up the board if positive.
#[inline(always)]
const fn shift(squares: Bitboard, by: i8) -> Bitboard {
    if by >= 0 {
        Bitboard(squares.0 << by)
    } else {
        Bitboard(squares.0 >> -by)
    }
}

/// The square from which a pawn that makes this step arrives here.
#[inline(always)]
pub(crate) fn origin(to: Square, step: i8) -> Square {
    Square::ALL[usize::from((to as u8).wrapping_sub(step as u8) & 63)]
}

/// Counts moves without listing them.
struct Count {
    moves: u64,
}

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, to: Bitboard) {
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
    fn en_passant(&mut self, _: Move, _: Move) {
        self.moves += 1;
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square) {
        self.moves += 1;
    }
}

impl Sink for Vec<SyncedMove> {
    #[inline(always)]
    fn piece(&mut self, from: Square, to: Bitboard) {
        self.extend(to.into_iter().map(|to| SyncedMove::new(from, to)));
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        self.extend(
            to.into_iter()
                .map(|to| SyncedMove::new(origin(to, step), to)),
        );
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for role in Role::PROMOTIONS {
                self.extend(SyncedMove::promotion_to(origin(to, step), to, role));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, first: Move, _: Move) {
        self.push(SyncedMove::new(first.from(), first.to()));
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.push(SyncedMove::of(Move::castle(king, rook)));
    }
}
