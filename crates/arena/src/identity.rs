//! Hashes that identify what a run was made from, so that a journal never mixes two runs.

use chess::mix;

use crate::opening::Opening;

/// A hash that identifies a set of openings.
#[must_use]
pub fn of_openings(openings: &[Opening]) -> String {
    let keys = openings
        .iter()
        .map(|opening| opening.start.position.key().0);
    format!("{:016x}", keys.fold(openings.len() as u64, mix))
}

/// The default name of the journal of a run: the kind of run, and a hash of its identity.
#[must_use]
pub fn journal_name(kind: &str, identity: &serde_json::Value) -> String {
    let text = identity.to_string();
    let hash = text.bytes().fold(0, |hash, byte| mix(hash, byte.into()));
    format!("{kind}-{:08x}.jsonl", hash >> 32)
}
