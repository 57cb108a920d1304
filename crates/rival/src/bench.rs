//! A number that changes whenever the programs play differently.

use chess::Random;
use duplicate::Table;

use crate::limits::Limits;
use crate::rival::Rival;

/// How many positions are looked at for each of the moves.
const NODES: u64 = 400;

/// What the programs think about a few positions, as one number: the same on every machine, in the
/// browser too, and for everyone who plays alike.
#[must_use]
pub fn signature() -> u64 {
    let mut sum: u64 = 0;
    for number in 0..8 {
        let mut random = Random::at(1, number);
        let mut table = Table::new();
        for _ in 0..4 * number {
            if let Some(&m) = random.pick(&table.legal_moves()) {
                table.play(m).expect("a legal move can be played");
            }
        }
        if let Some(thought) = Rival::within(Limits::nodes(NODES), 1).think(&table) {
            for value in [
                thought.value.0 as u64,
                thought.nodes,
                thought.line.len() as u64,
            ] {
                sum = (sum.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
            for letter in thought.m.to_string().bytes() {
                sum = (sum.rotate_left(5) ^ u64::from(letter)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
        }
    }
    sum
}
