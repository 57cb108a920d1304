//! What came of thinking about a table.

use duplicate::{BySeat, SyncedMove};

use crate::value::Value;

/// A move, and what is behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move.
    pub m: SyncedMove,
    /// What it is worth to the player who makes it.
    pub value: Value,
    /// What each player is expected to get, from -1 for a loss to 1 for a win.
    pub scores: BySeat<f64>,
    /// The moves that the program expects, its own first: what it hopes and fears.
    pub line: Vec<SyncedMove>,
    /// How many turns it looked ahead, those of the player opposite aside.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
}
