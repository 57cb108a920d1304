//! From mobility to a verdict: whether a mating net could be woven anywhere.
//!
//! A mated king stands on a square s that it could reach, a unit of the winner attacks s, and every
//! neighbor of s is denied to it: attacked by the winner, or occupied by a unit of the loser. Where
//! that cannot come together on any s, there is no mate.
//!
//! If only bishops could attack s, more is known (the argument of `chess::material`): the check
//! comes through a diagonal neighbor t of s, and the two squares that touch both s and t cannot
//! both be denied by the winner's king, nor by rooks or queens of the loser, which would step
//! onto t.

use chess::{Bitboard, Color, Role, Square, attacks};

use super::{Mobility, Unit};

/// The four ways in which a diagonal leaves a square.
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// What both sides could do to the squares around the loser's king.
struct Denials {
    /// Attacked by the winner, or occupied by the loser.
    all: Bitboard,
    /// The same without the winner's king, and without rooks and queens of the loser.
    lasting: Bitboard,
}

impl Mobility {
    /// Whether it is proven that this side will never give mate. A mate that is already on the
    /// board is not looked for.
    pub(crate) fn cannot_mate(&self, winner: Color) -> bool {
        let denials = self.denials(winner);
        let region = self.king_region(!winner);
        !region
            .into_iter()
            .any(|square| self.could_be_mated_on(square, winner, &denials))
    }

    /// The squares on which the king of this side could ever stand.
    pub(crate) fn king_region(&self, color: Color) -> Bitboard {
        self.units_of(color)
            .filter(|unit| unit.piece.role == Role::King)
            .fold(Bitboard::EMPTY, |region, king| region | king.stands)
    }

    /// Whether a pawn of this side could ever promote.
    pub(crate) fn could_promote(&self, color: Color) -> bool {
        self.units_of(color).any(|unit| unit.promoted.any())
    }

    fn units_of(&self, color: Color) -> impl Iterator<Item = &Unit> {
        self.units[..self.len]
            .iter()
            .filter(move |unit| unit.piece.color == color)
    }

    fn denials(&self, winner: Color) -> Denials {
        let mut denials = Denials {
            all: Bitboard::EMPTY,
            lasting: Bitboard::EMPTY,
        };
        for unit in self.units_of(winner) {
            denials.all |= unit.attacks;
            if unit.piece.role != Role::King {
                denials.lasting |= unit.attacks;
            }
        }
        for unit in self.units_of(!winner) {
            match unit.piece.role {
                Role::King => {}
                Role::Rook | Role::Queen => denials.all |= unit.stands,
                _ => {
                    denials.all |= unit.stands;
                    denials.lasting |= unit.stands;
                }
            }
        }
        denials
    }

    fn could_be_mated_on(&self, square: Square, winner: Color, denials: &Denials) -> bool {
        if !attacks::king(square).is_subset(denials.all) {
            return false;
        }
        let mut bishops = Bitboard::EMPTY;
        for unit in self.units_of(winner) {
            if unit.piece.role == Role::King || !unit.attacks.contains(square) {
                continue;
            }
            if unit.piece.role != Role::Bishop {
                return true;
            }
            bishops |= unit.stands;
        }
        DIAGONALS.iter().any(|&(files, ranks)| {
            let through = square.offset(files, ranks);
            let beside = [square.offset(files, 0), square.offset(0, ranks)];
            through.is_some_and(|through| bishops.contains(through))
                && beside
                    .into_iter()
                    .flatten()
                    .any(|square| denials.lasting.contains(square))
        })
    }
}
