//! A pie rule, measured: one player makes a first round for all four seats, the others choose their
//! seats. It works if some first round gives all seats nearly the same chances.
//!
//! Random first rounds are tried first. The most equal of them is then played again in new games,
//! because the trial alone would flatter it.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use arena::journal::JournalError;
use arena::threads::Threads;
use duplicate::{BySeat, DuplicateGame, Rulings, SyncedMove};
use rival::Player;
use serde_json::json;

use super::figures::Figures;
use super::games::{self, Games};
use crate::game_line::{self, GameLine};

/// The number of turns in a first round.
const ROUND: usize = 4;

/// How many times more games confirm the most equal first round.
const CONFIRMATION: u64 = 10;

/// The games that measure a pie rule.
#[derive(Clone, Copy, Debug)]
pub struct PiePlan {
    /// The player at all seats. It has to vary its moves, or all games from a first round would be
    /// the same.
    pub player: Player,
    /// The number of first rounds to try; 0 leaves the pie rule out.
    pub rounds: u64,
    /// The number of games from each of them; the most equal is played again ten times as often.
    pub games: u64,
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Pie {
    pub plan: PiePlan,
    /// The games from all first rounds together.
    pub all: Figures,
    /// The moves of the most equal first round.
    pub chosen: Vec<SyncedMove>,
    /// The new games from it.
    pub confirmed: Figures,
}

impl PiePlan {
    /// Plays the games that are not in the journals yet; `None` if stopped before the last.
    pub(super) fn play(
        &self,
        folder: &Path,
        seed: u64,
        threads: Threads,
        stop: &AtomicBool,
    ) -> Result<Option<Pie>, JournalError> {
        let rounds: Vec<DuplicateGame> = (0..self.rounds)
            .map(|round| game_line::opening(Rulings::default(), seed, round, ROUND))
            .collect();
        let mut trials: Vec<Figures> = rounds.iter().map(|_| Figures::default()).collect();
        let mut all = Figures::default();
        let trial = Games {
            path: folder.join(format!("pie-{}.jsonl", self.player)),
            identity: self.identity(seed, "trial"),
            count: self.rounds * self.games,
        };
        let end = trial.play(
            threads,
            stop,
            &|number| self.game(&rounds[(number % self.rounds) as usize], number, seed),
            &mut |line| {
                trials[(line.unit % self.rounds) as usize].add(line);
                all.add(line);
            },
        )?;
        let Some(chosen) = most_equal(&trials).filter(|_| end == games::End::All) else {
            return Ok(None);
        };
        let mut confirmed = Figures::default();
        let confirmation = Games {
            path: folder.join(format!("pie-{}-chosen.jsonl", self.player)),
            identity: self.identity(seed, "chosen"),
            count: CONFIRMATION * self.games,
        };
        let end = confirmation.play(
            threads,
            stop,
            &|number| self.game(&rounds[chosen], number, !seed),
            &mut |line| confirmed.add(line),
        )?;
        Ok((end == games::End::All).then(|| Pie {
            plan: *self,
            all,
            chosen: rounds[chosen].moves().collect(),
            confirmed,
        }))
    }

    fn game(&self, opening: &DuplicateGame, number: u64, seed: u64) -> GameLine {
        let players = BySeat::from_fn(|_| self.player);
        game_line::play(number, 0, opening, &players, seed)
    }

    fn identity(&self, seed: u64, part: &str) -> serde_json::Value {
        json!({
            "study": "pie",
            "part": part,
            "player": self.player.to_string(),
            "seed": seed,
            "rounds": self.rounds,
            "games": self.games,
            "program": format!("{:016x}", rival::signature()),
        })
    }
}

/// The index of the first round with the smallest gap between the seats.
fn most_equal(trials: &[Figures]) -> Option<usize> {
    let gaps = trials.iter().map(|figures| figures.gap().value);
    let least = gaps.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
    least.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_equal_round_has_the_smallest_gap() {
        let game = |scores| GameLine {
            unit: 0,
            game: 0,
            random: 4,
            moves: "e2e4".to_owned(),
            scores,
            cause: "checkmate".to_owned(),
            provisional: Vec::new(),
        };
        let trials = [[1, 1, -1, 0], [1, 0, 0, 0], [1, 0, -1, 0]].map(|scores| {
            let mut figures = Figures::default();
            figures.add(&game(scores));
            figures
        });
        assert_eq!(most_equal(&trials), Some(1));
        assert_eq!(most_equal(&[]), None);
    }
}
