//! The log of a table, event by event.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{NewTable, Points, Score, Seat, Terms};

/// One entry of the log of a table. A move, its clocks and its ending are one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The position in the log, starting at 1.
    pub seq: u64,
    /// The time of the table, in milliseconds.
    pub at: u64,
    pub by: By,
    /// The id of the command that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cmd: Option<String>,
    /// A digest of the command, to distinguish a repetition from another use of its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// A digest of the state of the table after the event.
    pub check: String,
    #[serde(flatten)]
    pub body: Body,
    /// The clocks after the event; `None` without a time limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksShown>,
    /// The ending, if the event ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// The state of the match, if the event ended a game of one.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_state: Option<MatchState>,
    /// Who sits where, if the event began a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<BTreeMap<Seat, Occupant>>,
}

/// A match after some of its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchState {
    /// How many games have ended.
    pub game: u32,
    pub of: u32,
    /// What each person has scored, by the seat of their first game.
    pub scores: BTreeMap<Seat, Points>,
}

/// Who has a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Occupant {
    #[default]
    Nobody,
    Person {
        name: Option<String>,
    },
    Program {
        /// Its level, from 1 to 10 on one board and to 8 on four.
        level: u8,
        /// The minimum time of its moves, if the host chose one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pace_ms: Option<u32>,
    },
}

impl Occupant {
    /// A program at the server's pace.
    #[must_use]
    pub const fn program(level: u8) -> Occupant {
        Occupant::Program {
            level,
            pace_ms: None,
        }
    }
}

/// Who caused an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    Host,
    /// The table itself: a clock, a restart, a game that starts when all seats are taken.
    Table,
    #[serde(untagged)]
    Seat(Seat),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Body {
    /// The table was created; always the first event.
    Created {
        /// The table as it was requested.
        table: Box<NewTable>,
        /// What it fixes besides; `None` in logs of the first version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Box<Terms>>,
    },
    Seated {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A player stood up before the start.
    Stood,
    /// A program took a seat.
    Filled {
        seat: Seat,
        /// Its level, from 1 to 10 on one board and to 8 on four.
        level: u8,
        /// The minimum time of its moves, if the host chose one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pace_ms: Option<u32>,
    },
    Started,
    Moved {
        /// The move, in UCI notation.
        #[serde(rename = "move")]
        text: String,
        /// How much network lag is refunded.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u64,
    },
    /// A draw was claimed, correctly or not.
    Claimed {
        /// The move that was named. A wrong claim plays it.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Whether the claim was correct, which ends the game.
        right: bool,
    },
    /// A player made an offer, or asked all others for something.
    Offered {
        what: Offered,
    },
    /// A player accepted an offer. If everyone has agreed now, it takes effect.
    Accepted {
        what: Offered,
    },
    Declined {
        what: Offered,
    },
    Resigned,
    Flagged {
        seat: Seat,
    },
    /// A seat was away for too long, and another player decided what happens.
    Absent {
        seat: Seat,
        wish: Wish,
    },
    /// The clocks stand after a restart of the server, until the player to move is back.
    Held,
    Resumed,
    /// An event of a later version.
    #[serde(other)]
    Unknown,
}

/// Something that players agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offered {
    Draw,
    /// Taking back the last move of the player who asks.
    Takeback,
    /// A new game with rotated seats.
    Rematch,
    /// Clocks that stand until someone resumes.
    Pause,
}

impl Offered {
    pub const ALL: [Offered; 4] = [
        Offered::Draw,
        Offered::Takeback,
        Offered::Rematch,
        Offered::Pause,
    ];

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Offered::Draw => "draw",
            Offered::Takeback => "takeback",
            Offered::Rematch => "rematch",
            Offered::Pause => "pause",
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Offered> {
        Offered::ALL.into_iter().find(|what| what.name() == name)
    }
}

/// The decision of a player who waits for an absent one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// A win, as if the other had resigned.
    Win,
    Draw,
    /// A program for the empty seat.
    Program,
}

impl Wish {
    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Wish::Win => "win",
            Wish::Draw => "draw",
            Wish::Program => "program",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClocksShown {
    /// The seat whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Seat>,
    /// Milliseconds left.
    #[serde(flatten)]
    pub left: BTreeMap<Seat, u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The code of the reason.
    pub reason: String,
    pub scores: BTreeMap<Seat, Score>,
    #[serde(default)]
    pub words: String,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
