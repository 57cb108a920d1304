//! Progress reports and the final result of a search.

use core::time::Duration;

use chess::Move;

use crate::score::Score;

#[derive(Clone, Debug)]
pub enum Report {
    /// A principal variation.
    Line(LineReport),
    /// The effort so far, without a new line.
    Progress(Effort),
    /// A proof that there is no mate in as many moves as the limits ask for.
    NoMate { moves: u32 },
}

/// A [principal variation](https://www.chessprogramming.org/Principal_Variation) with its score.
#[derive(Clone, Debug)]
pub struct LineReport {
    /// The multi-PV index, from 1.
    pub rank: usize,
    pub depth: u32,
    /// The selective depth: the deepest ply reached.
    pub seldepth: u32,
    /// The score from the point of view of the side to move.
    pub score: Score,
    pub bound: ScoreBound,
    pub line: Vec<Move>,
    pub effort: Effort,
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreBound {
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// The resources that a search has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    pub nodes: u64,
    pub tablebase_hits: u64,
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub permille_full: u32,
}

impl Effort {
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The principal variation; it has at least one move.
    pub line: Vec<Move>,
    /// The score from the point of view of the side to move.
    pub score: Score,
    /// The last completed depth.
    pub depth: u32,
    pub effort: Effort,
}

impl SearchResult {
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}
