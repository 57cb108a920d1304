//! The weights of the evaluation, for each count of [`features`](crate::features).
//!
//! They are learned from games. This command writes the file:
//!
//! `cargo run --release -p fit -- --generations 4 --games 5000 --nodes 800 --seed 1 --out crates/rival/src/weights.rs`

use crate::evaluate::Weights;

/// The weights that were learned.
#[rustfmt::skip]
pub(crate) const LEARNED: Weights = Weights {
    own: [30, 87, 84, 189, 210, -174, -96, -35, 13, -242, 4, 19, 5, -5, -25, -68, 8],
    opponent: [-27, -42, -33, -79, -83, 42, 32, 14, -2, 155, -3, -10, 1, 3, 12, 38, 0],
    opposite: [6, -3, -18, -10, 5, 76, 23, -5, -19, 2, 1, 1, -7, 0, -6, 6, 2],
    turn: [205, 82, -25, -23],
};
