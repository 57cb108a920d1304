//! What is known about each move at the root.

use chess::Move;

use crate::score::Score;
use crate::table::Bound;

/// A move at the root and what the search found out about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) m: Move,
    /// The score of the current iteration; minus infinity if the move was not better than others.
    pub(crate) score: Score,
    /// The score of the iteration before.
    pub(crate) previous: Score,
    /// A running mean of the scores, for the next guess.
    pub(crate) average: Option<Score>,
    /// Whether the score is exact.
    pub(crate) bound: Bound,
    /// The deepest ply reached below.
    pub(crate) seldepth: usize,
    /// Nodes searched below.
    pub(crate) nodes: u64,
    /// The best line, which begins with the move.
    pub(crate) line: Vec<Move>,
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
        }
    }

    /// Takes note of a score that a search of this move came to.
    pub(crate) fn found(&mut self, score: Score) {
        self.score = score;
        self.average = Some(match self.average {
            Some(average) => average.blend(score, 1, 2),
            None => score,
        });
    }

    /// The score of this iteration, or of the one before if this one has not come to the move.
    pub(crate) fn best_known_score(&self) -> Score {
        if self.score == -Score::INFINITE {
            self.previous
        } else {
            self.score
        }
    }

    /// Takes note that the move is not better than others.
    pub(crate) fn failed(&mut self) {
        self.score = -Score::INFINITE;
    }
}
