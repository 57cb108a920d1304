//! Standings: results of each encounter, and how games ended.

use std::collections::BTreeMap;

use crate::journal::GameLine;
use crate::stats::{Encounter, GameCounts, PairCounts, Rating, rate};

/// The results of two participants, from the first one's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub games: GameCounts,
    pub pairs: PairCounts,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    names: Vec<String>,
    tallies: BTreeMap<(usize, usize), Tally>,
    causes: BTreeMap<String, u64>,
    draws: BTreeMap<String, u64>,
    faults: BTreeMap<(String, String), u64>,
    pairs: u64,
}

impl Standings {
    #[must_use]
    pub fn new(names: &[&str]) -> Standings {
        Standings {
            names: names.iter().map(|&name| name.to_owned()).collect(),
            tallies: BTreeMap::new(),
            causes: BTreeMap::new(),
            draws: BTreeMap::new(),
            faults: BTreeMap::new(),
            pairs: 0,
        }
    }

    pub fn count(&mut self, pair: &[GameLine; 2]) {
        self.pairs += 1;
        let index = |name: &String| self.names.iter().position(|known| known == name);
        let (Some(first), Some(second)) = (index(&pair[0].white), index(&pair[0].black)) else {
            return;
        };
        let tally = self.tallies.entry((first, second)).or_default();
        let mut half_points = 0;
        for (number, game) in pair.iter().enumerate() {
            let points = match (game.result.as_str(), number) {
                ("1-0", 0) | ("0-1", 1) => 2,
                ("1-0", _) | ("0-1", _) => 0,
                _ => 1,
            };
            half_points += points;
            match points {
                2 => tally.games.wins += 1,
                1 => tally.games.draws += 1,
                _ => tally.games.losses += 1,
            }
            let cause = || game.cause.as_str().to_owned();
            *self.causes.entry(cause()).or_default() += 1;
            if points == 1 {
                *self.draws.entry(cause()).or_default() += 1;
            }
            if game.fault.is_some() {
                let loser = if game.result == "1-0" {
                    &game.black
                } else {
                    &game.white
                };
                let fault = (loser.clone(), cause());
                *self.faults.entry(fault).or_default() += 1;
            }
        }
        tally.pairs.add(half_points);
    }

    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The results of two participants, from the first one's point of view.
    #[must_use]
    pub fn tally(&self, first: usize, second: usize) -> Tally {
        let found = |key| self.tallies.get(&key).copied().unwrap_or_default();
        let mut tally = found((first, second));
        let turned = found((second, first));
        tally.games += GameCounts {
            wins: turned.games.losses,
            draws: turned.games.draws,
            losses: turned.games.wins,
        };
        let [a, b, c, d, e] = turned.pairs.0;
        tally.pairs += PairCounts([e, d, c, b, a]);
        tally
    }

    /// The results of a participant against all others.
    #[must_use]
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        for other in (0..self.names.len()).filter(|&other| other != player) {
            let tally = self.tally(player, other);
            total.games += tally.games;
            total.pairs += tally.pairs;
        }
        total
    }

    /// The number of games by cause.
    #[must_use]
    pub fn causes(&self) -> &BTreeMap<String, u64> {
        &self.causes
    }

    /// The number of drawn games by rule.
    #[must_use]
    pub fn draws(&self) -> &BTreeMap<String, u64> {
        &self.draws
    }

    /// The number of faults by (name, cause).
    #[must_use]
    pub fn faults(&self) -> &BTreeMap<(String, String), u64> {
        &self.faults
    }

    /// The ratings of all participants. There is one optional anchor per name; without anchors the
    /// average is 0.
    #[must_use]
    pub fn ratings(&self, anchors: &[Option<f64>]) -> Vec<Rating> {
        let mut anchors = anchors.to_vec();
        anchors.resize(self.names.len(), None);
        let encounters: Vec<Encounter> = self
            .tallies
            .iter()
            .map(|(&(first, second), tally)| Encounter {
                first,
                second,
                games: tally.games,
            })
            .collect();
        rate(&anchors, &encounters)
    }
}
