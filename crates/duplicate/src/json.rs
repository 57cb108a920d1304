//! Tables, changes and refusals as JSON: the objects of scripts and test vectors.
//!
//! The shapes are a contract with programs outside of this repository. Fields may be added, never
//! changed or removed.

mod replay;
mod state;
mod why;

pub use replay::replayed;
pub use state::{Lists, letter, outcome, state};
pub use why::{change, refusal, squares, why};

use serde_json::{Value, json};

use crate::save::LoadError;

/// The answer to a game that cannot be loaded.
#[must_use]
pub fn refused(error: &LoadError) -> Value {
    json!({
        "ok": false,
        "error": { "code": error.code(), "ply": error.ply(), "message": error.to_string() },
    })
}
