//! Search depth.

use core::ops::{Add, Sub};

/// The remaining depth of a search, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(i32);

impl Depth {
    /// The depth at which the quiescence search takes over.
    pub const ZERO: Depth = Depth(0);

    #[inline]
    #[must_use]
    pub const fn new(plies: i32) -> Depth {
        Depth(plies)
    }

    #[inline]
    #[must_use]
    pub const fn plies(self) -> i32 {
        self.0
    }
}

impl Add<i32> for Depth {
    type Output = Depth;

    #[inline]
    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;

    #[inline]
    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}
