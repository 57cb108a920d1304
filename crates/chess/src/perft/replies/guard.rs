//! The side to move: the squares that it denies to the enemy's king.

use crate::attacks::{self, Sliders};
use crate::position::Side;
use crate::{Bitboard, File, Position, Role, Square};

use super::enemy::Enemy;

/// The attacks that restrict the enemy's king.
pub(super) struct Guard {
    pawns: Bitboard,
    knights: Bitboard,
    by_pawns: Bitboard,
    by_knights: Bitboard,
    by_king: Bitboard,
    pub(super) by_sliders: SliderAttacks,
    /// The sliders that could attack a square of the king's zone on an empty board.
    diagonal: Bitboard,
    straight: Bitboard,
    /// The squares that the king could reach.
    zone: Bitboard,
}

/// The squares that sliders see.
#[derive(Clone, Copy)]
pub(super) struct SliderAttacks {
    pub(super) all: Bitboard,
    /// The squares seen by sliders that attack the king's zone. A piece that lands elsewhere blocks
    /// nothing.
    pub(super) that_matters: Bitboard,
}

impl Guard {
    /// Computes the attacks before a piece is lifted. Skipped if the king cannot step anyway.
    #[inline(always)]
    pub(super) fn new<C: Side, A: Sliders>(
        position: &Position,
        sliders: A,
        enemy: &Enemy,
    ) -> Guard {
        let board = position.board();
        let mut guard = Guard {
            pawns: board.pieces(C::COLOR, Role::Pawn),
            knights: board.pieces(C::COLOR, Role::Knight),
            by_pawns: Bitboard::EMPTY,
            by_knights: Bitboard::EMPTY,
            by_king: attacks::king(position.king(C::COLOR)),
            by_sliders: SliderAttacks {
                all: Bitboard::EMPTY,
                that_matters: Bitboard::EMPTY,
            },
            diagonal: Bitboard::EMPTY,
            straight: Bitboard::EMPTY,
            zone: attacks::king(enemy.king),
        };
        if !enemy.king_is_mobile {
            return guard;
        }
        guard.by_pawns = captures_of_pawns::<C>(guard.pawns);
        guard.by_knights = by_knights(guard.knights);
        for castle in enemy.castles.into_iter().flatten() {
            guard.zone |= castle.safe;
        }
        for slider in board.bishops_and_queens(C::COLOR) {
            if !attacks::bishop_rays(slider).is_disjoint(guard.zone) {
                guard.diagonal |= slider.bitboard();
            }
        }
        for slider in board.rooks_and_queens(C::COLOR) {
            if !attacks::rook_rays(slider).is_disjoint(guard.zone) {
                guard.straight |= slider.bitboard();
            }
        }
        guard.by_sliders = guard.sight(sliders, board.occupied(), Bitboard::EMPTY);
        guard
    }

    /// The squares seen by the sliders near the king, without the lifted one.
    #[inline(always)]
    pub(super) fn sight<A: Sliders>(
        &self,
        sliders: A,
        occupied: Bitboard,
        lifted: Bitboard,
    ) -> SliderAttacks {
        let mut sight = SliderAttacks {
            all: Bitboard::EMPTY,
            that_matters: Bitboard::EMPTY,
        };
        let mut add = |seen: Bitboard| {
            sight.all |= seen;
            if !seen.is_disjoint(self.zone) {
                sight.that_matters |= seen;
            }
        };
        for slider in self.diagonal - lifted {
            add(sliders.bishop(slider, occupied));
        }
        for slider in self.straight - lifted {
            add(sliders.rook(slider, occupied));
        }
        sight
    }

    /// The squares attacked by pawns, knights and king, without the lifted piece.
    #[inline(always)]
    pub(super) fn leapers_without<C: Side>(&self, role: Role, from: Square) -> Bitboard {
        match role {
            Role::Pawn => {
                captures_of_pawns::<C>(self.pawns - from.bitboard())
                    | self.by_knights
                    | self.by_king
            }
            Role::Knight => {
                self.by_pawns | by_knights(self.knights - from.bitboard()) | self.by_king
            }
            Role::King => self.by_pawns | self.by_knights,
            Role::Bishop | Role::Rook | Role::Queen => {
                self.by_pawns | self.by_knights | self.by_king
            }
        }
    }
}

/// The squares attacked by pawns.
#[inline(always)]
pub(super) fn captures_of_pawns<C: Side>(pawns: Bitboard) -> Bitboard {
    (pawns - Bitboard::from(File::A)).shift(C::CAPTURE_WEST)
        | (pawns - Bitboard::from(File::H)).shift(C::CAPTURE_EAST)
}

#[inline(always)]
fn by_knights(knights: Bitboard) -> Bitboard {
    knights
        .into_iter()
        .fold(Bitboard::EMPTY, |all, from| all | attacks::knight(from))
}
