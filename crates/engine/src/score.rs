//! Search scores.

use core::fmt;
use core::ops::{Add, Neg, Sub};

use chess::FIFTY_MOVES;

use crate::stack::MAX_PLY;

/// The score for checkmate on the board, from the winner's point of view.
const MATE: i32 = 32_000;

/// Scores from here on are mate scores.
const MATE_IN_MAX: i32 = MATE - MAX_PLY as i32;

/// The score for a position that endgame tables say is won, from the winner's point of view.
const TABLEBASE_WIN: i32 = 30_000;

/// Scores from here on are wins by endgame tables or mates. No evaluation reaches them.
const WIN_IN_MAX: i32 = TABLEBASE_WIN - MAX_PLY as i32;

/// A score in centipawns, a win by endgame tables or a mate score, from the point of view of the
/// side to move.
///
/// Mate scores count plies from the root: nearer mates score higher. Wins by endgame tables are
/// below all mates and count the plies to the position that was found. An evaluation reaches
/// neither ([`Score::from_centipawns`] clamps it), so no sum of terms is mistaken for a win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    pub const DRAW: Score = Score(0);

    /// Greater than any score.
    pub(crate) const INFINITE: Score = Score(MATE + 1);

    pub(crate) const BEST_EVALUATION: Score = Score(WIN_IN_MAX - 1);

    /// An evaluation, clamped below the scores of wins.
    #[must_use]
    pub const fn from_centipawns(centipawns: i32) -> Score {
        if centipawns >= WIN_IN_MAX {
            Score::BEST_EVALUATION
        } else if centipawns <= -WIN_IN_MAX {
            Score(-Score::BEST_EVALUATION.0)
        } else {
            Score(centipawns)
        }
    }

    /// The side to move mates at this ply from the root.
    #[must_use]
    pub const fn mate_in(ply: usize) -> Score {
        Score(MATE - ply as i32)
    }

    /// The side to move is mated at this ply from the root.
    #[must_use]
    pub const fn mated_in(ply: usize) -> Score {
        Score(ply as i32 - MATE)
    }

    /// The side to move reaches a position at this ply from the root that endgame tables say it
    /// wins.
    #[must_use]
    pub const fn tablebase_win(ply: usize) -> Score {
        Score(TABLEBASE_WIN - ply as i32)
    }

    /// The raw number: centipawns unless it is a mate score.
    #[inline]
    #[must_use]
    pub const fn centipawns(self) -> i32 {
        self.0
    }

    /// Whether the side to move mates by force.
    #[inline]
    #[must_use]
    pub const fn is_mating(self) -> bool {
        self.0 >= MATE_IN_MAX
    }

    /// Whether the side to move is mated by force.
    #[inline]
    #[must_use]
    pub const fn is_mated(self) -> bool {
        self.0 <= -MATE_IN_MAX
    }

    /// Whether either side mates by force.
    #[inline]
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.is_mating() || self.is_mated()
    }

    /// Whether the side to move wins for certain, by a mate or by endgame tables.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= WIN_IN_MAX
    }

    /// Whether the side to move loses for certain, by a mate or by endgame tables.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -WIN_IN_MAX
    }

    /// Whether either side wins for certain.
    #[inline]
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The number of moves to mate, negative if the side to move is mated; `None` without a mate.
    #[must_use]
    pub const fn mate_moves(self) -> Option<i32> {
        if self.is_mating() {
            Some((MATE - self.0 + 1) / 2)
        } else if self.is_mated() {
            Some(-(MATE + self.0) / 2)
        } else {
            None
        }
    }

    /// The score clamped to the range of evaluations, where a win has not been proven.
    #[inline]
    #[must_use]
    pub(crate) const fn as_evaluation(self) -> Score {
        Score::from_centipawns(self.0)
    }

    /// The score as the table stores it. Wins count from the node, because the same position
    /// occurs at different distances from the root.
    #[inline]
    pub(crate) const fn to_table(self, ply: usize) -> i16 {
        let relative = if self.is_win() {
            self.0 + ply as i32
        } else if self.is_loss() {
            self.0 - ply as i32
        } else {
            self.0
        };
        relative as i16
    }

    /// The stored score, with wins counted from the root again.
    ///
    /// A win that the fifty-move rule would prevent, given the current halfmove clock, becomes the
    /// highest evaluation.
    #[inline]
    pub(crate) const fn from_table(kept: i16, ply: usize, halfmoves: u16) -> Score {
        let kept = kept as i32;
        let size = kept.abs();
        if size < WIN_IN_MAX {
            return Score(kept);
        }
        let end = if size >= MATE_IN_MAX {
            MATE
        } else {
            TABLEBASE_WIN
        };
        let left = FIFTY_MOVES as i32 - halfmoves as i32;
        let size = if end - size > left {
            Score::BEST_EVALUATION.0
        } else {
            size - ply as i32
        };
        Score(if kept > 0 { size } else { -size })
    }

    /// The score scaled toward a draw by `steps / parts`.
    #[inline]
    pub(crate) const fn damped(self, steps: i32, parts: i32) -> Score {
        Score(self.0 - self.0 * steps / parts)
    }

    /// The weighted mean of two scores; this score has `weight` parts of `total`.
    #[inline]
    pub(crate) const fn blend(self, other: Score, weight: i32, total: i32) -> Score {
        Score((self.0 * weight + other.0 * (total - weight)) / total)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, margin: i32) -> Score {
        Score(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, margin: i32) -> Score {
        Score(self.0 - margin)
    }
}

impl Sub for Score {
    type Output = i32;

    /// The difference in centipawns.
    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_full_moves() {
        assert_eq!(Score::mate_in(1).mate_moves(), Some(1));
        assert_eq!(Score::mate_in(3).mate_moves(), Some(2));
        assert_eq!(Score::mated_in(0).mate_moves(), Some(0));
        assert_eq!(Score::mated_in(2).mate_moves(), Some(-1));
        assert_eq!(Score::from_centipawns(40_000).mate_moves(), None);
        assert!(Score::mate_in(1) > Score::mate_in(3));
    }

    #[test]
    fn mate_scores_survive_the_table_at_another_ply() {
        for score in [
            Score::mate_in(7),
            Score::mated_in(8),
            Score(123),
            Score(-31),
        ] {
            let kept = score.to_table(3);
            assert_eq!(Score::from_table(kept, 3, 0), score);
        }
        // A mate four plies from the node, found again two plies deeper.
        assert_eq!(
            Score::from_table(Score::mate_in(7).to_table(3), 5, 0),
            Score::mate_in(9)
        );
    }

    #[test]
    fn a_win_by_tables_is_below_all_mates_and_above_all_evaluations() {
        let (near, far) = (Score::tablebase_win(0), Score::tablebase_win(MAX_PLY));
        assert!(near > far && near < Score::mate_in(MAX_PLY));
        assert!(far > Score::from_centipawns(i32::from(i16::MAX)));
        for score in [near, far, -near, -far] {
            assert!(score.is_decisive() && !score.is_mate());
        }
        assert!(!Score::BEST_EVALUATION.is_decisive());
        // It survives the table, and the fifty-move rule.
        let kept = Score::tablebase_win(7).to_table(3);
        assert_eq!(Score::from_table(kept, 5, 0), Score::tablebase_win(9));
        assert_eq!(Score::from_table(-kept, 5, 96), -Score::tablebase_win(9));
        assert_eq!(Score::from_table(kept, 5, 97), Score::BEST_EVALUATION);
    }

    #[test]
    fn a_mate_beyond_the_fifty_move_rule_is_not_a_mate() {
        let kept = Score::mate_in(13).to_table(3);
        assert!(Score::from_table(kept, 3, 90).is_mating());
        assert!(!Score::from_table(kept, 3, 91).is_mate());
        assert!(!Score::from_table(-kept, 3, 91).is_mate());
    }
}
