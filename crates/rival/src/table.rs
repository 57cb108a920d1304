//! The transposition table: what is known about positions that were searched before.

use duplicate::SyncedMove;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub value: i32,
    pub depth: i32,
    pub bound: Bound,
    pub best: Option<SyncedMove>,
}

/// A table of a power of two of entries; a new entry replaces what was there.
pub(crate) struct TranspositionTable {
    slots: Vec<Option<(u64, Entry)>>,
}

impl TranspositionTable {
    /// A table that suits a search of so many nodes.
    pub fn for_nodes(nodes: u64) -> TranspositionTable {
        let slots = nodes.clamp(1 << 10, 1 << 19).next_power_of_two();
        TranspositionTable {
            slots: vec![None; slots as usize],
        }
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        match self.slots[self.index(key)] {
            Some((found, entry)) if found == key => Some(entry),
            _ => None,
        }
    }

    pub fn put(&mut self, key: u64, entry: Entry) {
        let index = self.index(key);
        self.slots[index] = Some((key, entry));
    }

    fn index(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.slots.len() - 1)
    }
}
