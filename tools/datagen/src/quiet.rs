//! Which positions of a game are worth learning from.
//!
//! An evaluation is asked about positions where nothing is about to happen, so it is taught those
//! only: not in check, and the move that was found neither captures nor promotes. The first plies
//! after the random ones are left out, because nobody plays such positions.

use std::collections::HashSet;

use chess::Position;

use crate::store::{GameResult, StoredGame};

/// A position worth learning from.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The position.
    pub position: Position,
    /// What a search thought of it, for the side to move.
    pub score: i16,
    /// What came of it, for White: 0, ½ or 1, in half points.
    pub half_points: u8,
}

/// Plies from the start position on before which nothing is learned.
const FIRST_PLY: usize = 16;

/// Positions that are won by more teach nothing.
const SCORE_MAX: i16 = 2000;

/// The positions of a game that are worth learning from, each once.
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
