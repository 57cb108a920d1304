//! Search limits.

use core::time::Duration;

use chess::Move;

/// The limits of a search. Without any, it runs until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes; the search stops within an iteration.
    pub nodes: Option<u64>,
    /// Number of nodes after which no further iteration starts.
    pub soft_nodes: Option<u64>,
    /// The search ends when it finds a mate in this many moves for either side, or when it has
    /// proved that the side to move has none.
    pub mate: Option<u32>,
    /// Fixed time for this move.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<ClockLimits>,
    /// The root moves to search; all moves if empty.
    pub searchmoves: Vec<Move>,
}

/// A chess clock as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLimits {
    pub time: Duration,
    pub increment: Duration,
    /// Moves to the next time control; `None` for sudden death.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    #[must_use]
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    #[must_use]
    pub fn movetime(time: Duration) -> Limits {
        Limits {
            movetime: Some(time),
            ..Limits::default()
        }
    }
}
