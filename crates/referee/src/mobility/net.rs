//! From mobility to a verdict: whether a mating net is possible anywhere.
//!
//! A mated king stands on a square s that it could reach, a unit of the winner attacks s, and every
//! neighbor of s is denied to it: attacked by the winner, or occupied by a unit of the loser. If no
//! s satisfies this, there is no mate.
//!
//! The neighbors that no unit of the winner could ever attack must all be occupied at the same
//! moment, each by a different unit. That is a bipartite matching of squares and units; by Hall's
//! theorem there may be none (<https://en.wikipedia.org/wiki/Hall%27s_marriage_theorem>). This
//! settles the usual wall: bishops of one color attack squares of that color only, so the loser's
//! own units must block half of the king's neighbors, and units beyond the wall cannot get there.
//!
//! If only bishops could attack s, more is known (the argument of `chess::material`): the check
//! comes through a diagonal neighbor t of s, and the two squares that touch both s and t cannot
//! both be denied by the winner's king, nor by rooks or queens of the loser, which would step
//! onto t.

use chess::{Bitboard, Color, Role, Square, attacks};

use super::{Mobility, UNITS, Unit};

/// The four diagonal directions.
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// What both sides could do to the squares around the loser's king.
struct Denials {
    /// Attacked by the winner.
    attacked: Bitboard,
    /// The same without the winner's king, and without rooks and queens of the loser.
    lasting: Bitboard,
}

impl Mobility {
    /// Whether it is proven that this side will never mate. A mate that is already on the board is
    /// ignored.
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

    pub(super) fn units_of(&self, color: Color) -> impl Iterator<Item = &Unit> {
        self.units[..self.len]
            .iter()
            .filter(move |unit| unit.piece.color == color)
    }

    fn denials(&self, winner: Color) -> Denials {
        let mut denials = Denials {
            attacked: Bitboard::EMPTY,
            lasting: Bitboard::EMPTY,
        };
        for unit in self.units_of(winner) {
            denials.attacked |= unit.attacks;
            if unit.piece.role != Role::King {
                denials.lasting |= unit.attacks;
            }
        }
        for unit in self.units_of(!winner) {
            if !matches!(unit.piece.role, Role::King | Role::Rook | Role::Queen) {
                denials.lasting |= unit.stands;
            }
        }
        denials
    }

    /// Whether units of this side other than the king could stand on all these squares at once: a
    /// matching of squares and units, found by augmenting paths.
    fn could_be_filled(&self, squares: Bitboard, color: Color) -> bool {
        let mut held = [None; UNITS];
        squares.into_iter().all(|square| {
            let mut tried = [false; UNITS];
            self.find_unit(square, color, &mut held, &mut tried)
        })
    }

    /// Finds a unit for a square, reassigning other units if necessary.
    fn find_unit(
        &self,
        square: Square,
        color: Color,
        held: &mut [Option<Square>; UNITS],
        tried: &mut [bool; UNITS],
    ) -> bool {
        for (index, unit) in self.units[..self.len].iter().enumerate() {
            let fits = unit.piece.color == color
                && unit.piece.role != Role::King
                && unit.stands.contains(square);
            if !fits || tried[index] {
                continue;
            }
            tried[index] = true;
            let is_free = match held[index] {
                None => true,
                Some(other) => self.find_unit(other, color, held, tried),
            };
            if is_free {
                held[index] = Some(square);
                return true;
            }
        }
        false
    }

    fn could_be_mated_on(&self, square: Square, winner: Color, denials: &Denials) -> bool {
        if !self.could_be_filled(attacks::king(square) - denials.attacked, !winner) {
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
