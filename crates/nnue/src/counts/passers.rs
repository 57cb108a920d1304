//! What is counted about passed pawns.

use chess::{Bitboard, Color, Rank, Role, Square, attacks};

use super::Counts;
use super::kind::{DISTANCE_MAX, Kind, Passer};
use super::survey::{Attacks, Survey, forward, onward};

impl Survey<'_> {
    /// Counts what is known about a passed pawn.
    #[inline(always)]
    pub(super) fn count_passer(
        &self,
        (side, pawn): (Color, Square),
        own: &Attacks,
        enemy: &Attacks,
        counts: &mut Counts,
    ) {
        let rank = pawn.rank().relative_to(side);
        let mut add = |passer| counts.add(side, Kind::Passed(passer), 1);
        add(Passer::On(rank));
        let (occupied, pawns) = (self.board.occupied(), self.board.pieces(side, Role::Pawn));
        let front = forward(side, pawn.bitboard(), 1);
        let (ahead, behind) = (onward(side, front), onward(!side, pawn.bitboard()));
        if (front & occupied).any() {
            add(Passer::Blocked(rank));
        } else if (ahead & (self.board.by_color(!side) | enemy.all)).is_empty() {
            add(Passer::Free(rank));
        }
        if (front & own.all).any() {
            add(Passer::Escorted);
        } else if (front & enemy.all).any() {
            add(Passer::Stopped);
        }
        if own.pawns.contains(pawn) {
            add(Passer::Protected);
        }
        if (attacks::king(pawn) & Bitboard::from(pawn.rank()) & pawns).any() {
            add(Passer::Connected);
        }
        for (rooks, passer) in [(side, Passer::Pushed), (!side, Passer::Chased)] {
            if (behind & self.board.pieces(rooks, Role::Rook)).any() {
                add(passer);
            }
        }
        let (Some(own_king), Some(enemy_king)) = (self.board.king(side), self.board.king(!side))
        else {
            return;
        };
        if rank >= Rank::Fourth
            && let Some(front) = front.first()
        {
            add(Passer::OwnKing(distance(own_king, front).min(DISTANCE_MAX)));
            add(Passer::EnemyKing(
                distance(enemy_king, front).min(DISTANCE_MAX),
            ));
        }
        let promotion = Square::new(pawn.file(), Rank::Eighth.relative_to(side));
        if (ahead & occupied).is_empty()
            && distance(enemy_king, promotion) > distance(pawn, promotion)
        {
            add(Passer::Runner);
        }
    }
}

/// The number of king moves from one square to another.
#[inline(always)]
fn distance(a: Square, b: Square) -> u32 {
    let files = (a.file() as u32).abs_diff(b.file() as u32);
    let ranks = (a.rank() as u32).abs_diff(b.rank() as u32);
    files.max(ranks)
}
