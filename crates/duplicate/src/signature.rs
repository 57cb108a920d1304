//! A short hash of a list of moves, to compare the move generators of two programs.

use crate::SyncedMove;

/// The first twelve hexadecimal digits of the SHA-256 of the moves, sorted by text and joined by
/// commas.
///
/// ```
/// let moves = fourfold_duplicate::Boards::start().legal_moves();
/// assert_eq!(fourfold_duplicate::signature(&moves), "0d8c61db4a82");
/// ```
#[must_use]
pub fn signature(moves: &[SyncedMove]) -> String {
    let mut texts: Vec<String> = moves.iter().map(SyncedMove::to_string).collect();
    texts.sort_unstable();
    let digest = sha256(texts.join(",").as_bytes());
    digest[..6]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// SHA-256 as FIPS 180-4 describes it.
fn sha256(message: &[u8]) -> [u8; 32] {
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((8 * message.len() as u64).to_be_bytes());

    let mut state = INITIAL;
    for block in padded.chunks_exact(64) {
        compress(&mut state, block);
    }
    let mut digest = [0; 32];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

fn compress(state: &mut [u32; 8], block: &[u8]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes
            .iter()
            .fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    for i in 16..64 {
        let (early, late) = (words[i - 15], words[i - 2]);
        let s0 = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let s1 = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        words[i] = words[i - 16]
            .wrapping_add(s0)
            .wrapping_add(words[i - 7])
            .wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.into_iter().zip(CONSTANTS) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = e & f ^ !e & g;
        let first = h
            .wrapping_add(s1)
            .wrapping_add(choice)
            .wrapping_add(constant)
            .wrapping_add(word);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = a & b ^ a & c ^ b & c;
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(s0).wrapping_add(majority));
    }
    for (word, change) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(change);
    }
}

const INITIAL: [u32; 8] = roots(2);
const CONSTANTS: [u32; 64] = roots(3);

/// The first 32 bits of the fractional parts of the square or cube roots of the first primes.
const fn roots<const COUNT: usize>(degree: u32) -> [u32; COUNT] {
    let mut roots = [0; COUNT];
    let (mut prime, mut found) = (2_u128, 0);
    while found < COUNT {
        if is_prime(prime) {
            // The root of the prime shifted by 32 bits is the root with 32 bits of fraction.
            let target = prime << (32 * degree);
            let (mut root, mut bit) = (0_u128, 1_u128 << 40);
            while bit > 0 {
                let candidate = root | bit;
                if candidate.pow(degree) <= target {
                    root = candidate;
                }
                bit >>= 1;
            }
            roots[found] = root as u32;
            found += 1;
        }
        prime += 1;
    }
    roots
}

const fn is_prime(number: u128) -> bool {
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            return false;
        }
        divisor += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hexadecimal(message: &[u8]) -> String {
        sha256(message)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    #[test]
    fn published_digests_are_reproduced() {
        assert_eq!(
            hexadecimal(b""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(
            hexadecimal(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            hexadecimal(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
    }
}
