//! Short games that show the features of the variant, one feature each.
//!
//! They are used by guided tours and the documentation. Each is legal from the start position, and
//! the tests check what its title says.

use crate::{Boards, SyncedMove};

/// A short game whose last position shows a feature.
///
/// ```
/// use fourfold_duplicate::examples::{EXAMPLES, LOCKSTEP};
/// assert_eq!(LOCKSTEP.moves().count(), 12);
/// assert!(EXAMPLES.iter().all(|example| !example.title.is_empty()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// A short name, for links.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The moves from the start.
    pub moves: &'static str,
    /// A move of the player to move, to look at: what it does, or why it is refused.
    pub then: Option<&'static str>,
}

/// All examples, in teaching order.
pub const EXAMPLES: [Example; 10] = [
    LOCKSTEP,
    GHOST,
    GHOST_CHECKS,
    ONE_BOARD_ONLY,
    CASTLING_DIVERGES,
    EN_PASSANT_DIVERGES,
    EN_PASSANT_AND_CAPTURE,
    ESCAPE_NOT_SYNCHRONIZED,
    DOUBLE_MATE,
    TWO_MATED_AT_ONCE,
];

/// One move, two boards: everyone's twins stand on the same squares.
pub const LOCKSTEP: Example = Example {
    name: "lockstep",
    title: "each move is made on both boards of a player",
    moves: "e2e4 e2e4 e7e5 e7e5 g1f3 g1f3 g8f6 g8f6 f1c4 f1c4 f8c5 f8c5",
    then: Some("e1g1"),
};

/// A capture takes one twin; the other stays and can never move again.
pub const GHOST: Example = Example {
    name: "ghost",
    title: "a captured piece leaves a ghost on its owner's other board",
    moves: "e2e4 d2d4 d7d5 d7d5 e4d5 c2c4",
    then: Some("d5c4"),
};

/// A ghost still attacks: a queen whose twin was captured gives check.
pub const GHOST_CHECKS: Example = Example {
    name: "ghost-checks",
    title: "a ghost cannot move, but it still gives check",
    moves: "f2f4 e2e3 g8f6 f7f6 h2h3 d1h5 f6h5",
    then: Some("g7g6"),
};

/// A pawn can capture on one board; the other has nothing there.
pub const ONE_BOARD_ONLY: Example = Example {
    name: "one-board-only",
    title: "a move that is legal on one board only cannot be played",
    moves: "e2e4 d2d4 c7c5 e7e5 g1f3 c2c4",
    then: Some("c5d4"),
};

/// Castling is legal on one board and crosses an attacked square on the other.
pub const CASTLING_DIVERGES: Example = Example {
    name: "castling",
    title: "castling must be legal on both boards",
    moves: "e2e3 a2a3 c7c5 d7d5 g1f3 g2g3 d8b6 f7f6 f1b5 b2b3 b6b5 b8c6",
    then: Some("e1g1"),
};

/// En passant on one board, nothing to capture on the other.
pub const EN_PASSANT_DIVERGES: Example = Example {
    name: "en-passant",
    title: "en passant needs a victim on both boards",
    moves: "f2f4 b2b4 a7a5 g7g5 f4f5 b1c3 g7g6 e7e5",
    then: Some("f5e6"),
};

/// En passant on one board is an ordinary capture on the other, and legal.
pub const EN_PASSANT_AND_CAPTURE: Example = Example {
    name: "en-passant-and-capture",
    title: "the same move captures en passant on one board and a knight on the other",
    moves: "g2g4 e2e4 b7b6 g8h6 g4g5 d1g4 h7h5 e7e6",
    then: Some("g5h6"),
};

/// The board in check has an answer, but the other board forbids it.
pub const ESCAPE_NOT_SYNCHRONIZED: Example = Example {
    name: "escape-not-synchronized",
    title: "a way out of check must be legal on both boards",
    moves: "f2f3 a2a3 g8f6 e7e6 a2a3 b2b3 f6h5 a7a6 b2b3 c2c3 h5g3 d8h4",
    then: Some("g2g3"),
};

/// Checked on both boards by both opponents, who both win.
pub const DOUBLE_MATE: Example = Example {
    name: "double-mate",
    title: "mated on both boards, by both opponents",
    moves: "f2f3 a2a3 e7e5 e7e5 g2g4 b2b3 d8h4 d8h4",
    then: None,
};

/// One move mates two players; the first in turn order loses.
pub const TWO_MATED_AT_ONCE: Example = Example {
    name: "two-mated-at-once",
    title: "one queen mates North and South; the first to move loses",
    moves: "f2f4 g2g4 h7h5 e7e5 g2g4 f2f4 a7a5 d8h4",
    then: None,
};

impl Example {
    /// The moves.
    ///
    /// # Panics
    ///
    /// Never panics for the examples of this crate.
    pub fn moves(&self) -> impl Iterator<Item = SyncedMove> {
        let words = self.moves.split_whitespace();
        words.map(|word| word.parse().expect("an example holds moves"))
    }

    /// The boards after the moves.
    ///
    /// ```
    /// use fourfold_duplicate::examples::DOUBLE_MATE;
    /// assert!(DOUBLE_MATE.boards().legal_moves().is_empty());
    /// ```
    #[must_use]
    pub fn boards(&self) -> Boards {
        self.moves()
            .fold(Boards::start(), |boards, m| boards.play_unchecked(m))
    }
}
