//! What the search has learned about moves and about the evaluation, apart from the table.
//!
//! Every table holds small numbers that rise when a move did well and fall when it did not; the
//! further a number is from zero, the harder it is to move further (gravity), so that all stay in
//! range and old experience fades.

mod capture;
mod continuation;
mod correction;
mod quiet;

use chess::{Bitboard, Color, Move, Piece, Position, Role};

use crate::stack::{PieceTo, Stack};

pub(crate) use capture::CaptureHistory;
pub(crate) use continuation::ContinuationHistory;
pub(crate) use correction::{CorrectionHistory, Kin};
pub(crate) use quiet::QuietHistory;

/// No number of the move histories is further from zero.
pub(crate) const LIMIT: i32 = 16_384;

/// Moves a number by a bonus, less the further it is already that way.
#[inline]
pub(crate) fn pull(number: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let now = i32::from(*number);
    *number = (now + bonus - now * bonus.abs() / limit) as i16;
}

/// All that is learned about moves.
pub(crate) struct Histories {
    pub(crate) quiet: QuietHistory,
    pub(crate) capture: CaptureHistory,
    pub(crate) continuation: ContinuationHistory,
    pub(crate) correction: CorrectionHistory,
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            quiet: QuietHistory::new(),
            capture: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            correction: CorrectionHistory::new(),
        }
    }

    /// How well a quiet move has done, by its squares and after the last two moves.
    #[inline]
    pub(crate) fn quiet_score(
        &self,
        turn: Color,
        context: &Context,
        m: Move,
        moved: PieceTo,
    ) -> i32 {
        self.quiet.score(turn, context, m)
            + self.continuation.after(context, 0, moved)
            + self.continuation.after(context, 1, moved)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Histories::new();
    }
}

/// What the histories need to know about a node beside its moves.
#[derive(Clone, Copy, Default)]
pub(crate) struct Context {
    /// The squares the enemy attacks.
    pub(crate) threats: Bitboard,
    /// The moves made one, two, four and six plies before.
    pub(crate) before: [Option<PieceTo>; 4],
}

impl Context {
    /// How many plies before the moves were made.
    const PLIES: [usize; 4] = [1, 2, 4, 6];

    /// The context of the node at this ply.
    #[inline]
    pub(crate) fn new(position: &Position, stack: &Stack, ply: usize) -> Context {
        Context {
            threats: position.attack_map(!position.turn()),
            before: Context::PLIES.map(|plies| stack.played(ply, plies)),
        }
    }
}

/// The piece a legal move moves and where it goes.
#[inline]
pub(crate) fn piece_to(position: &Position, m: Move) -> PieceTo {
    let role = position.board().role_at(m.from()).unwrap_or(Role::Pawn);
    PieceTo::new(Piece::new(position.turn(), role), m.to())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_range_and_come_back() {
        let mut number = 0;
        for _ in 0..1000 {
            pull(&mut number, 3000, LIMIT);
        }
        assert!(
            (LIMIT - 10..=LIMIT).contains(&i32::from(number)),
            "{number}"
        );
        pull(&mut number, -3000, LIMIT);
        assert!(i32::from(number) < LIMIT - 5000, "{number}");
        for _ in 0..1000 {
            pull(&mut number, i32::MIN / 2, LIMIT);
        }
        assert_eq!(i32::from(number), -LIMIT);
    }
}
