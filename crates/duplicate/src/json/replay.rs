//! A whole game as JSON, with every state that it passed through.

use serde_json::{Value, json};

use super::{Lists, letter, outcome, state};
use crate::DuplicateGame;

/// A game that was replayed: each of its states, and how it ended.
#[must_use]
pub fn replayed(mut game: DuplicateGame, lists: Lists) -> Value {
    let (plies, last) = (game.moves().count(), game.steps().len());
    let mut states = Vec::new();
    for step in 0..=plies {
        game.show(step);
        states.push(state(&game, lists));
    }
    game.show(last);
    json!({
        "ok": true,
        "plies": plies,
        "player": letter(game.turn()),
        "states": states,
        "outcome": outcome(game.ending()),
    })
}
