//! Selects training positions.
//!
//! A static evaluation is only meaningful in quiet positions, so training uses only those: not in
//! check, and the best move is neither a capture nor a promotion. The first ply or two after the
//! random opening are skipped, because such positions do not occur in play.
//!
//! A score can be averaged with the scores of the positions that followed in the game. Those searches
//! saw further, so the average has less noise than the score of one short search.

use std::collections::HashSet;

use chess::Position;
use nnue::arch::SCALE;

use crate::store::{GameResult, Ply, StoredGame};

/// A training position.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    pub position: Position,
    /// The search score from the point of view of the side to move, averaged with later scores.
    pub score: i16,
    /// The result for White in half points: 0, 1 or 2.
    pub half_points: u8,
}

/// The first ply from the start position that is used. Random openings end before it.
pub(crate) const FIRST_PLY: usize = 10;

/// Positions with larger scores are skipped.
pub const SCORE_MAX: i16 = 2000;

/// The training positions of a game, each once. The score of a position is averaged with those after
/// it. Each counts `foresight` times as much as the one before it: 0 keeps the scores as they are, and
/// 1 or more is not allowed.
pub fn lessons(game: &StoredGame, foresight: f32) -> impl Iterator<Item = Lesson> {
    let skipped = FIRST_PLY.saturating_sub(usize::from(game.opening_plies));
    let half_points = match game.result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
    };
    let mut seen = HashSet::new();
    game.positions()
        .zip(foreseen(&game.plies, foresight))
        .skip(skipped)
        .filter(move |((position, ply), _)| is_quiet(position, *ply) && seen.insert(position.key()))
        .map(move |((position, _), score)| Lesson {
            position,
            score,
            half_points,
        })
}

/// Whether a position with this best move and its score is a training position.
pub(crate) fn is_quiet(position: &Position, best: Ply) -> bool {
    !position.is_check()
        && position.captured_by(best.m).is_none()
        && best.m.promoted_to().is_none()
        && best.score.abs() <= SCORE_MAX
}

/// The score of each ply, averaged with those after it. Expected points are averaged, not centipawns,
/// so that a large score does not outweigh all others.
fn foreseen(plies: &[Ply], foresight: f32) -> Vec<i16> {
    if foresight <= 0.0 {
        return plies.iter().map(|ply| ply.score).collect();
    }
    let scale = SCALE as f32;
    let points = |score: i16| 1.0 / (1.0 + (-f32::from(score) / scale).exp());
    let mut scores = vec![0; plies.len()];
    let mut later = None;
    for (score, ply) in scores.iter_mut().zip(plies).rev() {
        let own = points(ply.score.clamp(-2 * SCORE_MAX, 2 * SCORE_MAX));
        // The side to move alternates.
        let average = later.map_or(own, |later: f32| own + foresight * (1.0 - later - own));
        later = Some(average);
        *score = (scale * (average / (1.0 - average)).ln()).round() as i16;
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Ply;

    /// The plies selected from a game in which all scores but one are 0.
    fn taken(opening_plies: u8, moves: &str, loud: usize) -> Vec<usize> {
        let mut position = Position::start();
        let mut game = StoredGame {
            start: position,
            opening_plies,
            result: GameResult::Draw,
            plies: Vec::new(),
        };
        let mut positions = Vec::new();
        for (ply, text) in moves.split_whitespace().enumerate() {
            let m = position.parse_uci(text).expect("a legal move");
            let score = if ply == loud { -2001 } else { 0 };
            positions.push(position);
            game.plies.push(Ply { m, score });
            position = position.play_unchecked(m);
        }
        let is_taken = |lesson: Lesson| positions.iter().position(|p| *p == lesson.position);
        lessons(&game, 0.0).filter_map(is_taken).collect()
    }

    #[test]
    fn captures_checks_and_large_scores_are_skipped() {
        let moves = "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 g1e2 a7a6 h2h3 h7h6";
        // Two captures, a check and a score beyond the limit.
        assert_eq!(taken(16, moves, 7), [0, 1, 4, 5, 8, 9]);
    }

    #[test]
    fn later_scores_count_from_the_same_point_of_view() {
        let m = Position::start().parse_uci("e2e4").expect("a legal move");
        let plies = [40, -40, 40, -240].map(|score| Ply { m, score });
        assert_eq!(foreseen(&plies, 0.0), [40, -40, 40, -240]);
        let averaged = foreseen(&plies, 0.5);
        assert_eq!(averaged[3], -240);
        assert!((125..=145).contains(&averaged[2]), "{averaged:?}");
        assert!((80..=95).contains(&-averaged[1]), "{averaged:?}");
        assert!((55..=70).contains(&averaged[0]), "{averaged:?}");
        let mate = [Ply { m, score: 31_990 }];
        assert!(foreseen(&mate, 0.5)[0].abs_diff(2 * SCORE_MAX) <= 10);
    }

    #[test]
    fn a_repeated_position_is_used_once() {
        let moves = "g1f3 g8f6 f3g1 f6g8 e2e4 e7e5";
        assert_eq!(taken(16, moves, 99), [0, 1, 2, 3, 5]);
    }

    #[test]
    fn the_first_plies_are_skipped() {
        let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6";
        assert_eq!(taken(8, moves, 99), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(taken(9, moves, 99), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
}
