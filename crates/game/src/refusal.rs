//! Why a command was refused. A refused command changes nothing.

use chess::notation::MoveError;
use chess::{Color, IllegalMove};

use crate::{Ending, Outcome};

/// Why a move that was given as text was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// No move is played now.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The text is not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Why a command was refused.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::{Command, Game, Refusal};
/// let mut game = Game::default();
/// let refusal = game.execute(Command::Accept(Color::Black)).unwrap_err();
/// assert_eq!(refusal, Refusal::NoOffer(Color::White));
/// assert_eq!(refusal.code(), "no_offer");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Refusal {
    /// The move is not legal.
    #[error("{0}")]
    IllegalMove(IllegalMove),
    /// The game is over.
    #[error("the game is over, {0}; take back a step or start another game")]
    GameOver(Ending),
    /// Only the player to move may do this.
    #[error("only the player to move can claim a draw, and that is {turn}")]
    NotYourTurn {
        /// Who is to move.
        turn: Color,
    },
    /// The profile has no claims: these draws are automatic.
    #[error("draws cannot be claimed here: the third occurrence and fifty moves end the game")]
    NothingToClaim,
    /// The player's own offer is still standing.
    #[error("the draw offer of {0} still stands: it cannot be withdrawn and need not be repeated")]
    OfferStands(Color),
    /// The opponent has already offered a draw.
    #[error("{0} has offered a draw: accept it or decline it")]
    OfferToAnswer(Color),
    /// This side has no standing offer.
    #[error("{0} has not offered a draw, or the offer was answered by a move")]
    NoOffer(Color),
    /// A draw can be agreed only after both players have moved (article 5.2.3).
    #[error("a draw can be agreed only after both players have made at least one move")]
    TooEarlyToAgree,
    /// There are fewer steps to undo.
    #[error("cannot take back {asked}: {} to take back", steps(*there))]
    NotEnoughToUndo {
        /// How many were requested.
        asked: usize,
        /// How many there are.
        there: usize,
    },
    /// There are fewer steps to redo.
    #[error("cannot redo {asked}: {} to redo", steps(*there))]
    NotEnoughToRedo {
        /// How many were requested.
        asked: usize,
        /// How many there are.
        there: usize,
    },
    /// The record cannot be loaded.
    #[error("the record cannot be loaded: {0}")]
    BadRecord(BadRecord),
}

/// Why a record cannot be loaded.
///
/// ```
/// use fourfold_game::chess::{Move, Square};
/// use fourfold_game::{BadRecord, Game, Rules};
/// let mut record = Game::default().record();
/// record.moves.push(Move::normal(Square::E2, Square::E5));
/// let error = Game::from_record(&record, &Rules::default()).unwrap_err();
/// assert!(matches!(error, BadRecord::IllegalMove { ply: 0, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum BadRecord {
    /// A move is not legal.
    #[error("after {ply} plies, {error}")]
    IllegalMove {
        /// The number of plies before it.
        ply: usize,
        /// Why it is not legal.
        error: IllegalMove,
    },
    /// A move after the end of the game.
    #[error("the record has a move after {ply} plies, but the game was already over: {ending}")]
    MoveAfterEnd {
        /// The number of plies before it.
        ply: usize,
        /// How the game had ended.
        ending: Ending,
    },
    /// An offer, decline or claim out of order.
    #[error("after {ply} plies, {refusal}")]
    Remark {
        /// The number of plies before it.
        ply: usize,
        /// Why it was not possible.
        refusal: Box<Refusal>,
    },
    /// An offer or claim at a ply where it is not possible.
    #[error("the record has an offer or claim after {ply} plies, which is not possible there")]
    StrayRemark {
        /// The ply.
        ply: usize,
    },
    /// A correct claim that the record says was refused.
    #[error("after {ply} plies the record refuses a claim that was correct")]
    RightClaimRefused {
        /// The number of plies before it.
        ply: usize,
    },
    /// The result contradicts the position.
    #[error("the record says {stated}, but the game ended {found}")]
    WrongResult {
        /// The result in the record.
        stated: Outcome,
        /// How the game actually ended.
        found: Ending,
    },
    /// The record states an ending that is not possible after its moves.
    #[error("the record says {0}, which is not possible after its moves")]
    WrongEnding(Ending),
}

impl Refusal {
    /// A short name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::IllegalMove(_) => "illegal_move",
            Refusal::GameOver(_) => "game_over",
            Refusal::NotYourTurn { .. } => "not_your_turn",
            Refusal::NothingToClaim => "nothing_to_claim",
            Refusal::OfferStands(_) => "offer_stands",
            Refusal::OfferToAnswer(_) => "offer_to_answer",
            Refusal::NoOffer(_) => "no_offer",
            Refusal::TooEarlyToAgree => "too_early_to_agree",
            Refusal::NotEnoughToUndo { .. } => "not_enough_to_undo",
            Refusal::NotEnoughToRedo { .. } => "not_enough_to_redo",
            Refusal::BadRecord(_) => "bad_record",
        }
    }
}

fn steps(there: usize) -> String {
    match there {
        0 => "there is nothing".to_owned(),
        1 => "there is only one step".to_owned(),
        _ => format!("there are only {there} steps"),
    }
}
