//! Puts results of threads back in order.

use std::collections::BTreeMap;

/// A buffer for results that wait for earlier ones.
#[derive(Debug)]
pub struct InOrder<T> {
    next: u64,
    waiting: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    /// A buffer whose first result has this number.
    #[must_use]
    pub fn new(next: u64) -> InOrder<T> {
        InOrder {
            next,
            waiting: BTreeMap::new(),
        }
    }

    pub fn add(&mut self, number: u64, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next result in order, if it has arrived.
    pub fn take_next(&mut self) -> Option<T> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }
}
