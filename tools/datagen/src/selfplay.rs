//! One game of self-play.

use std::collections::TryReserveError;

use chess::{Color, Position};
use engine::{
    Control, Engine, Evaluator, Limits, NullHost, Root, SearchResult, TranspositionTable, bench,
};
use game::{FIFTY_MOVES, THREEFOLD};
use repeatable::Random;

use crate::opening::{Balance, Start};
use crate::store::{GameResult, Ply, StoredGame};

/// A table for short searches that is cleared after each game: half a mebibyte, which fits the CPU
/// cache.
const CLUSTERS: usize = 1 << 14;

/// A search may exceed its soft node limit to finish an iteration, up to this factor.
const HARD_FACTOR: u64 = 8;

/// A game is adjudicated as won when both sides' scores agree for this many plies.
const DECIDED: (i32, u32) = (2000, 4);

/// A game is adjudicated as drawn when both sides' scores agree for this many plies, from this ply
/// on.
const LEVEL: (i32, u32) = (8, 16);
const LEVEL_FROM: usize = 80;

/// The depth of the bench that identifies the search.
const SIGNATURE_DEPTH: u32 = 6;

/// A game of this many plies is drawn.
const PLIES_MAX: usize = 400;

/// What decides a game, apart from its number, the evaluation and the search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Nodes after which a search starts no further iteration.
    pub nodes: u64,
    pub seed: u64,
    /// How many of 100 games begin with a Chess960 start.
    pub chess960: u8,
}

/// Plays games that depend only on the settings, their number and the evaluation.
pub struct SelfPlayer {
    engine: Engine,
    settings: Settings,
}

impl SelfPlayer {
    /// A player with these settings.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory cannot be allocated.
    pub fn new(evaluator: Evaluator, settings: Settings) -> Result<SelfPlayer, TryReserveError> {
        let engine = small_engine(evaluator)?;
        Ok(SelfPlayer { engine, settings })
    }

    pub fn play(&mut self, number: u64) -> StoredGame {
        self.engine.forget();
        let Settings {
            nodes,
            seed,
            chess960,
        } = self.settings;
        let balance = Balance {
            nodes: 2 * nodes,
            centipawns: 400,
        };
        let mut random = Random::at(seed, number);
        let start = Start::random(&mut random, &mut self.engine, balance, chess960);
        let (result, plies) = play_out(start.position, |root| think(&mut self.engine, root, nodes));
        StoredGame {
            start: start.position,
            opening_plies: start.plies,
            result,
            plies,
        }
    }
}

/// An engine for short searches.
///
/// # Errors
///
/// Returns an error if the memory cannot be allocated.
pub fn small_engine(evaluator: Evaluator) -> Result<Engine, TryReserveError> {
    let mut engine = Engine::with_table(TranspositionTable::with_clusters(CLUSTERS)?);
    engine.settings_mut().evaluator = evaluator;
    Ok(engine)
}

/// A number that identifies the search, whatever the evaluation: a short bench that counts material.
///
/// # Errors
///
/// Returns an error if the memory cannot be allocated.
pub fn search_signature() -> Result<u64, TryReserveError> {
    let mut engine = small_engine(Evaluator::material())?;
    Ok(bench(&mut engine, SIGNATURE_DEPTH, &NullHost))
}

/// Searches about this many nodes; `None` if there is no legal move.
pub fn think(engine: &mut Engine, root: &Root, nodes: u64) -> Option<SearchResult> {
    let limits = Limits {
        soft_nodes: Some(nodes),
        nodes: Some(HARD_FACTOR * nodes),
        ..Limits::default()
    };
    engine.search(root, &limits, &Control::new(), &NullHost)
}

/// Plays a game to its end or until it is adjudicated.
pub fn play_out(
    start: Position,
    mut think: impl FnMut(&Root) -> Option<SearchResult>,
) -> (GameResult, Vec<Ply>) {
    let mut root = Root::new(start);
    let mut plies = Vec::new();
    let mut watch = Watch::default();
    loop {
        let position = root.position();
        if is_drawn(&root) || plies.len() >= PLIES_MAX {
            return (GameResult::Draw, plies);
        }
        let turn = position.turn();
        let Some((outcome, m)) = think(&root).and_then(|outcome| {
            let m = outcome.best()?;
            Some((outcome, m))
        }) else {
            let mated = position.is_check();
            let result = if mated { win(!turn) } else { GameResult::Draw };
            return (result, plies);
        };
        // Every score fits 16 bits: a mate is 32,000.
        let score = outcome.score.centipawns() as i16;
        plies.push(Ply { m, score });
        if outcome.score.is_mate() {
            let winner = if score > 0 { turn } else { !turn };
            return (win(winner), plies);
        }
        if let Some(result) = watch.verdict(turn, i32::from(score), plies.len()) {
            return (result, plies);
        }
        if root.play(m).is_err() {
            unreachable!("the engine finds legal moves");
        }
    }
}

fn win(winner: Color) -> GameResult {
    match winner {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    }
}

/// Whether the game is drawn by repetition, the fifty-move rule or insufficient material. Checkmate
/// takes precedence over the fifty-move rule.
fn is_drawn(root: &Root) -> bool {
    let position = root.position();
    position.board().has_insufficient_material()
        || root.occurrences() >= THREEFOLD as usize
        || (position.halfmoves() >= FIFTY_MOVES && !position.is_checkmate())
}

/// Adjudicates a game by the scores of both sides.
#[derive(Clone, Copy, Debug, Default)]
struct Watch {
    /// The winning side according to both sides, and for how many plies.
    decided: Option<(Color, u32)>,
    level: u32,
}

impl Watch {
    /// Records a score for the side to move and returns the result if the game is decided.
    fn verdict(&mut self, turn: Color, score: i32, plies: usize) -> Option<GameResult> {
        let (bound, enough) = DECIDED;
        let ahead = if score > 0 { turn } else { !turn };
        self.decided = match self.decided {
            _ if score.abs() < bound => None,
            Some((side, plies)) if side == ahead => Some((side, plies + 1)),
            _ => Some((ahead, 1)),
        };
        if let Some((side, plies)) = self.decided
            && plies >= enough
        {
            return Some(win(side));
        }
        let (bound, enough) = LEVEL;
        self.level = if score.abs() <= bound {
            self.level + 1
        } else {
            0
        };
        let drawn = plies >= LEVEL_FROM && self.level >= enough;
        drawn.then_some(GameResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use chess::MoveKind;

    use super::*;

    fn player(chess960: u8) -> SelfPlayer {
        let settings = Settings {
            nodes: 60,
            seed: 7,
            chess960,
        };
        SelfPlayer::new(Evaluator::material(), settings).unwrap()
    }

    #[test]
    fn chess960_games_castle_and_are_stored() {
        let mut player = player(100);
        let mut castled = 0;
        for number in 0..200 {
            let game = player.play(number);
            let bytes = game.to_bytes(number);
            let (read, length) = StoredGame::from_bytes(&bytes, number).unwrap();
            assert_eq!((read, length), (game.clone(), bytes.len()));
            castled += game
                .plies
                .iter()
                .filter(|ply| ply.m.kind() == MoveKind::Castle)
                .count();
        }
        assert!(castled > 0);
    }

    #[test]
    fn games_are_reproducible() {
        let mut player = player(0);
        let (first, other) = (player.play(3), player.play(4));
        assert_eq!(player.play(3), first);
        assert_ne!(other, first);
        assert!(first.plies.len() > 1);
        assert!((8..=9).contains(&first.opening_plies));
    }

    #[test]
    fn both_sides_must_agree_on_a_winner() {
        let mut watch = Watch::default();
        for _ in 0..3 {
            assert_eq!(watch.verdict(Color::White, 2500, 1), None);
            // Black disagrees, so the count restarts.
            assert_eq!(watch.verdict(Color::Black, 2500, 1), None);
        }
        assert_eq!(watch.verdict(Color::White, -2500, 1), None);
        assert_eq!(watch.verdict(Color::Black, 2500, 1), None);
        assert_eq!(
            watch.verdict(Color::White, -2500, 1),
            Some(GameResult::BlackWins)
        );
    }

    #[test]
    fn a_checkmate_ends_the_game() {
        let mated = Position::from_fen("7k/5KQ1/8/8/8/8/8/8 b - - 3 9").unwrap();
        let mut engine = small_engine(Evaluator::material()).unwrap();
        let (result, plies) = play_out(mated, |root| think(&mut engine, root, 50));
        assert_eq!((result, plies.len()), (GameResult::WhiteWins, 0));
        let bare = Position::from_fen("7k/5K2/8/8/8/8/8/8 b - - 3 9").unwrap();
        let (result, _) = play_out(bare, |root| think(&mut engine, root, 50));
        assert_eq!(result, GameResult::Draw);
    }
}
