//! Statistics of the games under one reading.

use std::collections::BTreeMap;

use arena::stats::{BlockScores, Mean};
use duplicate::{BySeat, Seat};

use crate::GameLine;

/// Statistics of one cell at one strength of play.
#[derive(Debug, Default)]
pub struct Figures {
    payoff: BySeat<BlockScores>,
    /// How much more the first seat gets than the second, game by game.
    leads: BySeat<BySeat<BlockScores>>,
    white_lead: BlockScores,
    second_lead: BlockScores,
    drawn: BlockScores,
    causes: BTreeMap<String, u64>,
    mates: u64,
    mates_with_two_winners: u64,
    by_provisional: BTreeMap<String, u64>,
    turns: Vec<usize>,
}

impl Figures {
    pub fn add(&mut self, line: &GameLine) {
        for seat in Seat::ALL {
            self.payoff[seat].add(line.score(seat));
            for other in Seat::ALL {
                self.leads[seat][other].add(line.score(seat) - line.score(other));
            }
        }
        let [north, south, east, west] = Seat::ALL.map(|seat| line.score(seat));
        self.white_lead.add((north + south - east - west) / 2.0);
        self.second_lead.add((south + west - north - east) / 2.0);
        let is_drawn = line.scores == [0; 4];
        self.drawn.add(f64::from(u8::from(is_drawn)));
        *self.causes.entry(line.cause.clone()).or_default() += 1;
        if line.cause == "checkmate" {
            self.mates += 1;
            let winners = line.scores.iter().filter(|&&score| score > 0).count();
            self.mates_with_two_winners += u64::from(winners > 1);
        }
        for ruling in &line.provisional {
            *self.by_provisional.entry(ruling.clone()).or_default() += 1;
        }
        let turns = line.turns();
        let place = self.turns.partition_point(|&other| other < turns);
        self.turns.insert(place, turns);
    }

    #[must_use]
    pub fn games(&self) -> u64 {
        self.drawn.blocks()
    }

    /// The mean score of a seat.
    #[must_use]
    pub fn payoff(&self, seat: Seat) -> Mean {
        self.payoff[seat].mean()
    }

    /// The seats from the best to the worst.
    #[must_use]
    pub fn ranking(&self) -> [Seat; 4] {
        let mut seats = Seat::ALL;
        seats.sort_by(|a, b| self.payoff(*b).value.total_cmp(&self.payoff(*a).value));
        seats
    }

    /// How much more the best seat gets than the worst. The seats are chosen after the games, so a gap
    /// of a few hundredths can be chance even if its interval excludes zero.
    #[must_use]
    pub fn gap(&self) -> Mean {
        let [best, _, _, worst] = self.ranking();
        self.leads[best][worst].mean()
    }

    /// How much more a White seat gets than a Black one.
    #[must_use]
    pub fn white_lead(&self) -> Mean {
        self.white_lead.mean()
    }

    /// How much more the second player of a half-round gets than the first.
    #[must_use]
    pub fn second_lead(&self) -> Mean {
        self.second_lead.mean()
    }

    /// The share of games in which all draw.
    #[must_use]
    pub fn drawn(&self) -> Mean {
        self.drawn.mean()
    }

    /// The causes of endings with their shares, most common first.
    #[must_use]
    pub fn causes(&self) -> Vec<(&str, f64)> {
        let mut causes: Vec<(&str, f64)> = self
            .causes
            .iter()
            .map(|(cause, count)| (cause.as_str(), self.share(*count)))
            .collect();
        causes.sort_by(|a, b| b.1.total_cmp(&a.1));
        causes
    }

    /// The share of mates with two winners.
    #[must_use]
    pub fn two_winners(&self) -> f64 {
        self.mates_with_two_winners as f64 / self.mates.max(1) as f64
    }

    /// The share of games decided by a ruling.
    #[must_use]
    pub fn decided_by(&self, ruling: &str) -> f64 {
        self.share(self.by_provisional.get(ruling).copied().unwrap_or(0))
    }

    /// A quantile of the length of the games, in turns.
    #[must_use]
    pub fn quantile(&self, share: f64) -> usize {
        let last = self.turns.len().saturating_sub(1);
        let place = (share * last as f64).round() as usize;
        self.turns.get(place).copied().unwrap_or(0)
    }

    fn share(&self, count: u64) -> f64 {
        count as f64 / self.games().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(scores: [i8; 4], cause: &str, turns: usize) -> GameLine {
        GameLine {
            unit: 0,
            game: 0,
            random: 0,
            moves: vec!["e2e4"; turns].join(" "),
            scores,
            cause: cause.to_owned(),
            provisional: vec!["winners".to_owned()],
        }
    }

    #[test]
    fn all_statistics_count_a_game() {
        let mut figures = Figures::default();
        figures.add(&line([1, 1, -1, 0], "checkmate", 9));
        figures.add(&line([0, 0, 0, 0], "stalemate", 5));
        figures.add(&line([-1, 0, 1, 0], "checkmate", 7));
        assert_eq!(figures.games(), 3);
        assert_eq!(figures.payoff(Seat::South).value, 1.0 / 3.0);
        assert_eq!(figures.two_winners(), 0.5);
        assert_eq!(figures.causes()[0], ("checkmate", 2.0 / 3.0));
        assert_eq!(figures.decided_by("winners"), 1.0);
        assert_eq!(
            [0.0, 0.5, 1.0].map(|share| figures.quantile(share)),
            [5, 7, 9]
        );
        assert_eq!(figures.ranking()[0], Seat::South);
        assert!((figures.gap().value - 1.0 / 3.0).abs() < 1e-12);
        assert!((figures.white_lead().value - 1.0 / 6.0).abs() < 1e-12);
        assert!((figures.second_lead().value - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn the_interval_of_a_gap_counts_games_not_seats() {
        // South always gets one more than East: the gap has no error, although both scores have.
        let mut figures = Figures::default();
        for scores in [[0, 1, 0, 0], [0, 0, -1, 0]] {
            figures.add(&line(scores, "checkmate", 9));
        }
        assert_eq!(figures.gap().value, 1.0);
        assert_eq!(figures.gap().error, 0.0);
        assert!(figures.payoff(Seat::South).error > 0.5);
    }
}
