//! When a player wants a draw, and when it gives up.

use chess::Move;
use game::{Command, Game};

/// Scores up to this count as even, in centipawns. The search varies draw scores slightly.
const EVEN_SCORE: i32 = 10;

/// From this ply on, an even position is good enough for a draw.
const EARLY_PLIES: usize = 60;

/// How many moves in a row must be even before it offers a draw.
const EVEN_MOVES: usize = 8;

/// How much worse it must stand, in centipawns, to accept an early draw.
const WORSE_SCORE: i32 = 20;

/// Scores up to this are lost, in centipawns.
const LOST_SCORE: i32 = -900;

/// How many moves in a row must be lost before it resigns.
const LOST_MOVES: usize = 4;

/// Whether the game is lost, by the scores of its last moves in centipawns.
pub fn is_lost(scores: &[i32]) -> bool {
    let recent = scores.get(..LOST_MOVES);
    recent.is_some_and(|recent| recent.iter().all(|&score| score <= LOST_SCORE))
}

/// Whether the game has been even for long enough to offer a draw.
pub fn is_even_for_long(game: &Game, scores: &[i32]) -> bool {
    let recent = scores.get(..EVEN_MOVES);
    let is_even = |score: &i32| score.abs() <= EVEN_SCORE;
    game.ply() >= EARLY_PLIES && recent.is_some_and(|recent| recent.iter().all(is_even))
}

/// Whether a player with this score, in centipawns, accepts a draw.
pub fn accepts(game: &Game, score: i32) -> bool {
    let is_late = game.ply() >= EARLY_PLIES;
    game.can_agree() && (score <= -WORSE_SCORE || (score <= EVEN_SCORE && is_late))
}

/// The draw that the player to move claims, with this best move and this score in centipawns.
pub fn claim(game: &Game, best: Move, score: i32) -> Option<Command> {
    if score > EVEN_SCORE {
        return None;
    }
    let is_best = |with: Option<Move>| with == Some(best);
    let with = match game.claims().is_empty() {
        false => None,
        true => Some(
            game.claims_with()
                .iter()
                .find(|claim| is_best(claim.with))?
                .with?,
        ),
    };
    Some(Command::Claim {
        by: game.position().turn(),
        ground: None,
        with,
    })
}
