//! The weights of the evaluation, for each count of [`features`](crate::features).
//!
//! Learned, not set. This command writes the file: `cargo run --release -p fit -- --generations 4 --games 5000 --nodes 800 --seed 1
//! --out crates/rival/src/weights.rs`

use crate::evaluate::Weights;

/// The weights that were learned.
#[rustfmt::skip]
pub(crate) const LEARNED: Weights = Weights {
    own: [41, 35, 14, 199, -21, -91, -32, 7, 13, -265, 8, 22, 10, -4, -16, -73, 10],
    opponent: [-35, -28, -25, 16, 13, -19, -15, -19, -4, 165, -5, -12, -1, 3, 10, 39, 8],
    opposite: [13, 42, 26, -223, -11, 131, 65, 34, -14, 14, 1, 1, -8, -2, -4, 7, -9],
    turn: [225, 95, -23, -18],
};
