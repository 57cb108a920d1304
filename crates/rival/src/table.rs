//! The [transposition table](https://www.chessprogramming.org/Transposition_Table).

use duplicate::SyncedMove;

/// How a stored value bounds the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub value: i32,
    pub depth: i32,
    pub bound: Bound,
    pub best: Option<SyncedMove>,
}

/// A table with a power of two of entries. New entries always replace old ones.
pub(crate) struct TranspositionTable {
    slots: Vec<Option<(u64, Entry)>>,
}

impl TranspositionTable {
    /// A table sized for a search of this many nodes.
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
