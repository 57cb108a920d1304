//! Why a save was refused.

use crate::{MoveRefusal, Seat, UnknownRuling};

/// Why a text cannot be loaded as a game.
///
/// ```
/// use fourfold_duplicate::save;
/// let error = save::from_line("duplicate-chess 1 e2e4 castle").unwrap_err();
/// assert_eq!(error.ply(), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The text is longer than any game can be.
    #[error("expected at most {max} bytes, found {found}", max = super::LENGTH_MAX)]
    TooLong {
        /// Its length in bytes.
        found: usize,
    },
    /// The text is not JSON.
    #[error(
        "expected a saved game in JSON, found an error at line {line}, column {column}: {problem}"
    )]
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The message of the JSON reader.
        problem: String,
    },
    /// The JSON is not an object.
    #[error("expected a JSON object, found {found}")]
    NotObject {
        /// What was found instead.
        found: &'static str,
    },
    /// The save is of another variant.
    #[error("expected the variant \"duplicate-chess\", found {found}")]
    Variant {
        /// The variant that was found.
        found: String,
    },
    /// The save is of an unknown version.
    #[error("expected version 1, found {found}; a newer version needs a newer program")]
    Version {
        /// The version that was found.
        found: String,
    },
    /// There is no list of moves.
    #[error("expected a list of moves, found {found}")]
    Moves {
        /// What was found instead.
        found: &'static str,
    },
    /// A move is wrong.
    #[error("move {}: {fault}", ply + 1)]
    Move {
        /// The index of the move, from 0.
        ply: usize,
        /// What is wrong with it.
        fault: MoveFault,
    },
    /// A ruling is unknown.
    #[error("rulings: {0}")]
    Rulings(#[from] UnknownRuling),
    /// The start boards are not a valid game.
    #[error("setup: {0}")]
    Setup(#[from] crate::SetupError),
    /// The declaration at the end is wrong.
    #[error("ending: {problem}")]
    Ending {
        /// What is wrong with it.
        problem: String,
    },
}

/// What is wrong with one move of a save.
///
/// ```
/// use fourfold_duplicate::save::{LoadError, MoveFault, load};
/// let error = load("duplicate-chess 1 e2e5").unwrap_err();
/// assert!(matches!(error, LoadError::Move { ply: 0, fault: MoveFault::Refused(_) }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveFault {
    /// It is not an object.
    #[error("expected an object with player, from and to, found {found}")]
    Entry {
        /// What was found instead.
        found: &'static str,
    },
    /// It is not written as a move such as `e2e4`.
    #[error("expected a move such as e2e4 or e7e8q, found {found:?}")]
    Token {
        /// The beginning of what was found.
        found: String,
    },
    /// The player is not one of the four.
    #[error("expected a player N, S, E or W, found {found}")]
    Player {
        /// What was found.
        found: String,
    },
    /// It is another player's turn.
    #[error("expected a move of {expected}, whose turn it is, found one of {found}")]
    WrongPlayer {
        /// Whose turn it is.
        expected: Seat,
        /// Who moves in the save.
        found: Seat,
    },
    /// A square is not valid.
    #[error("expected a square such as e4 for {field:?}, found {found}")]
    Square {
        /// Which of the two squares.
        field: &'static str,
        /// What was found.
        found: String,
    },
    /// The promotion piece is not valid.
    #[error("expected a promotion to q, r, b or n, found {found}")]
    Promotion {
        /// What was found.
        found: String,
    },
    /// The move cannot be played.
    #[error("{0}")]
    Refused(MoveRefusal),
}

impl LoadError {
    /// The short name of the reason.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            LoadError::TooLong { .. } => "too_long",
            LoadError::NotJson { .. } => "not_json",
            LoadError::NotObject { .. } => "not_object",
            LoadError::Variant { .. } => "bad_variant",
            LoadError::Version { .. } => "bad_version",
            LoadError::Moves { .. } => "bad_moves",
            LoadError::Rulings(_) => "bad_rulings",
            LoadError::Setup(_) => "bad_setup",
            LoadError::Ending { .. } => "bad_ending",
            LoadError::Move { fault, .. } => match fault {
                MoveFault::Entry { .. } | MoveFault::Token { .. } => "bad_entry",
                MoveFault::Player { .. } => "bad_player",
                MoveFault::WrongPlayer { .. } => "wrong_player",
                MoveFault::Square { .. } => "bad_square",
                MoveFault::Promotion { .. } => "bad_promotion",
                // A save names the player of each move. That another player has a piece there does
                // not make it the wrong player.
                MoveFault::Refused(MoveRefusal::NotYourTurn { .. }) => "illegal",
                MoveFault::Refused(refusal) => refusal.code(),
            },
        }
    }

    /// The index of the move that is wrong, from 0.
    #[must_use]
    pub fn ply(&self) -> Option<usize> {
        match self {
            LoadError::Move { ply, .. } => Some(*ply),
            LoadError::TooLong { .. }
            | LoadError::NotJson { .. }
            | LoadError::NotObject { .. }
            | LoadError::Variant { .. }
            | LoadError::Version { .. }
            | LoadError::Moves { .. }
            | LoadError::Rulings(_)
            | LoadError::Setup(_)
            | LoadError::Ending { .. } => None,
        }
    }
}
