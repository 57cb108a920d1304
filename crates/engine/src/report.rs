//! What a search tells while it runs, and at its end.

use core::time::Duration;

use chess::Move;

use crate::score::Score;

/// What a search has found so far.
#[derive(Clone, Debug)]
pub enum Report {
    /// One of the best lines.
    Line(LineReport),
    /// Nothing new, but the search is at work.
    Progress(Effort),
}

/// One of the best lines.
#[derive(Clone, Debug)]
pub struct LineReport {
    /// Which of several best lines it is, from 1.
    pub rank: usize,
    /// Plies searched.
    pub depth: u32,
    /// The most plies searched along any line.
    pub seldepth: u32,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: ScoreBound,
    /// The moves, the first one first.
    pub line: Vec<Move>,
    /// What it took.
    pub effort: Effort,
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreBound {
    /// It is what it is.
    Exact,
    /// It is this or more.
    Lower,
    /// It is this or less.
    Upper,
}

/// What a search has taken so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: u32,
}

impl Effort {
    /// Positions a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best line found; it has at least one move.
    pub line: Vec<Move>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The depth that was searched to its end.
    pub depth: u32,
    /// What it took.
    pub effort: Effort,
}

impl SearchResult {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}
