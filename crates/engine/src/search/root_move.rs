//! The root moves and their scores.

use chess::Move;

use crate::score::Score;
use crate::table::Bound;
use crate::tablebase::TablebaseRank;

use super::params::{FRACTION, Params};

#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) m: Move,
    /// The score of the current iteration; minus infinity if the move did not raise alpha.
    pub(crate) score: Score,
    /// The score of the previous iteration.
    pub(crate) previous: Score,
    /// A running average of the scores, the center of the next aspiration window.
    pub(crate) average: Option<Score>,
    pub(crate) bound: Bound,
    /// The deepest ply reached.
    pub(crate) seldepth: usize,
    /// Nodes searched below this move.
    pub(crate) nodes: u64,
    /// The principal variation, starting with this move.
    pub(crate) line: Vec<Move>,
    pub(crate) tablebase_rank: Option<TablebaseRank>,
}

impl RootMove {
    pub(crate) fn new(m: Move) -> RootMove {
        RootMove {
            m,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            average: None,
            bound: Bound::None,
            seldepth: 0,
            nodes: 0,
            line: vec![m],
            tablebase_rank: None,
        }
    }

    /// Records the score of a search that raised alpha.
    pub(crate) fn found(&mut self, score: Score, params: &Params) {
        self.score = score;
        self.average = Some(match self.average {
            Some(average) => average.blend(score, params.aspiration_average, FRACTION),
            None => score,
        });
    }

    /// The score of this iteration, or the previous score if the move has not been searched yet.
    pub(crate) fn best_known_score(&self) -> Score {
        if self.score == -Score::INFINITE {
            self.previous
        } else {
            self.score
        }
    }

    /// The rank that endgame tables give the move; 0 if they do not know it.
    pub(crate) fn rank(&self) -> i32 {
        self.tablebase_rank.map_or(0, |known| known.rank)
    }

    /// The score to report: that of endgame tables, unless the search found a mate.
    pub(crate) fn reported_score(&self, found: Score) -> Score {
        match self.tablebase_rank {
            Some(known) if !found.is_mate() => known.score,
            _ => found,
        }
    }

    /// Records that the move did not raise alpha.
    pub(crate) fn failed(&mut self) {
        self.score = -Score::INFINITE;
    }
}
