//! Events: what happened in a game.
//!
//! A command is answered by events in a fixed order: the action itself (a move, a claim, an undo, a
//! new game), then check, then rights to claim, then the end of the game.

use chess::san::San;
use chess::{Color, Move, Position};

use crate::{Claim, Ending, Refusal, RefusedClaim, Shortfall, Start};

/// An event: the answer of a game to a command.
///
/// ```
/// use fourfold_game::{Command, Event, Game};
/// let mut game = Game::default();
/// let mut codes = Vec::new();
/// for san in ["e4", "f6", "Qh5+"] {
///     let m = game.position().parse_san(san)?;
///     codes.extend(game.execute(Command::Play(m))?.iter().map(Event::code));
/// }
/// assert_eq!(codes, ["move_played", "move_played", "move_played", "check"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Event {
    /// A move was played.
    MovePlayed {
        /// The number of plies in the game.
        ply: usize,
        /// The move.
        m: Move,
        /// The move in SAN.
        san: San,
        /// The position after it.
        position: Position,
    },
    /// This side is to move and in check.
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
    /// A player claimed a draw correctly: the game is over.
    DrawClaimed {
        /// Who claimed.
        by: Color,
        /// Every right that supports the claim, the official one first.
        claims: Vec<Claim>,
    },
    /// A claim was wrong.
    ClaimRefused {
        /// The claim.
        claim: RefusedClaim,
        /// What it lacks, for each ground.
        shortfalls: Vec<Shortfall>,
    },
    /// After a wrong claim this player gets time: two minutes, or one in rapid and blitz (articles
    /// 9.5.3, A.3 and B.3). The owner of the clocks adds it.
    TimeBonusDue(Color),
    /// This player offered a draw, or made a wrong claim, which counts as an offer.
    DrawOffered(Color),
    /// This player declined the offer of the opponent.
    DrawDeclined {
        /// Who declined.
        by: Color,
        /// How.
        how: Decline,
    },
    /// The game is over.
    GameEnded(Ending),
    /// These steps were undone, latest first.
    Undone(Vec<Step>),
    /// These steps were redone, in order.
    Redone(Vec<Step>),
    /// A new game started.
    Reset(Start),
    /// A recorded game was loaded.
    Loaded {
        /// The start position.
        start: Start,
        /// The number of plies.
        plies: usize,
    },
    /// A command was refused. Nothing has changed.
    CommandRefused(Refusal),
}

/// How an offer was declined.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::{Command, Decline, Event, Game};
/// let mut game = Game::default();
/// game.execute(Command::Offer(Color::Black))?;
/// // White's move answers the offer.
/// let e4 = game.position().parse_san("e4")?;
/// let events = game.execute(Command::Play(e4))?;
/// let declined = Event::DrawDeclined { by: Color::White, how: Decline::ByMove };
/// assert!(events.contains(&declined));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Decline {
    /// In words.
    Spoken,
    /// By a move.
    ByMove,
}

/// A unit of undo and redo: a move, or an action that ended the game.
///
/// Offers and refused claims are not steps. They cannot be withdrawn, so they are undone and redone
/// with the step they followed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Step {
    /// A move.
    Played(Move),
    /// An action that ended the game: a resignation, a flag fall, an agreement, a granted claim, or
    /// the stated result of a loaded game.
    Ended(Ending),
}

impl Event {
    /// Whether the event announces that the player to move may claim a draw.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::{Event, Game, Rules};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 100 80")?;
    /// let game = Game::new(position, Rules::default());
    /// assert!(game.standing().iter().any(Event::is_right_to_claim));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_right_to_claim(&self) -> bool {
        matches!(
            self,
            Event::FiftyMoveRuleAvailable { .. } | Event::ThreefoldAvailable { .. }
        )
    }

    /// A short name for programs.
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
