//! What happened in a game, for whoever listens.
//!
//! A command is answered by its events in a fixed order: the act itself (a move, a claim, a take
//! back, another game), then check, then the rights to claim, then the end of the game.

use chess::san::San;
use chess::{Color, Move, Position};

use crate::{Claim, Ending, Refusal, RefusedClaim, Shortfall, Start};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was played.
    MovePlayed {
        /// How many plies the game has now.
        ply: usize,
        /// The move.
        m: Move,
        /// The move as people write it.
        san: San,
        /// The position after it.
        position: Position,
    },
    /// This side, to move, is in check.
    Check(Color),
    /// The player to move may claim a draw by the fifty-move rule.
    FiftyMoveRuleAvailable {
        /// Who may claim.
        by: Color,
        /// Half-moves without a capture or pawn move.
        halfmoves: u16,
    },
    /// The player to move may claim a draw by threefold repetition.
    ThreefoldAvailable {
        /// Who may claim.
        by: Color,
        /// How often the position has occurred.
        occurrences: u32,
    },
    /// A player claimed a draw, and rightly: the game is over.
    DrawClaimed {
        /// Who claimed.
        by: Color,
        /// Every right that the claim rests on, the official one first.
        claims: Vec<Claim>,
    },
    /// A claim was not right.
    ClaimRefused {
        /// The claim as it was made.
        claim: RefusedClaim,
        /// How far it is from being right, for each ground it could rest on.
        shortfalls: Vec<Shortfall>,
    },
    /// After a wrong claim this player gets time: two minutes, one in rapid and blitz (articles
    /// 9.5.3, A.3 and B.3). Whoever keeps the clocks adds it.
    TimeBonusDue(Color),
    /// This player offered a draw, or made a wrong claim, which counts as an offer.
    DrawOffered(Color),
    /// This player declined the offer of the opponent.
    DrawDeclined {
        /// Who declined.
        by: Color,
        /// In which way.
        how: Decline,
    },
    /// The game is over.
    GameEnded(Ending),
    /// These steps were taken back, the latest first.
    Undone(Vec<Step>),
    /// These steps were taken again, in their order.
    Redone(Vec<Step>),
    /// Another game stands at its start.
    Reset(Start),
    /// A recorded game was loaded, with this many plies.
    Loaded {
        /// Where it started.
        start: Start,
        /// How many plies were played.
        plies: usize,
    },
    /// A command was refused, and nothing has changed.
    CommandRefused(Refusal),
}

/// In which way an offer was declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decline {
    /// By saying so.
    Spoken,
    /// By making a move.
    ByMove,
}

/// What undo takes back and redo takes again: a move, or an act that ended the game.
///
/// Offers and refused claims are not steps of their own. They cannot be withdrawn, so they go and
/// come with the step they followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move.
    Played(Move),
    /// An act that ended the game: a resignation, a fallen flag, an agreement, a granted claim, or
    /// the result that the record of a loaded game states.
    Ended(Ending),
}

impl Event {
    /// Whether the event says that the player to move may claim a draw.
    #[must_use]
    pub const fn is_right_to_claim(&self) -> bool {
        matches!(
            self,
            Event::FiftyMoveRuleAvailable { .. } | Event::ThreefoldAvailable { .. }
        )
    }

    /// The short name of the event, for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Event::MovePlayed { .. } => "move_played",
            Event::Check(_) => "check",
            Event::FiftyMoveRuleAvailable { .. } => "fifty_move_rule_available",
            Event::ThreefoldAvailable { .. } => "threefold_available",
            Event::DrawClaimed { .. } => "draw_claimed",
            Event::ClaimRefused { .. } => "claim_refused",
            Event::TimeBonusDue(_) => "time_bonus_due",
            Event::DrawOffered(_) => "draw_offered",
            Event::DrawDeclined { .. } => "draw_declined",
            Event::GameEnded(_) => "game_ended",
            Event::Undone(_) => "undone",
            Event::Redone(_) => "redone",
            Event::Reset(_) => "reset",
            Event::Loaded { .. } => "loaded",
            Event::CommandRefused(_) => "command_refused",
        }
    }
}
