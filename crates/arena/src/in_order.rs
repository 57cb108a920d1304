//! What threads finish in any order, handed on in the order of its numbers.

use std::collections::BTreeMap;

/// Results that wait for earlier ones.
#[derive(Debug)]
pub struct InOrder<T> {
    next: u64,
    waiting: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    /// The first result to be handed on is the one with this number.
    #[must_use]
    pub fn new(next: u64) -> InOrder<T> {
        InOrder {
            next,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes a result.
    pub fn add(&mut self, number: u64, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next result in order, if it is there.
    pub fn take_next(&mut self) -> Option<T> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }
}
