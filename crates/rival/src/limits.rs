//! The limits of a search.

/// When a search ends: at whichever limit is reached first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The depth in turns, not counting those of the player opposite.
    pub depth: u32,
    pub nodes: u64,
}

impl Limits {
    pub const DEPTH_MAX: u32 = 60;

    /// A limit on nodes only.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            depth: Limits::DEPTH_MAX,
            nodes,
        }
    }

    /// A limit on depth only.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits {
            depth,
            nodes: u64::MAX,
        }
    }
}
