//! The result of a search.

use duplicate::{BySeat, SyncedMove};

use crate::value::Value;

/// A move, with the reasons for it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenMove {
    pub m: SyncedMove,
    /// The value to the player who makes it.
    pub value: Value,
    /// The expected result of each player, from -1 for a loss to 1 for a win.
    pub scores: BySeat<f64>,
    /// The principal variation, starting with the move.
    pub line: Vec<SyncedMove>,
    /// The depth in turns, not counting those of the player opposite.
    pub depth: u32,
    pub nodes: u64,
}
