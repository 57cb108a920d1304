//! The schedule: players, openings and colors of each game.
//!
//! It depends only on the plan and the number of a pair, so an interrupted run continues exactly as
//! planned.

use repeatable::Random;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
}

/// The order of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The order of the file.
    Sequential,
    /// Shuffled by the seed. Each opening is used once before any is reused.
    #[default]
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The number of players, at least two.
    pub players: usize,
    pub format: Format,
    /// The number of openings per encounter, two games each.
    pub rounds: u64,
    /// The number of openings, at least one.
    pub openings: usize,
    pub order: Order,
    /// The number of openings to skip at the start.
    pub skipped_openings: u64,
    /// The seed of a random order.
    pub seed: u64,
}

/// Two games from one opening with colors swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number, from 0.
    pub number: u64,
    /// The player with White in the first game.
    pub first: usize,
    pub second: usize,
    pub opening: usize,
    /// The seed for the players' random choices in this pair.
    pub seed: u64,
}

impl Schedule {
    #[must_use]
    pub fn encounters(&self) -> u64 {
        let players = self.players as u64;
        match self.format {
            Format::RoundRobin => players * players.saturating_sub(1) / 2,
            Format::Gauntlet => players.saturating_sub(1),
        }
    }

    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.encounters().saturating_mul(self.rounds)
    }

    /// The pair with this number; `None` after the last one. All encounters of a round share an
    /// opening and come before the next round.
    #[must_use]
    pub fn pair(&self, number: u64) -> Option<Pair> {
        if number >= self.pairs() {
            return None;
        }
        let round = number / self.encounters();
        let (first, second) = self.encounter(number % self.encounters());
        let opening = self.opening(round.wrapping_add(self.skipped_openings));
        Some(Pair {
            number,
            first,
            second,
            opening,
            seed: Random::at(self.seed, number).bits(),
        })
    }

    fn encounter(&self, mut index: u64) -> (usize, usize) {
        if self.format == Format::Gauntlet {
            return (0, index as usize + 1);
        }
        let mut first = 0;
        loop {
            let others = (self.players - first - 1) as u64;
            if index < others {
                return (first, first + 1 + index as usize);
            }
            index -= others;
            first += 1;
        }
    }

    fn opening(&self, round: u64) -> usize {
        let openings = self.openings.max(1) as u64;
        let (lap, place) = (round / openings, (round % openings) as usize);
        match self.order {
            Order::Sequential => place,
            Order::Random => {
                let mut random = Random::at(self.seed ^ 0x6F70_656E_696E_6773, lap);
                let mut shuffled: Vec<usize> = (0..self.openings.max(1)).collect();
                random.shuffle(&mut shuffled);
                shuffled[place]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn schedule(players: usize, format: Format) -> Schedule {
        Schedule {
            players,
            format,
            rounds: 3,
            openings: 5,
            order: Order::Random,
            skipped_openings: 0,
            seed: 7,
        }
    }

    #[test]
    fn all_players_meet_once_per_round() {
        let schedule = schedule(4, Format::RoundRobin);
        assert_eq!(schedule.pairs(), 18);
        let pairs: Vec<Pair> = (0..18).filter_map(|number| schedule.pair(number)).collect();
        for round in pairs.chunks(6) {
            let met: HashSet<_> = round.iter().map(|pair| (pair.first, pair.second)).collect();
            assert_eq!(met.len(), 6);
            assert!(
                met.iter()
                    .all(|(first, second)| first < second && *second < 4)
            );
            assert!(round.iter().all(|pair| pair.opening == round[0].opening));
        }
        assert_eq!(schedule.pair(18), None);
    }

    #[test]
    fn a_gauntlet_is_one_player_against_the_others() {
        let schedule = schedule(4, Format::Gauntlet);
        let first_round: Vec<_> = (0..3)
            .filter_map(|n| schedule.pair(n))
            .map(|p| (p.first, p.second))
            .collect();
        assert_eq!(first_round, [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn each_opening_is_used_once_before_any_is_reused() {
        let plan = Schedule {
            rounds: 10,
            ..schedule(2, Format::RoundRobin)
        };
        let used: Vec<usize> = (0..10)
            .filter_map(|n| plan.pair(n))
            .map(|p| p.opening)
            .collect();
        for lap in used.chunks(5) {
            assert_eq!(lap.iter().collect::<HashSet<_>>().len(), 5);
        }
        let other = Schedule { seed: 8, ..plan };
        assert!(
            (0..10).any(|n| other.pair(n).map(|p| p.opening) != plan.pair(n).map(|p| p.opening))
        );
        let straight = Schedule {
            order: Order::Sequential,
            ..plan
        };
        assert_eq!(straight.pair(6).map(|pair| pair.opening), Some(1));
    }

    #[test]
    fn a_run_may_start_with_a_later_opening() {
        let plan = Schedule {
            rounds: 10,
            ..schedule(2, Format::RoundRobin)
        };
        let later = Schedule {
            skipped_openings: 3,
            ..plan
        };
        let opening = |plan: &Schedule, n| plan.pair(n).map(|pair| pair.opening);
        for n in 0..7 {
            assert_eq!(opening(&later, n), opening(&plan, n + 3));
        }
    }

    #[test]
    fn the_schedule_is_reproducible() {
        let plan = schedule(3, Format::RoundRobin);
        let forward: Vec<_> = (0..9).map(|n| plan.pair(n)).collect();
        let backward: Vec<_> = (0..9).rev().map(|n| plan.pair(n)).collect();
        assert!(forward.iter().eq(backward.iter().rev()));
    }
}
