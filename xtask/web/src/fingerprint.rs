//! Telling contents apart: 64-bit FNV-1a, the same on every machine and for every compiler.
//!
//! It names versions of our own files. It is no protection against someone who forges one.

use std::fmt;

/// The fingerprint of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of nothing at all.
    pub const EMPTY: Fingerprint = Fingerprint(0xcbf2_9ce4_8422_2325);

    /// Returns the fingerprint of these bytes.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        Fingerprint::EMPTY.and(bytes)
    }

    /// Returns the fingerprint of what was read so far, followed by these bytes.
    pub fn and(self, bytes: &[u8]) -> Fingerprint {
        let step =
            |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Fingerprint(bytes.iter().fold(self.0, step))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_come_out() {
        assert_eq!(Fingerprint::of(b"").to_string(), "cbf29ce484222325");
        assert_eq!(Fingerprint::of(b"a").to_string(), "af63dc4c8601ec8c");
        assert_eq!(Fingerprint::of(b"foobar").to_string(), "85944171f73967e8");
    }

    #[test]
    fn parts_add_up() {
        assert_eq!(
            Fingerprint::of(b"foo").and(b"bar"),
            Fingerprint::of(b"foobar")
        );
    }
}
