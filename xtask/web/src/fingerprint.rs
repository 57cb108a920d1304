//! Fingerprints of content: 64-bit FNV-1a, the same on every machine and for every compiler.
//!
//! They name versions of our own files and are not cryptographic.

use std::fmt;

/// A fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of no bytes.
    pub const EMPTY: Fingerprint = Fingerprint(0xcbf2_9ce4_8422_2325);

    /// The fingerprint of these bytes.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        Fingerprint::EMPTY.and(bytes)
    }

    /// The fingerprint of the content so far, followed by these bytes.
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
    fn the_published_values_are_reproduced() {
        assert_eq!(Fingerprint::of(b"").to_string(), "cbf29ce484222325");
        assert_eq!(Fingerprint::of(b"a").to_string(), "af63dc4c8601ec8c");
        assert_eq!(Fingerprint::of(b"foobar").to_string(), "85944171f73967e8");
    }

    #[test]
    fn a_split_content_has_the_same_fingerprint() {
        assert_eq!(
            Fingerprint::of(b"foo").and(b"bar"),
            Fingerprint::of(b"foobar")
        );
    }
}
