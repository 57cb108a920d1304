//! Who meets whom, from which opening, with which colors.
//!
//! The schedule is a function of its plan and a pair's number and nothing else, so that a run that
//! was broken off goes on exactly as it would have.

use chess::Random;
use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

/// In which order openings are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As they stand in the file.
    Sequential,
    /// Shuffled by the seed; each is used once before any is used again.
    #[default]
    Random,
}

/// Everything that decides the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How many players there are; at least two.
    pub players: usize,
    /// Who meets whom.
    pub format: Format,
    /// How many openings each two players play, two games each.
    pub rounds: u64,
    /// How many openings there are; at least one.
    pub openings: usize,
    /// In which order they are taken.
    pub order: Order,
    /// How many openings of that order are passed over at the beginning.
    pub skipped_openings: u64,
    /// What decides a random order.
    pub seed: u64,
}

/// Two games from one opening with colors swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number, from 0.
    pub number: u64,
    /// The player who has White in the first game.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The index of the opening.
    pub opening: usize,
    /// What the players may use for anything random in this pair.
    pub seed: u64,
}

impl Schedule {
    /// How many different encounters there are.
    #[must_use]
    pub fn encounters(&self) -> u64 {
        let players = self.players as u64;
        match self.format {
            Format::RoundRobin => players * players.saturating_sub(1) / 2,
            Format::Gauntlet => players.saturating_sub(1),
        }
    }

    /// How many pairs there are in all.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.encounters().saturating_mul(self.rounds)
    }

    /// The pair with this number; `None` behind the last. All encounters of a round come before
    /// those of the next, and share its opening.
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
    fn everybody_meets_everybody_once_a_round() {
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
    fn a_gauntlet_is_one_against_the_rest() {
        let schedule = schedule(4, Format::Gauntlet);
        let first_round: Vec<_> = (0..3)
            .filter_map(|n| schedule.pair(n))
            .map(|p| (p.first, p.second))
            .collect();
        assert_eq!(first_round, [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn each_opening_is_used_once_before_any_is_used_again() {
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
    fn a_run_may_begin_with_a_later_opening() {
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
    fn the_schedule_depends_on_nothing_else() {
        let plan = schedule(3, Format::RoundRobin);
        let forward: Vec<_> = (0..9).map(|n| plan.pair(n)).collect();
        let backward: Vec<_> = (0..9).rev().map(|n| plan.pair(n)).collect();
        assert!(forward.iter().eq(backward.iter().rev()));
    }
}
