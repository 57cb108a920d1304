//! Why a command was refused. Nothing has changed then.

use chess::{Color, IllegalMove};

use crate::{Ending, Outcome};

/// Why a command could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The move is not legal here.
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
    /// In a match between engines the draws that players claim come by themselves.
    #[error("nothing is claimed here: the third occurrence and fifty moves end the game")]
    NothingToClaim,
    /// The player's own offer still stands.
    #[error("the draw offer of {0} still stands: it cannot be withdrawn and need not be repeated")]
    OfferStands(Color),
    /// The opponent's offer stands, so there is nothing left to offer.
    #[error("{0} has offered a draw: accept it or decline it")]
    OfferToAnswer(Color),
    /// There is no offer of this side to accept or decline.
    #[error("{0} has not offered a draw, or the offer was answered by a move")]
    NoOffer(Color),
    /// A draw is agreed only when both players have made a move (article 5.2.3).
    #[error("a draw can be agreed only after both players have made at least one move")]
    TooEarlyToAgree,
    /// There are fewer steps to take back.
    #[error("cannot take back {asked}: {} to take back", steps(*there))]
    NotEnoughToUndo {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        there: usize,
    },
    /// There are fewer steps to take again.
    #[error("cannot take {asked} again: {} to take again", steps(*there))]
    NotEnoughToRedo {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        there: usize,
    },
    /// The record cannot be played again.
    #[error("the record cannot be loaded: {0}")]
    BadRecord(BadRecord),
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// A move is not legal.
    #[error("after {ply} plies, {error}")]
    IllegalMove {
        /// How many plies could be played before it.
        ply: usize,
        /// What is wrong with it.
        error: IllegalMove,
    },
    /// A move follows the end of the game.
    #[error("a move follows after {ply} plies, where the game was over, {ending}")]
    MoveAfterEnd {
        /// How many plies could be played.
        ply: usize,
        /// How the game had ended.
        ending: Ending,
    },
    /// Something is said to have been said that cannot have been said then.
    #[error("after {ply} plies, {refusal}")]
    Remark {
        /// After how many plies.
        ply: usize,
        /// Why it cannot be.
        refusal: Box<Refusal>,
    },
    /// Something is said to have been said at a moment that the moves do not reach.
    #[error("the record puts an offer or claim after {ply} plies, where there is no place for it")]
    StrayRemark {
        /// After how many plies.
        ply: usize,
    },
    /// A claim is said to have been refused that was right.
    #[error("after {ply} plies the record refuses a claim that was right")]
    RightClaimRefused {
        /// After how many plies.
        ply: usize,
    },
    /// The result contradicts the board.
    #[error("the record says {stated}, the board says {found}")]
    WrongResult {
        /// What the record states.
        stated: Outcome,
        /// How the game ended on the board.
        found: Ending,
    },
    /// The record says the game ended in a way that the moves do not bear out.
    #[error("the record says {0}, the moves do not")]
    WrongEnding(Ending),
}

impl Refusal {
    /// The short name of the refusal, for programs.
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
