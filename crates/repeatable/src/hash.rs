//! Hashes of content. They detect damage and distinguish versions.

/// The 64-bit FNV-1a hash of bytes, usable at compile time.
///
/// ```
/// use repeatable::Fnv;
/// assert_eq!(Fnv::of(b"foobar"), Fnv::new().with(b"foo").with(b"bar"));
/// assert_eq!(Fnv::of(b"a").to_string(), "af63dc4c8601ec8c");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

impl Fnv {
    #[must_use]
    pub const fn new() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }

    #[must_use]
    pub const fn of(bytes: &[u8]) -> Fnv {
        Fnv::new().with(bytes)
    }

    /// The hash of the bytes so far, followed by these.
    #[must_use]
    pub const fn with(self, bytes: &[u8]) -> Fnv {
        let mut hash = self.0;
        let mut at = 0;
        while at < bytes.len() {
            hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01B3);
            at += 1;
        }
        Fnv(hash)
    }

    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv::new()
    }
}

/// Writes sixteen hexadecimal digits.
impl core::fmt::Display for Fnv {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Adds a number to a hash of numbers. It is faster than [`Fnv`] where there are whole words.
///
/// ```
/// let numbers = [3, 1, 4];
/// assert_ne!(numbers.into_iter().fold(0, repeatable::mix), 0);
/// ```
#[must_use]
pub const fn mix(hash: u64, number: u64) -> u64 {
    (hash.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_are_reproduced() {
        assert_eq!(Fnv::new().value(), 0xCBF2_9CE4_8422_2325);
        assert_eq!(Fnv::of(b"a").value(), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(Fnv::of(b"foobar").value(), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn the_order_of_numbers_counts() {
        assert_eq!(mix(0, 1), 0x9E37_79B9_7F4A_7C15);
        assert_ne!(mix(mix(0, 1), 2), mix(mix(0, 2), 1));
    }
}
