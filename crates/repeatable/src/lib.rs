//! Random numbers and hashes that are the same on every machine and in every version.
//!
//! - [`Random`] is a seeded random number generator. Books, stored games and tests rely on its
//!   sequence.
//! - [`Fnv`] hashes bytes, and [`mix`] numbers. Files, digests and journals rely on their values.
//!
//! So none of them must ever change. They neither keep secrets nor protect against forgery.

mod hash;
mod random;

pub use hash::{Fnv, mix};
pub use random::Random;
