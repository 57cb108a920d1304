//! The statistics of a match.

use arena::stats::BlockScores;
use duplicate::{BySeat, Seat};

use crate::Block;

#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The score of the tested player per game.
    pub player: BlockScores,
    /// The score of the others per game and seat.
    pub against: BlockScores,
    /// The difference, which the sequential test uses.
    pub difference: BlockScores,
    /// The score of the tested player at each seat.
    pub by_seat: BySeat<BlockScores>,
    /// The games that the tested player won.
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    turns: u64,
}

impl Tally {
    pub fn add(&mut self, block: &Block) {
        let (mut player, mut against) = (0.0, 0.0);
        for (line, tested) in block.0.iter().zip(Seat::ALL) {
            let own = line.score(tested);
            let all: f64 = Seat::ALL.into_iter().map(|seat| line.score(seat)).sum();
            player += own / 4.0;
            against += (all - own) / 12.0;
            self.by_seat[tested].add(own);
            match line.scores[tested as usize] {
                1.. => self.wins += 1,
                0 => self.draws += 1,
                ..0 => self.losses += 1,
            }
            self.turns += line.turns() as u64;
        }
        self.player.add(player);
        self.against.add(against);
        self.difference.add(player - against);
    }

    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean length of a game in turns; `None` before the first game.
    #[must_use]
    pub fn mean_turns(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.turns as f64 / self.games() as f64)
    }
}
