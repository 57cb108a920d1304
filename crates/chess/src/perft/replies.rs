//! The last two plies: the replies to each move, counted without making it.
//!
//! This takes bulk counting (<https://www.chessprogramming.org/Perft>) one ply
//! further. A move changes two squares, and most replies do not depend on them. So the replies to a
//! pass are counted once, separately for pawns, knights, sliders and king. For each move only the
//! parts that its two squares touch are counted again. This happens in two steps, because all moves
//! of a piece share the first: the piece is lifted from its square, which may open lines, and lands
//! on another, which may close some.
//!
//! A move that gives check or changes the pins affects every reply. It is made, and its replies are
//! counted in the usual way.

mod enemy;
mod guard;

use core::marker::PhantomData;

use crate::attacks::{self, Sliders};
use crate::position::{
    PawnField, Side, Visitor, after_castle, after_double_push, after_en_passant, after_pawn,
    after_piece, after_promotion, origin,
};
use crate::{Bitboard, Position, Role, Square};

use super::count_moves;

use enemy::{Enemy, pawn_count};
use guard::{Guard, SliderAttacks};

/// Counts the enemy's replies to the moves of side `C` that it visits.
pub(super) struct Replies<'p, C, A> {
    position: &'p Position,
    sliders: A,
    /// The replies counted so far.
    pub(super) nodes: u64,
    enemy: Enemy,
    guard: Guard,
    side: PhantomData<C>,
}

/// The board after a piece has been lifted from its square.
struct Lifted {
    from: Bitboard,
    occupied: Bitboard,
    touches_line: bool,
    seen: Bitboard,
    slider_moves: u32,
    /// The attacks of the remaining pieces other than sliders.
    by_leapers: Bitboard,
    by_sliders: SliderAttacks,
}

impl<'p, C: Side, A: Sliders> Replies<'p, C, A> {
    /// Counts the replies to a pass.
    #[inline(always)]
    pub(super) fn new(position: &'p Position, sliders: A) -> Self {
        let enemy = Enemy::new::<C::Enemy, A>(position, sliders);
        let guard = Guard::new::<C, A>(position, sliders, &enemy);
        Replies {
            position,
            sliders,
            nodes: 0,
            enemy,
            guard,
            side: PhantomData,
        }
    }

    /// Counts the replies to each move of one piece, whose role changes if it promotes. Moves that
    /// change checks or pins are made by `make`.
    #[inline(always)]
    fn visit(
        &mut self,
        (before, after): (Role, Role),
        from: Square,
        to: Bitboard,
        make: impl Fn(Square) -> Position,
    ) {
        if to.is_empty() {
            return;
        }
        let lifted = self.lift(before, from);
        for to in to {
            self.nodes += match self.land(&lifted, after, to) {
                Some(replies) => u64::from(replies),
                None => count_moves::<C::Enemy>(&make(to)),
            };
        }
    }

    #[inline(always)]
    fn lift(&self, role: Role, from: Square) -> Lifted {
        let enemy = &self.enemy;
        let before = self.position.board().occupied();
        let occupied = before ^ from.bitboard();
        let mut lifted = Lifted {
            from: from.bitboard(),
            occupied,
            touches_line: enemy.king_lines.contains(from),
            seen: enemy.seen,
            slider_moves: enemy.slider_moves,
            by_leapers: Bitboard::EMPTY,
            by_sliders: self.guard.by_sliders,
        };
        if enemy.seen.contains(from) {
            for slider in self.sliders.bishop(from, before) & enemy.diagonal {
                let sight = self.sliders.bishop(slider, occupied);
                lifted.seen |= sight;
                lifted.slider_moves += enemy.moves(slider, sight);
                lifted.slider_moves -= enemy.moves(slider, self.sliders.bishop(slider, before));
            }
            for slider in self.sliders.rook(from, before) & enemy.straight {
                let sight = self.sliders.rook(slider, occupied);
                lifted.seen |= sight;
                lifted.slider_moves += enemy.moves(slider, sight);
                lifted.slider_moves -= enemy.moves(slider, self.sliders.rook(slider, before));
            }
        }
        if enemy.king_is_mobile {
            lifted.by_leapers = self.guard.leapers_without::<C>(role, from);
            let slides = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
            if slides || lifted.by_sliders.all.contains(from) {
                lifted.by_sliders = self.guard.sight(self.sliders, occupied, lifted.from);
            }
        }
        lifted
    }

    /// The replies after the lifted piece lands on `to`; `None` if that changes checks or pins.
    #[inline(always)]
    fn land(&self, lifted: &Lifted, role: Role, to: Square) -> Option<u32> {
        let enemy = &self.enemy;
        let arrival = to.bitboard();
        let occupied = lifted.occupied | arrival;
        let (on_diagonal, on_straight) = slides_on(role);
        let aims = match role {
            Role::Pawn => attacks::pawn(C::Enemy::COLOR, enemy.king),
            Role::Knight => attacks::knight(enemy.king),
            Role::King => Bitboard::EMPTY,
            Role::Bishop | Role::Rook | Role::Queen => {
                on_diagonal & attacks::bishop_rays(enemy.king)
                    | on_straight & attacks::rook_rays(enemy.king)
            }
        };
        let is_leaper = matches!(role, Role::Pawn | Role::Knight);
        if is_leaper && aims.contains(to) {
            return None;
        }
        if (lifted.touches_line || (aims | enemy.king_lines).contains(to))
            && self.changes_lines(lifted, role, arrival, occupied)
        {
            return None;
        }

        let mut replies = lifted.slider_moves + enemy.knight_moves;
        let captures = enemy.pieces.contains(to);
        if captures {
            replies += self.recaptures(lifted, to);
            replies -= self.moves_of_victim(lifted, to);
        } else if lifted.seen.contains(to) {
            for slider in self.sliders.bishop(to, lifted.occupied) & enemy.diagonal {
                replies += enemy.moves(slider, self.sliders.bishop(slider, occupied));
                replies -= enemy.moves(slider, self.sliders.bishop(slider, lifted.occupied));
            }
            for slider in self.sliders.rook(to, lifted.occupied) & enemy.straight {
                replies += enemy.moves(slider, self.sliders.rook(slider, occupied));
                replies -= enemy.moves(slider, self.sliders.rook(slider, lifted.occupied));
            }
        }
        replies += if ((lifted.from | arrival) & enemy.pawn_zone).any() {
            self.pawn_replies(arrival, occupied)
        } else {
            enemy.pawn_moves
        };
        let steps = attacks::king(enemy.king) & !(enemy.pieces - arrival);
        if enemy.king_is_mobile {
            replies += self.king_replies(lifted, role, to, occupied, steps);
        } else if steps.any() {
            return None;
        }
        Some(replies)
    }

    /// Whether the enemy's king is in check, or the set of pinned pieces has changed.
    #[inline(always)]
    fn changes_lines(
        &self,
        lifted: &Lifted,
        role: Role,
        arrival: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        let enemy = &self.enemy;
        let board = self.position.board();
        let (on_diagonal, on_straight) = slides_on(role);
        let diagonal = (board.bishops_and_queens(C::COLOR) - lifted.from) | (arrival & on_diagonal);
        let straight = (board.rooks_and_queens(C::COLOR) - lifted.from) | (arrival & on_straight);
        let aimed =
            attacks::bishop_rays(enemy.king) & diagonal | attacks::rook_rays(enemy.king) & straight;
        let mut pinned = Bitboard::EMPTY;
        for slider in aimed {
            let in_between = attacks::between(enemy.king, slider) & occupied;
            if in_between.is_empty() {
                return true;
            }
            if !in_between.more_than_one() {
                pinned |= in_between & (enemy.pieces - arrival);
            }
        }
        pinned != enemy.pinned
    }

    /// The number of sliders and knights that can recapture on `to`.
    #[inline(always)]
    fn recaptures(&self, lifted: &Lifted, to: Square) -> u32 {
        let enemy = &self.enemy;
        let diagonal = self.sliders.bishop(to, lifted.occupied) & enemy.diagonal;
        let straight = self.sliders.rook(to, lifted.occupied) & enemy.straight;
        let all = diagonal | straight | attacks::knight(to) & enemy.knights;
        let mut count = (all - enemy.pinned).len();
        for slider in (diagonal | straight) & enemy.pinned {
            count += u32::from(attacks::line(enemy.king, slider).contains(to));
        }
        count
    }

    /// The number of moves that the enemy loses with a captured slider or knight.
    #[inline(always)]
    fn moves_of_victim(&self, lifted: &Lifted, at: Square) -> u32 {
        let enemy = &self.enemy;
        let mut lost = 0;
        if enemy.diagonal.contains(at) {
            lost += (self.sliders.bishop(at, lifted.occupied) - enemy.pieces).len();
        }
        if enemy.straight.contains(at) {
            lost += (self.sliders.rook(at, lifted.occupied) - enemy.pieces).len();
        }
        if enemy.knights.contains(at) {
            lost += (attacks::knight(at) - enemy.pieces).len();
        }
        lost
    }

    #[inline(always)]
    fn pawn_replies(&self, arrival: Bitboard, occupied: Bitboard) -> u32 {
        let pieces = self.enemy.pieces - arrival;
        let field = PawnField {
            pawns: pieces & self.position.board().by_role(Role::Pawn),
            pinned: self.enemy.pinned,
            king: self.enemy.king,
            empty: !occupied,
            victims: occupied - pieces,
            answers: Bitboard::ALL,
        };
        pawn_count::<C::Enemy>(&field)
    }

    #[inline(always)]
    fn king_replies(
        &self,
        lifted: &Lifted,
        role: Role,
        to: Square,
        occupied: Bitboard,
        steps: Bitboard,
    ) -> u32 {
        let sight =
            if lifted.by_sliders.that_matters.contains(to) && !self.enemy.pieces.contains(to) {
                self.guard.sight(self.sliders, occupied, lifted.from)
            } else {
                lifted.by_sliders
            };
        let by_arrival = match role {
            Role::Pawn => attacks::pawn(C::COLOR, to),
            Role::Knight => attacks::knight(to),
            Role::Bishop => self.sliders.bishop(to, occupied),
            Role::Rook => self.sliders.rook(to, occupied),
            Role::Queen => self.sliders.bishop(to, occupied) | self.sliders.rook(to, occupied),
            Role::King => attacks::king(to),
        };
        let danger = lifted.by_leapers | sight.all | by_arrival;
        let mut replies = (steps - danger).len();
        for castle in self.enemy.castles.into_iter().flatten() {
            let is_there = castle.rook != to.bitboard()
                && castle.empty.is_disjoint(occupied)
                && castle.safe.is_disjoint(danger);
            replies += u32::from(is_there);
        }
        replies
    }
}

/// Whether the piece slides on diagonals and on files and ranks, each as a full or an empty set.
#[inline(always)]
fn slides_on(role: Role) -> (Bitboard, Bitboard) {
    let (none, all) = (Bitboard::EMPTY, Bitboard::ALL);
    match role {
        Role::Bishop => (all, none),
        Role::Rook => (none, all),
        Role::Queen => (all, all),
        Role::Pawn | Role::Knight | Role::King => (none, none),
    }
}

impl<C: Side, A: Sliders> Visitor for Replies<'_, C, A> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) {
        let position = self.position;
        self.visit((role, role), from, to, |to| {
            after_piece::<C>(position, role, from, to)
        });
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        let position = self.position;
        for to in to {
            let from = origin(to, step);
            self.visit((Role::Pawn, Role::Pawn), from, to.bitboard(), |to| {
                after_pawn::<C>(position, from, to)
            });
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, step: i8, to: Bitboard) {
        let position = self.position;
        for to in to {
            let from = origin(to, step);
            let beside = attacks::pawn(C::COLOR, origin(to, step / 2));
            let make = |to| after_double_push::<C>(position, from, to);
            if beside.is_disjoint(position.board().pieces(!C::COLOR, Role::Pawn)) {
                self.visit((Role::Pawn, Role::Pawn), from, to.bitboard(), make);
            } else {
                self.nodes += count_moves::<C::Enemy>(&make(to));
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) {
        let position = self.position;
        for to in to {
            let from = origin(to, step);
            for role in Role::PROMOTIONS {
                self.visit((Role::Pawn, role), from, to.bitboard(), |to| {
                    after_promotion::<C>(position, from, to, role)
                });
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.nodes += count_moves::<C::Enemy>(&after_en_passant::<C>(self.position, from, to));
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.nodes += count_moves::<C::Enemy>(&after_castle::<C>(self.position, king, rook));
    }
}
