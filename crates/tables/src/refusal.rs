//! Why a command was refused.

use wire::{LapsePolicy, Offered, Seat};

use crate::OFFERS_MAX;

/// Why a command was refused. A refused command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("spectators can only watch")]
    Spectator,
    #[error("only the host of the table can do this")]
    HostOnly,
    #[error("only a player with a seat can do this")]
    PlayersOnly,
    #[error("the game has not started")]
    NotStarted,
    #[error("the game has started")]
    Started,
    #[error("the game is over: {0}")]
    GameOver(String),
    #[error("the game is not over")]
    NotOver,
    #[error("the game is paused")]
    Paused,
    #[error("the game is not paused")]
    NotPaused,
    #[error("{0} is to move")]
    NotYourTurn(Seat),
    /// The command needs the number of moves that the client has seen.
    #[error("expected the number of moves seen so far, as ply")]
    PlyMissing,
    #[error("expected ply {expected}, found {found}: the game has moved on")]
    StalePly {
        /// The number of moves played.
        expected: u64,
        /// The number that the client has seen.
        found: u64,
    },
    #[error("expected the wish {}: the absence policy of this table is {}", .0.wish().name(), .0.name())]
    OtherPolicy(LapsePolicy),
    #[error("the id was used for another command")]
    IdReused,
    #[error("the time is up")]
    TimeIsUp,
    /// The move cannot be parsed or is not legal.
    #[error("{0}")]
    IllegalMove(String),
    #[error("there are no claims in this game: draws are automatic")]
    NothingToClaim,
    /// A draw cannot be agreed before everyone has moved.
    #[error("a draw can be agreed only after every player has made a move")]
    TooEarly,
    #[error("this offer is open already")]
    OfferStands,
    #[error("this was offered {OFFERS_MAX} times: make a move first")]
    OfferedEnough,
    #[error("the log of this table is full: open another table")]
    LogFull,
    /// There is no such offer, or this player has agreed to it already.
    #[error("there is no open offer of a {}", .0.name())]
    NoOffer(Offered),
    #[error("there is no move of this player to take back")]
    NothingToTakeBack,
    #[error("there is no such seat at this table")]
    NoSuchSeat,
    /// The player does not occupy the seat: they stood up, or a program has it.
    #[error("{0} is not your seat now: say hello with its key to sit down")]
    NotSeated(Seat),
    #[error("{0} is taken")]
    SeatTaken(Seat),
    /// Not all seats are taken.
    #[error("{0} is free")]
    SeatFree(Seat),
    #[error("expected a level from 1 to {strongest}, found {found}")]
    BadLevel {
        /// The requested level.
        found: u8,
        /// The highest level.
        strongest: u8,
    },
    /// The player to move is not away, or not long enough.
    #[error("{0} is not away, or not for long enough")]
    NotAway(Seat),
}

impl Refusal {
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::Spectator => "spectator",
            Refusal::HostOnly => "host_only",
            Refusal::PlayersOnly => "players_only",
            Refusal::NotStarted => "not_started",
            Refusal::Started => "started",
            Refusal::GameOver(_) => "game_over",
            Refusal::NotOver => "not_over",
            Refusal::Paused => "paused",
            Refusal::NotPaused => "not_paused",
            Refusal::NotYourTurn(_) => "not_your_turn",
            Refusal::PlyMissing => "ply_missing",
            Refusal::StalePly { .. } => "stale_ply",
            Refusal::OtherPolicy(_) => "other_policy",
            Refusal::IdReused => "id_reused",
            Refusal::TimeIsUp => "time_is_up",
            Refusal::IllegalMove(_) => "illegal_move",
            Refusal::NothingToClaim => "nothing_to_claim",
            Refusal::TooEarly => "too_early",
            Refusal::OfferStands => "offer_stands",
            Refusal::OfferedEnough => "offered_enough",
            Refusal::LogFull => "log_full",
            Refusal::NoOffer(_) => "no_offer",
            Refusal::NothingToTakeBack => "nothing_to_take_back",
            Refusal::NoSuchSeat => "no_such_seat",
            Refusal::NotSeated(_) => "not_seated",
            Refusal::SeatTaken(_) => "seat_taken",
            Refusal::SeatFree(_) => "seat_free",
            Refusal::BadLevel { .. } => "bad_level",
            Refusal::NotAway(_) => "not_away",
        }
    }
}
