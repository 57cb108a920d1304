//! Adjudication: ending games early when the engines' scores agree.

use chess::{ByColor, Color};
use serde::{Deserialize, Serialize};
use uci::SearchScore;

/// A game is adjudicated as a draw when the scores of both players stay within `score` for `moves`
/// consecutive moves, from move `from` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The first full move at which the rule applies.
    pub from: u32,
    /// Consecutive moves of each player.
    pub moves: u32,
    /// The largest absolute score in centipawns.
    pub score: i64,
}

/// A game is adjudicated as lost when a player's score stays below minus `score` for `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Consecutive moves.
    pub moves: u32,
    /// Centipawns.
    pub score: i64,
    /// Whether the opponent's scores must agree.
    #[serde(default)]
    pub two_sided: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    #[serde(default)]
    pub draw: Option<DrawRule>,
    #[serde(default)]
    pub resign: Option<ResignRule>,
    /// The number of full moves after which a game is a draw.
    #[serde(default)]
    pub max_moves: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdjudicationError {
    #[error("expected draws adjudicated at a score of 0 or more, found score={0}")]
    DrawScore(i64),
    /// The score of the resign rule is not positive.
    #[error("expected losses adjudicated at a score of 1 or more, found score={0}")]
    ResignScore(i64),
    #[error("expected adjudication after movecount=1 or more")]
    NoMoves,
}

impl Adjudication {
    pub(crate) fn check(&self) -> Result<(), AdjudicationError> {
        let moves = [
            self.draw.map(|rule| rule.moves),
            self.resign.map(|rule| rule.moves),
        ];
        match (self.draw, self.resign) {
            (Some(rule), _) if rule.score < 0 => Err(AdjudicationError::DrawScore(rule.score)),
            (_, Some(rule)) if rule.score < 1 => Err(AdjudicationError::ResignScore(rule.score)),
            _ if moves.contains(&Some(0)) => Err(AdjudicationError::NoMoves),
            _ => Ok(()),
        }
    }
}

/// Why a game was adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudicated {
    /// Both players' scores were near zero.
    Draw,
    TooLong,
    /// This side's scores were lost.
    Loss(Color),
}

/// Tracks the scores of one game.
#[derive(Clone, Copy, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    drawish: u32,
    losing: ByColor<u32>,
    winning: ByColor<u32>,
}

impl Adjudicator {
    #[must_use]
    pub fn new(rules: Adjudication) -> Adjudicator {
        let none = ByColor { white: 0, black: 0 };
        Adjudicator {
            rules,
            drawish: 0,
            losing: none,
            winning: none,
        }
    }

    /// Records a move: its side, its score, whether it was a capture or pawn move, and the number
    /// of full moves so far. A move without a score resets all counts.
    pub fn moved(
        &mut self,
        by: Color,
        score: Option<SearchScore>,
        is_zeroing: bool,
        full_moves: u32,
    ) -> Option<Adjudicated> {
        let centipawns = score.map(centipawns);
        if let Some(rule) = self.rules.resign {
            let lost = centipawns.is_some_and(|score| score <= -rule.score);
            let won = centipawns.is_some_and(|score| score >= rule.score);
            self.losing[by] = if lost { self.losing[by] + 1 } else { 0 };
            self.winning[by] = if won { self.winning[by] + 1 } else { 0 };
            let agreed = !rule.two_sided || self.winning[!by] >= rule.moves;
            if self.losing[by] >= rule.moves && agreed {
                return Some(Adjudicated::Loss(by));
            }
            // The winner's move may be the one that completes a two-sided agreement.
            if rule.two_sided && self.losing[!by] >= rule.moves && self.winning[by] >= rule.moves {
                return Some(Adjudicated::Loss(!by));
            }
        }
        if let Some(rule) = self.rules.draw {
            let level = centipawns.is_some_and(|score| score.abs() <= rule.score);
            self.drawish = if level && !is_zeroing {
                self.drawish + 1
            } else {
                0
            };
            if full_moves >= rule.from && self.drawish >= 2 * rule.moves {
                return Some(Adjudicated::Draw);
            }
        }
        let too_long = self.rules.max_moves.is_some_and(|most| full_moves >= most);
        (too_long && by == Color::Black).then_some(Adjudicated::TooLong)
    }
}

/// A score in centipawns. A mate counts as more than any of them.
fn centipawns(score: SearchScore) -> i64 {
    match score {
        SearchScore::Centipawns(score, _) => score,
        SearchScore::Mate(moves, _) if moves > 0 => 100_000,
        SearchScore::Mate(..) => -100_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uci::Bound;

    fn cp(score: i64) -> Option<SearchScore> {
        Some(SearchScore::Centipawns(score, Bound::Exact))
    }

    #[test]
    fn a_draw_needs_consecutive_scores_of_both_players() {
        let rule = DrawRule {
            from: 10,
            moves: 2,
            score: 10,
        };
        let mut watch = Adjudicator::new(Adjudication {
            draw: Some(rule),
            ..Default::default()
        });
        assert_eq!(watch.moved(Color::White, cp(5), false, 20), None);
        assert_eq!(watch.moved(Color::Black, cp(-10), false, 20), None);
        assert_eq!(watch.moved(Color::White, cp(11), false, 21), None);
        for (by, verdict) in [
            (Color::Black, None),
            (Color::White, None),
            (Color::Black, None),
            (Color::White, Some(Adjudicated::Draw)),
        ] {
            assert_eq!(watch.moved(by, cp(0), false, 22), verdict);
        }
    }

    #[test]
    fn a_capture_resets_the_count() {
        let rule = DrawRule {
            from: 1,
            moves: 1,
            score: 10,
        };
        let mut watch = Adjudicator::new(Adjudication {
            draw: Some(rule),
            ..Default::default()
        });
        assert_eq!(watch.moved(Color::White, cp(0), false, 5), None);
        assert_eq!(watch.moved(Color::Black, cp(0), true, 5), None);
        assert_eq!(watch.moved(Color::White, cp(0), false, 6), None);
        assert_eq!(
            watch.moved(Color::Black, cp(0), false, 6),
            Some(Adjudicated::Draw)
        );
    }

    #[test]
    fn one_sided_and_two_sided_resignation_differ() {
        let one = ResignRule {
            moves: 2,
            score: 600,
            two_sided: false,
        };
        let mut watch = Adjudicator::new(Adjudication {
            resign: Some(one),
            ..Default::default()
        });
        assert_eq!(watch.moved(Color::White, cp(-700), false, 5), None);
        assert_eq!(watch.moved(Color::Black, cp(0), false, 5), None);
        let lost = Some(Adjudicated::Loss(Color::White));
        assert_eq!(watch.moved(Color::White, cp(-700), false, 6), lost);

        let two = ResignRule {
            two_sided: true,
            ..one
        };
        let mut watch = Adjudicator::new(Adjudication {
            resign: Some(two),
            ..Default::default()
        });
        for _ in 0..3 {
            assert_eq!(watch.moved(Color::White, cp(-700), false, 5), None);
            assert_eq!(watch.moved(Color::Black, cp(0), false, 5), None);
        }
        assert_eq!(watch.moved(Color::White, cp(-700), false, 5), None);
        assert_eq!(watch.moved(Color::Black, cp(700), false, 5), None);
        assert_eq!(watch.moved(Color::White, cp(-700), false, 5), None);
        assert_eq!(watch.moved(Color::Black, cp(700), false, 5), lost);
    }

    #[test]
    fn a_move_without_a_score_resets_the_count() {
        let rule = ResignRule {
            moves: 2,
            score: 600,
            two_sided: false,
        };
        let mut watch = Adjudicator::new(Adjudication {
            resign: Some(rule),
            ..Default::default()
        });
        let mated = Some(SearchScore::Mate(-3, Bound::Exact));
        assert_eq!(watch.moved(Color::White, mated, false, 5), None);
        assert_eq!(watch.moved(Color::White, None, false, 6), None);
        assert_eq!(watch.moved(Color::White, mated, false, 7), None);
    }

    #[test]
    fn games_that_exceed_the_maximum_length_are_drawn() {
        let rules = Adjudication {
            max_moves: Some(3),
            ..Default::default()
        };
        let mut watch = Adjudicator::new(rules);
        assert_eq!(watch.moved(Color::Black, None, false, 2), None);
        assert_eq!(watch.moved(Color::White, None, false, 3), None);
        assert_eq!(
            watch.moved(Color::Black, None, false, 3),
            Some(Adjudicated::TooLong)
        );
    }
}
