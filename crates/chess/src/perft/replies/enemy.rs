//! The side that replies: its moves after a pass.

use crate::attacks::{self, Sliders};
use crate::castling::CastlingPath;
use crate::position::{Count, PawnField, Side};
use crate::{Bitboard, Position, Rank, Role, Square};

use super::guard::captures_of_pawns;

/// The side that replies, as if the side to move had passed.
pub(super) struct Enemy {
    pub(super) king: Square,
    pub(super) pieces: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) straight: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) pinned: Bitboard,
    /// The lines from the king to the sliders aimed at it. A move elsewhere changes no check and no
    /// pin, unless a slider lands there.
    pub(super) king_lines: Bitboard,
    /// Pawns and all squares that matter to them.
    pub(super) pawn_zone: Bitboard,
    /// The squares that sliders see, where they can be opened or blocked.
    pub(super) seen: Bitboard,
    pub(super) pawn_moves: u32,
    pub(super) knight_moves: u32,
    pub(super) slider_moves: u32,
    pub(super) castles: [Option<Castle>; 2],
    /// Whether the king has a square to go to, attacked or not.
    pub(super) king_is_mobile: bool,
}

/// A castling move that the enemy may have.
#[derive(Clone, Copy)]
pub(super) struct Castle {
    pub(super) rook: Bitboard,
    /// The squares that must be empty.
    pub(super) empty: Bitboard,
    /// The squares that must not be attacked.
    pub(super) safe: Bitboard,
}

impl Enemy {
    /// Counts the replies to a pass, except those of the king, which depend on more than two
    /// squares.
    #[inline(always)]
    pub(super) fn new<E: Side, A: Sliders>(position: &Position, sliders: A) -> Enemy {
        let board = position.board();
        let king = position.king(E::COLOR);
        let pieces = board.by_color(E::COLOR);
        let occupied = board.occupied();
        let mut enemy = Enemy {
            king,
            pieces,
            diagonal: board.bishops_and_queens(E::COLOR),
            straight: board.rooks_and_queens(E::COLOR),
            knights: board.pieces(E::COLOR, Role::Knight),
            pinned: Bitboard::EMPTY,
            king_lines: Bitboard::EMPTY,
            pawn_zone: Bitboard::EMPTY,
            seen: Bitboard::EMPTY,
            pawn_moves: 0,
            knight_moves: 0,
            slider_moves: 0,
            castles: [None; 2],
            king_is_mobile: false,
        };
        for slider in board.sliders_aimed_at(king, !E::COLOR) {
            let line = attacks::between(king, slider);
            enemy.king_lines |= line | slider.bitboard();
            if !(line & occupied).more_than_one() {
                enemy.pinned |= line & pieces;
            }
        }
        for knight in enemy.knights - enemy.pinned {
            enemy.knight_moves += (attacks::knight(knight) - pieces).len();
        }
        for slider in enemy.diagonal {
            let sight = sliders.bishop(slider, occupied);
            enemy.seen |= sight;
            enemy.slider_moves += enemy.moves(slider, sight);
        }
        for slider in enemy.straight {
            let sight = sliders.rook(slider, occupied);
            enemy.seen |= sight;
            enemy.slider_moves += enemy.moves(slider, sight);
        }
        enemy.count_pawns::<E>(board.pieces(E::COLOR, Role::Pawn), occupied);
        enemy.find_castles::<E>(position);
        enemy.king_is_mobile = (attacks::king(king) - pieces).any() || enemy.castles[0].is_some();
        enemy
    }

    #[inline(always)]
    fn count_pawns<E: Side>(&mut self, pawns: Bitboard, occupied: Bitboard) {
        let steps = pawns.shift(E::FORWARD);
        self.pawn_zone = pawns
            | steps
            | (steps & E::rank(Rank::Third)).shift(E::FORWARD)
            | captures_of_pawns::<E>(pawns);
        self.pawn_moves = pawn_count::<E>(&PawnField {
            pawns,
            pinned: self.pinned,
            king: self.king,
            empty: !occupied,
            victims: occupied - self.pieces,
            answers: Bitboard::ALL,
        });
    }

    #[inline(always)]
    fn find_castles<E: Side>(&mut self, position: &Position) {
        let rooks = position.castling().rooks_of(E::COLOR) - self.pinned;
        for (castle, rook) in self.castles.iter_mut().zip(rooks) {
            let path = CastlingPath::new(E::COLOR, self.king, rook);
            *castle = Some(Castle {
                rook: rook.bitboard(),
                empty: path.both - rook.bitboard() - self.king.bitboard(),
                safe: path.king,
            });
        }
    }

    /// The number of moves of a slider that sees these squares.
    #[inline(always)]
    pub(super) fn moves(&self, slider: Square, sight: Bitboard) -> u32 {
        let mut to = sight - self.pieces;
        if self.pinned.contains(slider) {
            to &= attacks::line(self.king, slider);
        }
        to.len()
    }
}

/// The number of pawn moves.
#[inline(always)]
pub(super) fn pawn_count<C: Side>(field: &PawnField) -> u32 {
    let mut count = Count::default();
    field.visit::<C, _>(&mut count);
    count.moves as u32
}
