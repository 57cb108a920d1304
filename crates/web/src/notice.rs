//! A sentence for the people at a single board.

/// A sentence, and whether something went well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whether something went well.
    pub is_good: bool,
    /// The sentence.
    pub text: String,
}
