//! What a search may spend.

/// When a search ends. Whichever limit comes first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many turns ahead it looks, those of the player opposite aside.
    pub depth: u32,
    /// How many positions it looks at.
    pub nodes: u64,
}

impl Limits {
    /// The deepest search there is.
    pub const DEPTH_MAX: u32 = 60;

    /// A number of nodes and nothing else.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            depth: Limits::DEPTH_MAX,
            nodes,
        }
    }

    /// A depth and nothing else.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits {
            depth,
            nodes: u64::MAX,
        }
    }
}
