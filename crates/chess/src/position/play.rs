//! Making a move: the next position as a new value.
//!
//! This is copy-make (<https://www.chessprogramming.org/Copy-Make>): each kind of move has its own
//! function, generic over the side. It copies the position, passes the turn, moves the pieces and
//! finds the checks and pins of the side now to move.

use crate::{
    Bitboard, CastlingSide, Color, Move, MoveKind, Piece, Rank, Role, Square, attacks, zobrist,
};

use super::side::{Black, Side, White};
use super::{IllegalMove, Position};

impl Position {
    /// The position after a move.
    ///
    /// ```
    /// use fourfold_chess::{Color, Move, Position, Square};
    /// let start = Position::start();
    /// let e4 = start.play(start.parse_san("e4")?)?;
    /// assert_eq!(e4.turn(), Color::Black);
    /// assert!(start.play(Move::normal(Square::E2, Square::E5)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is not legal here.
    pub fn play(&self, m: Move) -> Result<Position, IllegalMove> {
        self.check_legal(m)?;
        Ok(self.play_unchecked(m))
    }

    /// The position after a move that is known to be legal here, such as one from
    /// [`legal_moves`](Position::legal_moves).
    ///
    /// Any other move gives some meaningless position, but never undefined behavior.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let start = Position::start();
    /// let replies: usize = start
    ///     .legal_moves()
    ///     .iter()
    ///     .map(|&m| start.play_unchecked(m).count_legal_moves())
    ///     .sum();
    /// assert_eq!(replies, 400);
    /// ```
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, m: Move) -> Position {
        match self.turn {
            Color::White => after::<White>(self, m),
            Color::Black => after::<Black>(self, m),
        }
    }

    /// The same where it is known what moves; in castling that is the king.
    #[inline]
    pub(crate) fn play_known(&self, role: Role, m: Move) -> Position {
        match self.turn {
            Color::White => after_known::<White>(self, role, m),
            Color::Black => after_known::<Black>(self, role, m),
        }
    }

    /// The position after the side to move has passed, as in [null move
    /// pruning](https://www.chessprogramming.org/Null_Move_Pruning); `None` if in check. The
    /// half-move clock advances.
    ///
    /// ```
    /// use fourfold_chess::{Color, Position};
    /// let pass = Position::start().play_null().ok_or("not in check")?;
    /// assert_eq!(pass.turn(), Color::Black);
    /// let check = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?;
    /// assert_eq!(check.play_null(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "null_move")]
    #[doc(alias = "swap_turn")]
    #[inline]
    #[must_use]
    pub fn play_null(&self) -> Option<Position> {
        if self.is_check() {
            return None;
        }
        let mut next = match self.turn {
            Color::White => self.successor::<White>(),
            Color::Black => self.successor::<Black>(),
        };
        next.halfmoves = self.halfmoves.saturating_add(1);
        next.find_checks_and_pins();
        Some(next)
    }

    /// A copy with the other side to move and without the state that lasts one move only.
    #[inline(always)]
    fn successor<C: Side>(&self) -> Position {
        let mut next = *self;
        next.turn = !C::COLOR;
        next.key ^= zobrist::BLACK_TO_MOVE;
        if let Some(square) = self.en_passant {
            next.key ^= zobrist::en_passant(square);
            next.en_passant = None;
        }
        next.fullmoves = self
            .fullmoves
            .saturating_add(u32::from(!C::COLOR.is_white()));
        next
    }

    /// Moves a piece onto a square known to be empty.
    #[inline(always)]
    fn shift_piece(&mut self, piece: Piece, from: Square, to: Square) {
        let both = from.bitboard() | to.bitboard();
        self.board.roles[piece.role] ^= both;
        self.board.colors[piece.color] ^= both;
        self.key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }

    /// Puts a piece on an empty square or takes it off its square.
    #[inline(always)]
    fn toggle_piece(&mut self, piece: Piece, square: Square) {
        self.board.roles[piece.role] ^= square.bitboard();
        self.board.colors[piece.color] ^= square.bitboard();
        self.key ^= zobrist::piece(piece, square);
    }

    /// Removes the enemy piece on a square; returns whether there was one.
    #[inline(always)]
    fn capture_on<C: Side>(&mut self, square: Square) -> bool {
        let captures = self.board.by_color(!C::COLOR).contains(square);
        if captures {
            let role = self.board.role_on_occupied(square);
            self.toggle_piece(Piece::new(!C::COLOR, role), square);
        }
        captures
    }

    /// Removes the castling rights of rooks on these squares.
    #[inline(always)]
    fn lose_castling(&mut self, squares: Bitboard) {
        let lost = self.castling.rooks() & squares;
        if lost.any() {
            self.key ^= zobrist::castling(lost);
            self.castling = self.castling.without(lost);
        }
    }

    /// Finds the checkers and the pinned pieces of the side to move.
    #[inline]
    pub(super) fn find_checks_and_pins(&mut self) {
        match self.turn {
            Color::White => self.find_line_checks_and_pins::<White>(),
            Color::Black => self.find_line_checks_and_pins::<Black>(),
        }
        let king = self.king(self.turn);
        let leapers = attacks::knight(king) & self.board.by_role(Role::Knight)
            | attacks::pawn(self.turn, king) & self.board.by_role(Role::Pawn);
        self.checkers |= leapers & self.board.by_color(!self.turn);
    }

    /// Finds the sliders that check the king of side `C`, which is to move, and the pieces they
    /// pin. An enemy slider aimed at the king gives check if nothing is in between, and pins if one
    /// piece of `C` is.
    #[inline(always)]
    fn find_line_checks_and_pins<C: Side>(&mut self) {
        let king = self.king(C::COLOR);
        let own = self.board.by_color(C::COLOR);
        let occupied = self.board.occupied();
        let aimed = self.board.sliders_aimed_at(king, !C::COLOR);
        self.checkers = Bitboard::EMPTY;
        self.pinned = Bitboard::EMPTY;
        for slider in aimed {
            let in_between = attacks::between(king, slider) & occupied;
            if in_between.is_empty() {
                self.checkers |= slider.bitboard();
            } else if !in_between.more_than_one() {
                self.pinned |= in_between & own;
            }
        }
    }
}

fn after<C: Side>(position: &Position, m: Move) -> Position {
    after_known::<C>(position, position.board.role_on_occupied(m.from()), m)
}

#[inline]
fn after_known<C: Side>(position: &Position, role: Role, m: Move) -> Position {
    let (from, to) = (m.from(), m.to());
    match m.kind() {
        MoveKind::Normal => match role {
            Role::Pawn if (from as u8).abs_diff(to as u8) == 16 => {
                after_double_push::<C>(position, from, to)
            }
            Role::Pawn => after_pawn::<C>(position, from, to),
            role => after_piece::<C>(position, role, from, to),
        },
        MoveKind::Castle => after_castle::<C>(position, from, to),
        MoveKind::EnPassant => after_en_passant::<C>(position, from, to),
        MoveKind::Promotion(role) => after_promotion::<C>(position, from, to, role),
    }
}

/// A piece other than a pawn moves or captures.
#[inline(always)]
pub(crate) fn after_piece<C: Side>(
    position: &Position,
    role: Role,
    from: Square,
    to: Square,
) -> Position {
    let mut next = position.successor::<C>();
    let captures = next.capture_on::<C>(to);
    next.halfmoves = if captures {
        0
    } else {
        position.halfmoves.saturating_add(1)
    };
    next.shift_piece(Piece::new(C::COLOR, role), from, to);
    next.lose_castling(if role == Role::King {
        C::rank(Rank::First) | to.bitboard()
    } else {
        from.bitboard() | to.bitboard()
    });
    next.find_line_checks_and_pins::<C::Enemy>();
    if role == Role::Knight {
        next.checkers |= attacks::knight(next.king(!C::COLOR)) & to.bitboard();
    }
    next
}

/// A pawn moves one square or captures, not to the last rank.
#[inline(always)]
pub(crate) fn after_pawn<C: Side>(position: &Position, from: Square, to: Square) -> Position {
    let mut next = position.successor::<C>();
    next.capture_on::<C>(to);
    next.halfmoves = 0;
    next.shift_piece(Piece::new(C::COLOR, Role::Pawn), from, to);
    next.lose_castling(to.bitboard());
    next.find_line_checks_and_pins::<C::Enemy>();
    next.add_pawn_check::<C>(to);
    next
}

/// A pawn makes a double step. The square it crossed is stored if a capture there is legal.
#[inline(always)]
pub(crate) fn after_double_push<C: Side>(
    position: &Position,
    from: Square,
    to: Square,
) -> Position {
    let mut next = position.successor::<C>();
    next.halfmoves = 0;
    next.shift_piece(Piece::new(C::COLOR, Role::Pawn), from, to);
    next.find_line_checks_and_pins::<C::Enemy>();
    next.add_pawn_check::<C>(to);
    let passed = Square::from_low_bits((from as u8 + to as u8) / 2);
    if next.en_passant_capturers(passed).any() && next.any_en_passant_to(passed) {
        next.en_passant = Some(passed);
        next.key ^= zobrist::en_passant(passed);
    }
    next
}

/// A pawn reaches the last rank.
#[inline(always)]
pub(crate) fn after_promotion<C: Side>(
    position: &Position,
    from: Square,
    to: Square,
    role: Role,
) -> Position {
    let mut next = position.successor::<C>();
    next.capture_on::<C>(to);
    next.halfmoves = 0;
    next.toggle_piece(Piece::new(C::COLOR, Role::Pawn), from);
    next.toggle_piece(Piece::new(C::COLOR, role), to);
    next.lose_castling(to.bitboard());
    next.find_line_checks_and_pins::<C::Enemy>();
    if role == Role::Knight {
        next.checkers |= attacks::knight(next.king(!C::COLOR)) & to.bitboard();
    }
    next
}

/// A pawn captures en passant.
#[inline(always)]
pub(crate) fn after_en_passant<C: Side>(position: &Position, from: Square, to: Square) -> Position {
    let mut next = position.successor::<C>();
    next.halfmoves = 0;
    next.toggle_piece(Piece::new(!C::COLOR, Role::Pawn), passed_pawn(from, to));
    next.shift_piece(Piece::new(C::COLOR, Role::Pawn), from, to);
    next.find_line_checks_and_pins::<C::Enemy>();
    next.add_pawn_check::<C>(to);
    next
}

/// The king on `king` castles with the rook on `rook`.
#[inline(always)]
pub(crate) fn after_castle<C: Side>(position: &Position, king: Square, rook: Square) -> Position {
    let mut next = position.successor::<C>();
    let side = CastlingSide::of_rook(king, rook);
    next.halfmoves = position.halfmoves.saturating_add(1);
    // Both are removed before either is placed: in Chess960 they may land on each other's squares.
    next.toggle_piece(Piece::new(C::COLOR, Role::King), king);
    next.toggle_piece(Piece::new(C::COLOR, Role::Rook), rook);
    next.toggle_piece(Piece::new(C::COLOR, Role::King), side.king_to(C::COLOR));
    next.toggle_piece(Piece::new(C::COLOR, Role::Rook), side.rook_to(C::COLOR));
    next.lose_castling(C::rank(Rank::First));
    next.find_line_checks_and_pins::<C::Enemy>();
    next
}

/// The square of the pawn captured en passant: the file of the target, the rank of the origin.
#[inline]
pub(super) fn passed_pawn(from: Square, to: Square) -> Square {
    Square::new(to.file(), from.rank())
}

impl Position {
    /// Adds the check, if any, of a pawn of side `C` that has just arrived on `to`.
    #[inline(always)]
    fn add_pawn_check<C: Side>(&mut self, to: Square) {
        self.checkers |= attacks::pawn(!C::COLOR, self.king(!C::COLOR)) & to.bitboard();
    }
}
