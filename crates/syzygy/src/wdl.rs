//! Outcomes.

use core::ops::Neg;

/// The outcome of a position with perfect play, for the side to move, if the last move was a
/// capture or a pawn move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Wdl {
    /// The side to move loses.
    Loss = -2,
    /// It would lose, but the fifty-move rule saves it.
    BlessedLoss = -1,
    /// A draw.
    Draw = 0,
    /// It would win, but the fifty-move rule prevents it.
    CursedWin = 1,
    /// It wins.
    Win = 2,
}

impl Wdl {
    /// All outcomes, the worst first.
    pub const ALL: [Wdl; 5] = [
        Wdl::Loss,
        Wdl::BlessedLoss,
        Wdl::Draw,
        Wdl::CursedWin,
        Wdl::Win,
    ];

    /// The outcome as a table stores it.
    pub(crate) fn from_stored(value: u16) -> Option<Wdl> {
        Wdl::ALL.get(usize::from(value)).copied()
    }

    /// The distance if the best move is a capture or a pawn move: one ply, or beyond the
    /// fifty-move rule.
    pub(crate) fn distance_of_zeroing(self) -> i32 {
        match self {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        }
    }
}

impl Neg for Wdl {
    type Output = Wdl;

    /// The outcome for the opponent.
    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}
