//! How forgiving a reader is, and where its patience ends.

use chess::Tolerance;

/// How to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether malformed text that has one obvious meaning is read with a warning or refused.
    pub tolerance: Tolerance,
    /// What no game may exceed.
    pub limits: Limits,
}

/// Bounds that keep memory bounded whatever the input is. A game that exceeds one is refused
/// there, like one with any other fault, and the next game is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep variations may be nested.
    pub variation_depth: usize,
    /// How many bytes a move, a number or any other word may have.
    pub token_bytes: usize,
    /// How many bytes a tag may have between its brackets.
    pub tag_bytes: usize,
    /// How many tags a game may have.
    pub tags: usize,
    /// How many bytes a comment may have.
    pub comment_bytes: usize,
    /// How many moves of either side a game may have, those in variations included.
    pub plies: u64,
}

impl Default for Options {
    /// Lenient, with the default limits.
    fn default() -> Options {
        Options {
            tolerance: Tolerance::Lenient,
            limits: Limits::default(),
        }
    }
}

impl Options {
    /// Refuses malformed text, with the default limits.
    #[must_use]
    pub fn strict() -> Options {
        Options {
            tolerance: Tolerance::Strict,
            ..Options::default()
        }
    }

    pub(super) fn is_strict(&self) -> bool {
        self.tolerance == Tolerance::Strict
    }
}

impl Default for Limits {
    /// For files of one's own: far above anything that is meant, and still bounded.
    fn default() -> Limits {
        Limits {
            variation_depth: 256,
            token_bytes: 256,
            tag_bytes: 1 << 20,
            tags: 1024,
            comment_bytes: 16 << 20,
            plies: 1_000_000,
        }
    }
}
