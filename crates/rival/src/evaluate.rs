//! The static evaluation of four boards for a seat.

use duplicate::{Boards, BySeat, Seat};

use crate::features::{COUNT, Counts, Features};
use crate::value::Value;
use crate::weights::LEARNED;

/// The weights of the features for a player. [`SCALE`](crate::SCALE) units are odds of e to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The player's own features.
    pub own: Counts,
    /// The features of each of the two opponents.
    pub opponent: Counts,
    /// The features of the player opposite.
    pub opposite: Counts,
    /// Being the seat to move, or one, two or three turns away from it.
    pub turn: [i32; 4],
}

/// Handwritten weights, the starting point of learning.
const BY_HAND: Weights = Weights {
    own: [
        60, 180, 180, 300, 540, -150, -70, -30, -12, -40, 6, 4, -25, -15, 3, 0, 0,
    ],
    opponent: [
        -30, -90, -90, -150, -270, 75, 35, 15, 6, 20, -3, -2, 12, 7, -1, 0, 0,
    ],
    opposite: [0; COUNT],
    turn: [20, 0, 0, 0],
};

/// Which weights an evaluation uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WeightSet {
    #[default]
    Learned,
    ByHand,
    Given(&'static Weights),
}

impl WeightSet {
    const fn get(self) -> &'static Weights {
        match self {
            WeightSet::Learned => &LEARNED,
            WeightSet::ByHand => &BY_HAND,
            WeightSet::Given(weights) => weights,
        }
    }
}

#[must_use]
pub fn evaluate(boards: &Boards, seat: Seat, weights: WeightSet) -> Value {
    weigh(&Features::of(boards), boards.turn(), seat, weights.get())
}

/// The expected result of each seat, from -1 for a loss to 1 for a win.
#[must_use]
pub fn payoff(boards: &Boards) -> BySeat<f64> {
    let features = Features::of(boards);
    BySeat::from_fn(|seat| weigh(&features, boards.turn(), seat, &LEARNED).payoff())
}

fn weigh(features: &Features, turn: Seat, seat: Seat, weights: &Weights) -> Value {
    let [left, right] = seat.opponents();
    let sum = dot(&features.of[seat], &weights.own)
        + dot(&features.of[left], &weights.opponent)
        + dot(&features.of[right], &weights.opponent)
        + dot(&features.of[seat.opposite()], &weights.opposite)
        + weights.turn[turns_until(turn, seat)];
    Value::of_evaluation(sum)
}

/// The number of turns before this seat moves.
#[must_use]
pub fn turns_until(turn: Seat, seat: Seat) -> usize {
    (seat as usize + Seat::ALL.len() - turn as usize) % Seat::ALL.len()
}

#[inline]
fn dot(counts: &Counts, weights: &Counts) -> i32 {
    counts
        .iter()
        .zip(weights)
        .map(|(count, weight)| count * weight)
        .sum()
}
