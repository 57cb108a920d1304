//! The checksum of a network file and of its architecture: the 64-bit
//! [FNV-1a](https://www.rfc-editor.org/rfc/rfc9923.html) hash.

/// The checksum of no bytes.
pub(crate) const START: u64 = 0xCBF2_9CE4_8422_2325;

/// The checksum of the bytes so far, followed by these.
pub(crate) const fn add(checksum: u64, bytes: &[u8]) -> u64 {
    let mut hash = checksum;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        at += 1;
    }
    hash
}
