//! Digests of states and commands: FNV-1a with 64 bits, in hexadecimal.
//!
//! They detect errors, not forgery: keys decide who may act.

use repeatable::Fnv;

pub fn digest(text: &str) -> String {
    Fnv::of(text.as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_match_the_published_function() {
        assert_eq!(digest(""), "cbf29ce484222325");
        assert_eq!(digest("foobar"), "85944171f73967e8");
    }
}
