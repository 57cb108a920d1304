//! Random keys and ids, and the hashes of keys that are stored.

use sha2::{Digest, Sha256};
use tables::KeyHash;

/// The system has no random numbers, so keys would be guessable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system has no random numbers")]
pub(crate) struct NoRandomness;

/// A key of 128 random bits, with its hash.
pub(crate) fn fresh_key() -> Result<(String, KeyHash), NoRandomness> {
    let key = random_hex::<16>()?;
    let hash = hash(&key);
    Ok((key, hash))
}

/// The id of a table: 80 random bits, because anyone who knows it may watch.
pub(crate) fn fresh_id() -> Result<String, NoRandomness> {
    random_hex::<10>()
}

/// The hash of a key, which is what the store keeps.
pub(crate) fn hash(key: &str) -> KeyHash {
    KeyHash(Sha256::digest(key.as_bytes()).into())
}

fn random_hex<const BYTES: usize>() -> Result<String, NoRandomness> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_and_unique() {
        let (first, first_hash) = fresh_key().unwrap();
        let (second, second_hash) = fresh_key().unwrap();
        assert_eq!((first.len(), fresh_id().unwrap().len()), (32, 20));
        assert!(first != second && first_hash != second_hash);
        assert_eq!(hash(&first), first_hash);
    }
}
