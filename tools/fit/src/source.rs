//! The weights as a source file of `rival`.

use rival::Weights;
use rival::features::COUNT;

use crate::samples::INPUTS;

/// The learned weights as the integers that the evaluation uses.
pub fn round(weights: &[f64; INPUTS]) -> Weights {
    let scaled = weights.map(|weight| (weight * rival::SCALE).round() as i32);
    let counts = |from: usize| core::array::from_fn(|count| scaled[from + count]);
    Weights {
        own: counts(0),
        opponent: counts(COUNT),
        opposite: counts(2 * COUNT),
        turn: core::array::from_fn(|turns| scaled[3 * COUNT + turns]),
    }
}

/// The text of `weights.rs`, with the arguments that produce it.
pub fn write(weights: &Weights, arguments: &str) -> String {
    let row = |weights: &[i32]| {
        let words: Vec<String> = weights.iter().map(i32::to_string).collect();
        words.join(", ")
    };
    format!(
        "//! The weights of the evaluation, for each count of [`features`](crate::features).
//!
//! They are learned from games. This command writes the file:
//!
//! `cargo run --release -p fit -- {arguments} --out crates/rival/src/weights.rs`

use crate::evaluate::Weights;

/// The weights that were learned.
#[rustfmt::skip]
pub(crate) const LEARNED: Weights = Weights {{
    own: [{}],
    opponent: [{}],
    opposite: [{}],
    turn: [{}],
}};
",
        row(&weights.own),
        row(&weights.opponent),
        row(&weights.opposite),
        row(&weights.turn),
    )
}
