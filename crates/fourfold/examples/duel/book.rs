//! Openings made on the spot: random moves, kept if the engine finds them as even or uneven as asked.

use anyhow::Result;
use chess::Position;
use engine::{Control, Engine, Limits, NullHost, Root};

/// How openings are made.
pub struct Book {
    /// Where they start.
    pub start: Position,
    /// Random moves.
    pub plies: usize,
    /// The least and most advantage of either side, in hundredths of a pawn.
    pub advantage: (i32, i32),
    /// Different seeds make different books.
    pub seed: u64,
}

impl Default for Book {
    fn default() -> Book {
        Book {
            start: Position::start(),
            plies: 8,
            advantage: (0, 90),
            seed: 1,
        }
    }
}

impl Book {
    /// An engine that says how even an opening is.
    pub fn judge(&self) -> Result<Engine> {
        Ok(Engine::new(1)?)
    }

    /// The opening with this number, the same for the same seed.
    pub fn opening(&self, number: usize, judge: &mut Engine) -> Root {
        let mut random = Random(self.seed.wrapping_mul(0x9E37_79B9) ^ (number as u64) << 20);
        loop {
            if let Some(root) = self.random_root(&mut random)
                && self.is_fit(&root, judge)
            {
                return root;
            }
        }
    }

    fn random_root(&self, random: &mut Random) -> Option<Root> {
        let mut root = Root::new(self.start);
        // One move more half of the time, so that either side may be to move.
        let extra = if self.plies > 0 { random.below(2) } else { 0 };
        for _ in 0..self.plies + extra {
            let moves = root.position().legal_moves();
            if moves.is_empty() {
                return None;
            }
            root.play(moves[random.below(moves.len())]).ok()?;
        }
        root.position().has_legal_moves().then_some(root)
    }

    fn is_fit(&self, root: &Root, judge: &mut Engine) -> bool {
        if self.plies == 0 {
            return true;
        }
        judge.forget();
        let limits = Limits::nodes(4000);
        let outcome = judge.search(root, &limits, &Control::new(), &NullHost);
        outcome.is_some_and(|outcome| {
            let advantage = outcome.score.centipawns().abs();
            (self.advantage.0..=self.advantage.1).contains(&advantage)
        })
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }
}
