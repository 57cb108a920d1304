//! Counts of results, by game and by pair.

use std::ops::AddAssign;

/// Games by result, from the first player's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl GameCounts {
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of games drawn; 0 without games.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        ratio(self.draws, self.games())
    }

    /// The score per game from 0 to 1; one half without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Outcomes as (score, count), lowest score first.
    pub(super) fn outcomes(&self) -> [(f64, f64); 3] {
        [
            (0.0, self.losses as f64),
            (0.5, self.draws as f64),
            (1.0, self.wins as f64),
        ]
    }
}

impl AddAssign for GameCounts {
    fn add_assign(&mut self, other: GameCounts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Pairs by their joint score: 0, ½, 1, 1½ or 2 points for the first player (pentanomial counts).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair by its score in half points, 0 to 4.
    ///
    /// # Panics
    ///
    /// Panics if there are more than four half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The score per game from 0 to 1; one half without pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        let quarters: u64 = self
            .0
            .iter()
            .zip(0..)
            .map(|(count, points)| count * points)
            .sum();
        quarters as f64 / (4 * self.pairs()) as f64
    }

    /// The ratio of pairs won to pairs lost; `None` while none is lost.
    #[must_use]
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [none, half, _, more, both] = self.0;
        (none + half > 0).then(|| (more + both) as f64 / (none + half) as f64)
    }

    /// The share of drawn pairs; 0 without pairs.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        ratio(self.0[2], self.pairs())
    }

    /// Outcomes as (score per game, count), lowest score first.
    pub(super) fn outcomes(&self) -> [(f64, f64); 5] {
        std::array::from_fn(|points| (points as f64 / 4.0, self.0[points] as f64))
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: PairCounts) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(sum, count)| *sum += count);
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}
