//! Null moves: the notations for a pass.

/// The ways to write a null move.
const NULL_MOVES: [&[u8]; 6] = [b"--", b"Z0", b"0000", b"@@@@", b"null", b"<>"];

/// Whether a word of the movetext is a null move.
#[inline]
pub(super) fn is_null_move(word: &[u8]) -> bool {
    NULL_MOVES.contains(&word)
}
