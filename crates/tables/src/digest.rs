//! Digests of states and commands: FNV-1a with 64 bits, in hexadecimal.
//!
//! They find faults, not forgers: who may act is decided by keys.

/// The digest of a text.
pub fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_published_function() {
        assert_eq!(digest(""), "cbf29ce484222325");
        assert_eq!(digest("foobar"), "85944171f73967e8");
    }
}
