//! Hashes that identify what a run was made from, so that a journal never mixes two runs.

use repeatable::mix;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_journal_depends_on_the_plan() {
        let name = |seed: u64| journal_name("match", &serde_json::json!({ "seed": seed }));
        assert_eq!(name(1), name(1));
        assert_ne!(name(1), name(2));
        assert!(name(1).starts_with("match-") && name(1).ends_with(".jsonl"));
    }

    #[test]
    fn another_number_of_openings_is_another_set() {
        let one = [Opening::standard()];
        let two = [Opening::standard(), Opening::standard()];
        assert_eq!(of_openings(&one), of_openings(&one));
        assert_ne!(of_openings(&one), of_openings(&two));
    }
}
