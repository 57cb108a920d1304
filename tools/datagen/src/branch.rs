//! Positions beside the moves of stored games.
//!
//! Most positions that a search evaluates arise after moves that nobody plays, and stored games have
//! none of those. A branch leaves a game at a random position with a random move that is sound: it
//! loses little. The branch is stored as a game of one ply, with the score of a search and the result
//! of the game that it left.

use std::collections::TryReserveError;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, ensure};
use chess::Position;
use engine::{Engine, Evaluator, Root};
use repeatable::Random;
use whole_file::crc32;

use crate::quiet::{FIRST_PLY, is_quiet};
use crate::selfplay::{small_engine, think};
use crate::store::{Ply, Reader, StoredGame};

/// How many random moves are tried until one is sound and leads to a quiet position.
const ATTEMPTS: u32 = 16;

/// A sound move loses at most this many centipawns, by the score that the game has stored.
const LOSS_MAX: i32 = 100;

/// A first look takes this fraction of the nodes. Most moves that are not sound fail it.
const LOOK: u64 = 10;

/// The games that branches leave.
#[derive(Clone, Debug)]
pub struct Trunks {
    games: Arc<[StoredGame]>,
    /// A checksum of how the games were made, and of how many there are.
    checksum: u32,
    /// How many of 100 games begin with a Chess960 start.
    chess960: u8,
}

impl Trunks {
    /// Reads the games of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not one of games, or has none.
    pub fn read(path: &Path) -> Result<Trunks> {
        let mut reader = Reader::open(path)?;
        let games: Arc<[StoredGame]> = reader
            .by_ref()
            .filter(|game| !game.plies.is_empty())
            .collect();
        ensure!(
            !games.is_empty(),
            "{}: no games, so there is nothing to branch from",
            path.display()
        );
        let header = reader.header();
        Ok(Trunks {
            games,
            checksum: crc32(&[&header.to_bytes(), &reader.games().to_le_bytes()]),
            chess960: header.chess960,
        })
    }

    /// A number that identifies the games: a file is determined by its header and its length.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// How many of 100 games begin with a Chess960 start.
    #[must_use]
    pub fn chess960(&self) -> u8 {
        self.chess960
    }
}

/// Finds branches that depend only on the games, their number, the seed and the evaluation.
pub struct Brancher {
    engine: Engine,
    trunks: Trunks,
    nodes: u64,
    seed: u64,
}

impl Brancher {
    /// Finds branches of these games with searches of about this many nodes.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory cannot be allocated.
    pub fn new(
        evaluator: Evaluator,
        trunks: Trunks,
        nodes: u64,
        seed: u64,
    ) -> Result<Brancher, TryReserveError> {
        let engine = small_engine(evaluator)?;
        Ok(Brancher {
            engine,
            trunks,
            nodes,
            seed,
        })
    }

    /// The branch with this number. It has no plies if no sound move was found.
    pub fn branch(&mut self, number: u64) -> StoredGame {
        self.engine.forget();
        let mut random = Random::at(self.seed, number);
        let game = &self.trunks.games[random.below(self.trunks.games.len())];
        let mut branch = StoredGame {
            start: game.start,
            opening_plies: game.opening_plies,
            result: game.result,
            plies: Vec::new(),
        };
        for _ in 0..ATTEMPTS {
            let ply = random.below(game.plies.len());
            let Some((position, bound)) = leave(game, ply, &mut random) else {
                continue;
            };
            let root = Root::new(position);
            let mut label = |nodes| {
                let found = think(&mut self.engine, &root, nodes)?;
                let score = found.score.centipawns() as i16;
                let ply = Ply {
                    m: found.best()?,
                    score,
                };
                (i32::from(score) <= bound && is_quiet(&position, ply)).then_some(ply)
            };
            if let Some(label) = label(self.nodes / LOOK).and_then(|_| label(self.nodes)) {
                branch.start = position;
                // Only the first plies matter, because positions there are not used.
                let plies = usize::from(game.opening_plies) + ply + 1;
                branch.opening_plies = plies.min(FIRST_PLY) as u8;
                branch.plies.push(label);
                return branch;
            }
        }
        branch
    }
}

/// The position after a random move in a game at this ply, if it is not the move that was played, and
/// the opponent's largest score if the move is sound.
fn leave(game: &StoredGame, ply: usize, random: &mut Random) -> Option<(Position, i32)> {
    let (position, played) = game.positions().nth(ply)?;
    let moves = position.legal_moves();
    let m = moves[random.below(moves.len())];
    let bound = LOSS_MAX - i32::from(played.score);
    (m != played.m).then(|| (position.play_unchecked(m), bound))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quiet::lessons;
    use crate::selfplay::{SelfPlayer, Settings};

    fn brancher() -> Brancher {
        let settings = Settings {
            nodes: 60,
            seed: 3,
            chess960: 0,
        };
        let mut player = SelfPlayer::new(Evaluator::material(), settings).unwrap();
        let trunks = Trunks {
            games: (0..3).map(|number| player.play(number)).collect(),
            checksum: 0,
            chess960: 0,
        };
        Brancher::new(Evaluator::material(), trunks, 60, 5).unwrap()
    }

    #[test]
    fn branches_leave_their_games_and_are_quiet() {
        let mut brancher = brancher();
        let games = Arc::clone(&brancher.trunks.games);
        let mut found = 0;
        for number in 0..50 {
            let branch = brancher.branch(number);
            let is_played = |game: &StoredGame| {
                game.positions()
                    .any(|(position, _)| position == branch.start)
            };
            if !branch.plies.is_empty() {
                assert!(!games.iter().any(is_played), "{}", branch.start);
                found += lessons(&branch, 0.0).count();
            }
        }
        assert!(found > 30, "{found} of 50 are training positions");
    }

    #[test]
    fn the_moves_of_branches_are_sound() {
        let mut brancher = brancher();
        let games = Arc::clone(&brancher.trunks.games);
        let mut branches = 0;
        for number in 0..50 {
            let branch = brancher.branch(number);
            let Some(label) = branch.plies.first() else {
                continue;
            };
            let loses_little = |(position, played): (Position, Ply)| {
                let moves = position.legal_moves();
                let mut after = moves.iter().map(|&m| position.play_unchecked(m));
                after.any(|after| after == branch.start)
                    && i32::from(played.score) + i32::from(label.score) <= LOSS_MAX
            };
            let is_sound = games
                .iter()
                .flat_map(StoredGame::positions)
                .any(loses_little);
            assert!(is_sound, "{} scores {}", branch.start, label.score);
            branches += 1;
        }
        assert!(branches > 10, "{branches} branches");
    }

    #[test]
    fn branches_are_reproducible() {
        let mut brancher = brancher();
        let (first, other) = (brancher.branch(7), brancher.branch(8));
        assert_eq!(brancher.branch(7), first);
        assert_ne!(other, first);
    }
}
