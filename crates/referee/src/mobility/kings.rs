//! Where the kings could go, given each other.
//!
//! A king can step onto a square only if the other king is not adjacent to it. If all squares of
//! the other king are adjacent to the target, the step is never legal. If the step stalemates the
//! opponent for each of the remaining squares, it is legal but ends the game without mate.
//!
//! **When a step certainly stalemates.** Let a king step from `from` to `to` while the other king
//! stands on `home`. The opponent has no move if
//!
//! - none of the opponent's other units could move: each is fixed on its square, and no square that
//!   it could move to is opened by the king's leaving `from`, or offers something to capture;
//! - every neighbor of `home` holds a fixed unit of the opponent, or is attacked by a fixed unit of
//!   the side that steps, or lies next to `to`.
//!
//! The opponent is not in check either. Before the step it was the other side's turn, so `home` was
//! not attacked then. A king gives no check itself; it could only have stood between `home` and a
//! slider, and that is ruled out by the line from `home` through `from`: they are not on one, or a
//! fixed unit or the king on `to` blocks it, or no unit could move along it.

use chess::{Bitboard, Color, Role, Square, attacks};

use super::{Mobility, Unit, pawn_attacks, steps};

impl Mobility {
    /// Moves a king from all its squares until it finds no new ones.
    pub(super) fn move_king(&self, king: &mut Unit) {
        let color = king.piece.color;
        let closed = self.fixed_of[color as usize] | self.guarded_by_fixed(!color);
        let mut fresh = king.stands;
        while let Some(from) = fresh.first() {
            let reached = attacks::king(from);
            king.attacks |= reached;
            for to in reached - closed - king.stands {
                if self.leaves_the_game_open(color, from, to) {
                    king.stands |= to.bitboard();
                    fresh |= to.bitboard();
                }
            }
            fresh -= from.bitboard();
        }
    }

    /// Whether the other king could stand on a square where this step is legal and does not
    /// certainly stalemate it.
    fn leaves_the_game_open(&self, color: Color, from: Square, to: Square) -> bool {
        let apart = self.king_region(!color) - attacks::king(to) - to.bitboard();
        if apart.is_empty() {
            return false;
        }
        self.could_answer(color, from, to)
            || apart.into_iter().any(|home| {
                self.could_leave(color, home, to)
                    || self.could_discover_check(color, from, to, home)
            })
    }

    /// Whether a unit of the opponent other than the king could move after the step.
    fn could_answer(&self, color: Color, from: Square, to: Square) -> bool {
        let standing = (self.fixed - from.bitboard()) | to.bitboard();
        let own = (self.fixed_of[!color as usize] - to.bitboard()) | to.bitboard();
        let victims = self.stands_of[color as usize];
        self.units_of(!color)
            .filter(|unit| unit.piece.role != Role::King && unit.start != to)
            .any(|unit| {
                let start = unit.start.bitboard();
                if !self.fixed.contains(unit.start) {
                    return true;
                }
                match unit.piece.role {
                    Role::Pawn => {
                        steps(!color, start, standing) != start
                            || !pawn_attacks(!color, start).is_disjoint(victims)
                    }
                    role => !attacks::of(!color, role, unit.start, standing).is_subset(own),
                }
            })
    }

    /// Whether the other king could leave its square after the step to `to`.
    fn could_leave(&self, color: Color, home: Square, to: Square) -> bool {
        let own = self.fixed_of[!color as usize] - to.bitboard();
        let guarded = self.guarded_by_fixed_units(color) | attacks::king(to);
        !attacks::king(home).is_subset(own | guarded)
    }

    /// Whether the step could open a line on which a slider attacks the other king.
    fn could_discover_check(&self, color: Color, from: Square, to: Square, home: Square) -> bool {
        let is_diagonal = attacks::bishop(home, Bitboard::EMPTY).contains(from);
        let is_straight = attacks::rook(home, Bitboard::EMPTY).contains(from);
        let sliders = |unit: &Unit| {
            unit.promoted.any()
                || match unit.piece.role {
                    Role::Queen => true,
                    Role::Bishop => is_diagonal,
                    Role::Rook => is_straight,
                    Role::Pawn | Role::Knight | Role::King => false,
                }
        };
        let between = attacks::between(home, from);
        (is_diagonal || is_straight)
            && between.is_disjoint((self.fixed - from.bitboard()) | to.bitboard())
            && self.units_of(color).any(sliders)
    }

    /// The squares that fixed units of a side attack, whatever stands elsewhere.
    fn guarded_by_fixed(&self, color: Color) -> Bitboard {
        let king = self
            .units_of(color)
            .filter(|unit| unit.piece.role == Role::King && self.fixed.contains(unit.start))
            .map(|king| attacks::king(king.start));
        king.fold(self.guarded_by_fixed_units(color), |all, more| all | more)
    }

    /// Like `guarded_by_fixed`, without the king.
    fn guarded_by_fixed_units(&self, color: Color) -> Bitboard {
        self.units_of(color)
            .filter(|unit| unit.piece.role != Role::King && self.fixed.contains(unit.start))
            .fold(Bitboard::EMPTY, |guarded, unit| {
                // A slider attacks at least its neighbors, even on a full board.
                guarded | attacks::of(color, unit.piece.role, unit.start, Bitboard::ALL)
            })
    }
}
