//! Values and sets keyed by seat, by board, or by another small enum.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{BitOr, Index, IndexMut};

/// A small enum that can be used as a key.
pub trait Key: Copy + Eq + 'static {
    /// All keys in order, eight at most.
    const ALL: &'static [Self];

    /// The index of the key in that order.
    fn index(self) -> usize;
}

/// One value for each of four keys.
///
/// ```
/// use fourfold_duplicate::{BySeat, Seat};
/// let mut wins = BySeat::from_fn(|_| 0);
/// wins[Seat::East] += 1;
/// assert_eq!(wins.iter().map(|(_, &count)| count).sum::<u32>(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct By<K, T> {
    values: [T; 4],
    key: PhantomData<K>,
}

impl<K: Key, T> By<K, T> {
    /// The values in key order.
    #[must_use]
    pub const fn new(values: [T; 4]) -> By<K, T> {
        By {
            values,
            key: PhantomData,
        }
    }

    /// Builds the values from a function of the key.
    #[must_use]
    pub fn from_fn(mut value: impl FnMut(K) -> T) -> By<K, T> {
        By::new(core::array::from_fn(|index| value(K::ALL[index])))
    }

    /// The keys with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        K::ALL.iter().copied().zip(&self.values)
    }
}

impl<K: Key, T: Default> Default for By<K, T> {
    fn default() -> By<K, T> {
        By::from_fn(|_| T::default())
    }
}

impl<K: Key, T> Index<K> for By<K, T> {
    type Output = T;

    #[inline]
    fn index(&self, key: K) -> &T {
        &self.values[key.index()]
    }
}

impl<K: Key, T> IndexMut<K> for By<K, T> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.values[key.index()]
    }
}

/// A set of keys.
///
/// ```
/// use fourfold_duplicate::{Seat, SeatSet};
/// let mut set = SeatSet::of(Seat::North);
/// set.insert(Seat::West);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Seat::North, Seat::West]);
/// assert!(set.contains(Seat::West));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Set<K> {
    bits: u8,
    key: PhantomData<K>,
}

impl<K: Key> Set<K> {
    /// The empty set.
    pub const EMPTY: Set<K> = Set {
        bits: 0,
        key: PhantomData,
    };

    /// The set of one key.
    #[must_use]
    pub fn of(key: K) -> Set<K> {
        Set {
            bits: 1 << key.index(),
            key: PhantomData,
        }
    }

    /// Whether the key is in the set.
    #[must_use]
    pub fn contains(self, key: K) -> bool {
        self.bits & 1 << key.index() != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The number of keys in the set.
    #[must_use]
    pub fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Adds a key.
    pub fn insert(&mut self, key: K) {
        self.bits |= 1 << key.index();
    }

    /// The keys in order.
    pub fn iter(self) -> impl Iterator<Item = K> {
        K::ALL
            .iter()
            .copied()
            .filter(move |&key| self.contains(key))
    }
}

impl<K: Key> Default for Set<K> {
    fn default() -> Set<K> {
        Set::EMPTY
    }
}

impl<K: Key> BitOr for Set<K> {
    type Output = Set<K>;

    fn bitor(self, other: Set<K>) -> Set<K> {
        Set {
            bits: self.bits | other.bits,
            key: PhantomData,
        }
    }
}

impl<K: Key> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Set<K> {
        let mut set = Set::EMPTY;
        keys.into_iter().for_each(|key| set.insert(key));
        set
    }
}

impl<K: Key + fmt::Debug> fmt::Debug for Set<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
