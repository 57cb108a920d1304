//! A number that changes whenever the programs play differently.

use duplicate::DuplicateGame;
use repeatable::{Random, mix};

use crate::level::{Level, LevelSettings};
use crate::limits::Limits;
use crate::player::Player;
use crate::rival::Rival;

/// The nodes searched for each move of the signature.
const NODES: u64 = 400;

/// The baselines whose moves are part of the signature.
const BASELINES: [Player; 3] = [Player::Random, Player::Greedy, Player::Neighbors(2)];

/// A hash of what the programs play in a few positions, of the limits of each level and of the
/// moves of the [baselines](crate::baseline).
///
/// It is the same on every machine, and in the browser. Journals of matches keep it, so that one
/// journal never mixes the games of different programs.
#[must_use]
pub fn signature() -> u64 {
    signature_of(Level::all().map(Level::settings))
}

fn signature_of(levels: impl IntoIterator<Item = LevelSettings>) -> u64 {
    let mut hash = Hash(0);
    for LevelSettings { limits, width } in levels {
        hash.add(u64::from(limits.depth));
        hash.add(limits.nodes);
        hash.add(width as u64);
    }
    for number in 0..8 {
        let mut random = Random::at(1, number);
        let mut game = DuplicateGame::new();
        for _ in 0..4 * number {
            if let Some(&m) = random.pick(&game.legal_moves()) {
                game.play(m).expect("a legal move can be played");
            }
        }
        if let Some(chosen) = Rival::within(Limits::nodes(NODES), 1).think(&game) {
            hash.add(chosen.value.0 as u64);
            hash.add(chosen.nodes);
            hash.add(chosen.line.len() as u64);
            hash.add_text(&chosen.m.to_string());
        }
        for player in BASELINES {
            if let Some(m) = player.choose(&game, 1) {
                hash.add_text(&m.to_string());
            }
        }
    }
    hash.0
}

struct Hash(u64);

impl Hash {
    fn add(&mut self, value: u64) {
        self.0 = mix(self.0, value);
    }

    fn add_text(&mut self, text: &str) {
        for byte in text.bytes() {
            self.add(byte.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_level_changes_the_signature() {
        let levels: Vec<LevelSettings> = Level::all().map(Level::settings).collect();
        for (index, _) in levels.iter().enumerate() {
            let mut changed = levels.clone();
            changed[index].width += 1;
            assert_ne!(signature_of(changed), signature(), "level {}", index + 1);
            let mut changed = levels.clone();
            changed[index].limits.nodes += 1;
            assert_ne!(signature_of(changed), signature(), "level {}", index + 1);
        }
    }
}
