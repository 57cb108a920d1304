//! Selects training positions.
//!
//! A static evaluation is only meaningful in quiet positions, so training uses only those: not in
//! check, and the best move is neither a capture nor a promotion. The first plies after the random
//! opening are skipped, because such positions do not occur in play.

use std::collections::HashSet;

use chess::Position;

use crate::store::{GameResult, StoredGame};

/// A training position.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The position.
    pub position: Position,
    /// The search score from the point of view of the side to move.
    pub score: i16,
    /// The result for White in half points: 0, 1 or 2.
    pub half_points: u8,
}

/// The first ply from the start position that is used.
const FIRST_PLY: usize = 16;

/// Positions with larger scores are skipped.
pub const SCORE_MAX: i16 = 2000;

/// The training positions of a game, each once.
pub fn lessons(game: &StoredGame) -> impl Iterator<Item = Lesson> {
    let skipped = FIRST_PLY.saturating_sub(usize::from(game.opening_plies));
    let half_points = match game.result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
    };
    let mut seen = HashSet::new();
    game.positions()
        .skip(skipped)
        .filter(move |(position, ply)| {
            !position.is_check()
                && position.captured_by(ply.m).is_none()
                && ply.m.promoted_to().is_none()
                && ply.score.abs() <= SCORE_MAX
                && seen.insert(position.key())
        })
        .map(move |(position, ply)| Lesson {
            position,
            score: ply.score,
            half_points,
        })
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
        lessons(&game).filter_map(is_taken).collect()
    }

    #[test]
    fn captures_checks_and_large_scores_are_skipped() {
        let moves = "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 g1e2 a7a6 h2h3 h7h6";
        // Two captures, a check and a score beyond the limit.
        assert_eq!(taken(16, moves, 7), [0, 1, 4, 5, 8, 9]);
    }

    #[test]
    fn a_repeated_position_is_used_once() {
        let moves = "g1f3 g8f6 f3g1 f6g8 e2e4 e7e5";
        assert_eq!(taken(16, moves, 99), [0, 1, 2, 3, 5]);
    }

    #[test]
    fn the_first_plies_are_skipped() {
        let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6";
        assert_eq!(taken(8, moves, 99), [8, 9]);
        assert_eq!(taken(9, moves, 99), [7, 8, 9]);
    }
}
