//! A value that notices its changes.

use core::ops::{Deref, DerefMut};
use core::sync::atomic::{AtomicU64, Ordering};

/// The last revision of any value.
static LAST: AtomicU64 = AtomicU64::new(0);

/// A value that a page stores. Every mutable access gives it a revision that no other value had before,
/// so a change cannot go unnoticed, and neither can its replacement by another value.
#[derive(Clone, Debug)]
pub struct Tracked<T> {
    value: T,
    revision: u64,
}

impl<T> Tracked<T> {
    /// A value with a revision of its own.
    pub fn new(value: T) -> Tracked<T> {
        let revision = next();
        Tracked { value, revision }
    }

    pub fn into_inner(self) -> T {
        self.value
    }

    /// Greater than all revisions before the last change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

fn next() -> u64 {
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

impl<T> Deref for Tracked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Tracked<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.revision = next();
        &mut self.value
    }
}

impl<T: Default> Default for Tracked<T> {
    fn default() -> Tracked<T> {
        Tracked::new(T::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_keeps_the_revision_and_every_change_gives_a_later_one() {
        let mut moves = Tracked::new(vec![1]);
        let first = moves.revision();
        assert_eq!(moves.len(), 1);
        assert_eq!(moves.revision(), first);
        moves.push(2);
        let second = moves.revision();
        assert!(second > first);
        let earlier = moves.clone();
        *moves = vec![1];
        assert!(moves.revision() > second);
        moves = Tracked::new(earlier.to_vec());
        assert!(
            moves.revision() > second,
            "another value counts as a change"
        );
    }
}
