//! What a search may spend and when it shall end.

use core::time::Duration;

use chess::Move;

/// The limits of a search; without any it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions; the search stops in the middle of an iteration.
    pub nodes: Option<u64>,
    /// Positions after which no further iteration is begun.
    pub soft_nodes: Option<u64>,
    /// A mate in so many moves, of either side, ends the search.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<ClockLimits>,
    /// The only first moves to look at; all if there are none.
    pub searchmoves: Vec<Move>,
}

/// A chess clock as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLimits {
    /// What is left.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves to the next time control; none if there is no next one.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// A search to this depth.
    #[must_use]
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// A search of so many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// A search of this duration.
    #[must_use]
    pub fn movetime(time: Duration) -> Limits {
        Limits {
            movetime: Some(time),
            ..Limits::default()
        }
    }
}
