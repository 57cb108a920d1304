//! What the search learns about moves and about the evaluation.
//!
//! [History heuristic](https://www.chessprogramming.org/History_Heuristic): each table holds scores
//! that rise when a move caused a cutoff and fall when it did not. Updates shrink as a score
//! approaches its limit (gravity), so scores stay in range and old experience fades.

mod capture;
mod continuation;
mod correction;
mod pawn;
mod quiet;

use chess::{Bitboard, Color, Move, Piece, Position, Role};

use crate::search::params::{FRACTION, Params};
use crate::stack::{PieceTo, Stack};

pub(crate) use capture::CaptureHistory;
pub(crate) use continuation::ContinuationHistory;
pub(crate) use correction::{CorrectionHistory, CorrectionKeys};
pub(crate) use pawn::{PawnHistory, PawnStructure};
pub(crate) use quiet::{QuietHistory, QuietSlot};

/// The largest absolute value of a move history score.
pub(crate) const LIMIT: i32 = 16_384;

/// Adds a bonus, scaled down as the score approaches the limit (gravity).
#[inline]
pub(crate) fn add_bonus(score: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let now = i32::from(*score);
    *score = (now + bonus - now * bonus.abs() / limit) as i16;
}

/// All history tables of one thread.
pub(crate) struct Histories {
    pub(crate) quiet: QuietHistory,
    pub(crate) pawn: PawnHistory,
    pub(crate) capture: CaptureHistory,
    pub(crate) continuation: ContinuationHistory,
    pub(crate) correction: CorrectionHistory,
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            quiet: QuietHistory::new(),
            pawn: PawnHistory::new(),
            capture: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            correction: CorrectionHistory::new(),
        }
    }

    /// The history of a quiet move: butterfly and pawn history, plus continuation history of the
    /// last two plies.
    #[inline]
    pub(crate) fn quiet_score(
        &self,
        turn: Color,
        context: &Context,
        m: Move,
        moved: PieceTo,
        params: &Params,
    ) -> i32 {
        self.quiet.score(turn, context, m)
            + self.pawn.score(context.pawns, moved) * params.pawn_history / FRACTION
            + self.continuation.after(context, 0, moved)
            + self.continuation.after(context, 1, moved)
    }

    pub(crate) fn clear(&mut self) {
        *self = Histories::new();
    }
}

/// What the histories need to know about a node besides its moves.
#[derive(Clone, Copy, Default)]
pub(crate) struct Context {
    /// The squares attacked by the opponent.
    pub(crate) threats: Bitboard,
    pub(crate) pawns: PawnStructure,
    /// The moves played one, two, four and six plies earlier.
    pub(crate) before: [Option<PieceTo>; 4],
}

impl Context {
    /// The distances in plies of the earlier moves.
    const PLIES: [usize; 4] = [1, 2, 4, 6];

    #[inline]
    pub(crate) fn new(position: &Position, stack: &Stack, ply: usize) -> Context {
        Context {
            threats: position.attack_map(!position.turn()),
            pawns: PawnStructure::of(position),
            before: Context::moves_before(stack, ply),
        }
    }

    /// The earlier moves of the node at this ply.
    #[inline]
    pub(crate) fn moves_before(stack: &Stack, ply: usize) -> [Option<PieceTo>; 4] {
        Context::PLIES.map(|plies| stack.played(ply, plies))
    }
}

/// The piece that a legal move moves, and its target square.
#[inline]
pub(crate) fn piece_to(position: &Position, m: Move) -> PieceTo {
    let role = position.board().role_at(m.from()).unwrap_or(Role::Pawn);
    PieceTo::new(Piece::new(position.turn(), role), m.to())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_in_range_and_recover() {
        let mut number = 0;
        for _ in 0..1000 {
            add_bonus(&mut number, 3000, LIMIT);
        }
        assert!(
            (LIMIT - 10..=LIMIT).contains(&i32::from(number)),
            "{number}"
        );
        add_bonus(&mut number, -3000, LIMIT);
        assert!(i32::from(number) < LIMIT - 5000, "{number}");
        for _ in 0..1000 {
            add_bonus(&mut number, i32::MIN / 2, LIMIT);
        }
        assert_eq!(i32::from(number), -LIMIT);
    }
}
