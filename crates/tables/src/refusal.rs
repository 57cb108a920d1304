//! Why a command was refused.

use wire::{LapsePolicy, Offered, Seat};

use crate::OFFERS_MAX;

/// Why a command was refused. A refused command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableRefusal {
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
    #[error("that is enough for a moment")]
    SignaledEnough,
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
    /// A player takes another seat with an open invitation.
    #[error("you sit on {0}: stand up first")]
    Seated(Seat),
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

impl TableRefusal {
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            TableRefusal::Spectator => "spectator",
            TableRefusal::HostOnly => "host_only",
            TableRefusal::PlayersOnly => "players_only",
            TableRefusal::NotStarted => "not_started",
            TableRefusal::Started => "started",
            TableRefusal::GameOver(_) => "game_over",
            TableRefusal::NotOver => "not_over",
            TableRefusal::Paused => "paused",
            TableRefusal::NotPaused => "not_paused",
            TableRefusal::NotYourTurn(_) => "not_your_turn",
            TableRefusal::PlyMissing => "ply_missing",
            TableRefusal::StalePly { .. } => "stale_ply",
            TableRefusal::OtherPolicy(_) => "other_policy",
            TableRefusal::IdReused => "id_reused",
            TableRefusal::TimeIsUp => "time_is_up",
            TableRefusal::IllegalMove(_) => "illegal_move",
            TableRefusal::NothingToClaim => "nothing_to_claim",
            TableRefusal::TooEarly => "too_early",
            TableRefusal::OfferStands => "offer_stands",
            TableRefusal::OfferedEnough => "offered_enough",
            TableRefusal::SignaledEnough => "signaled_enough",
            TableRefusal::LogFull => "log_full",
            TableRefusal::NoOffer(_) => "no_offer",
            TableRefusal::NothingToTakeBack => "nothing_to_take_back",
            TableRefusal::NoSuchSeat => "no_such_seat",
            TableRefusal::NotSeated(_) => "not_seated",
            TableRefusal::SeatTaken(_) => "seat_taken",
            TableRefusal::Seated(_) => "already_seated",
            TableRefusal::SeatFree(_) => "seat_free",
            TableRefusal::BadLevel { .. } => "bad_level",
            TableRefusal::NotAway(_) => "not_away",
        }
    }
}
