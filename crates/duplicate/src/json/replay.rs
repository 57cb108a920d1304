//! A whole game as JSON, with every state that it passed through.

use serde_json::{Value, json};

use super::{Lists, letter, outcome, state};
use crate::Table;

/// A game that was replayed: each of its states, and how it ended.
#[must_use]
pub fn replayed(mut table: Table, lists: Lists) -> Value {
    let (plies, last) = (table.moves().count(), table.steps().len());
    let mut states = Vec::new();
    for step in 0..=plies {
        table.show(step);
        states.push(state(&table, lists));
    }
    table.show(last);
    json!({
        "ok": true,
        "plies": plies,
        "player": letter(table.turn()),
        "states": states,
        "outcome": outcome(table.ending()),
    })
}
