//! The log of a table, event by event.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{NewTable, Score, Seat};

/// One entry of the log of a table. A move, its clocks and its ending are one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The place in the log, from 1 on.
    pub seq: u64,
    /// The time of the table, in milliseconds.
    pub at: u64,
    /// Who did it.
    pub by: By,
    /// The id of the command that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cmd: Option<String>,
    /// A digest of what the command asked for, to tell a repetition from another use of its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// A digest of the state of the table after the event.
    pub check: String,
    /// What happened.
    #[serde(flatten)]
    pub body: Body,
    /// The clocks after the event; none if the table has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksShown>,
    /// How the game ended by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

/// Who did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The host.
    Host,
    /// The table itself: a clock, a restart, a game that starts when all seats are taken.
    Table,
    /// The player of a seat.
    #[serde(untagged)]
    Seat(Seat),
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Body {
    /// The table was created; always the first event.
    Created {
        /// As it was asked for.
        table: Box<NewTable>,
    },
    /// Someone sat down.
    Seated {
        /// Where.
        seat: Seat,
        /// Their name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A player stood up before the start.
    Stood,
    /// A program takes a seat.
    Filled {
        /// Which.
        seat: Seat,
        /// How strong it is, from 1 to 10 on one board and to 8 on four.
        level: u8,
    },
    /// The game started.
    Started,
    /// A move was made.
    Moved {
        /// The move, as UCI writes it.
        #[serde(rename = "move")]
        text: String,
        /// How much of the time was the network's and is given back.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u64,
    },
    /// A draw was claimed, rightly or not.
    Claimed {
        /// The move that was named. A wrong claim plays it.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Whether the claim was right; the game is over then.
        right: bool,
    },
    /// A player offered something, or asked all others for it.
    Offered {
        /// What.
        what: Offered,
    },
    /// A player accepted what was offered. If nobody is missing, it happens with this event.
    Accepted {
        /// What.
        what: Offered,
    },
    /// A player declined what was offered.
    Declined {
        /// What.
        what: Offered,
    },
    /// A player resigned.
    Resigned,
    /// The time of a seat is up.
    Flagged {
        /// Whose.
        seat: Seat,
    },
    /// A seat was away for too long, and another player decided what comes of it.
    Absent {
        /// Who was away.
        seat: Seat,
        /// What was wished.
        wish: Wish,
    },
    /// The clocks stand after a restart of the server, until the player to move is back.
    Held,
    /// The clocks run again.
    Resumed,
    /// Something that a later version says.
    #[serde(other)]
    Unknown,
}

/// Something that players agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offered {
    /// A draw.
    Draw,
    /// Taking back the last move of the player who asks.
    Takeback,
    /// Another game with rotated seats.
    Rematch,
    /// Clocks that stand until someone resumes.
    Pause,
}

impl Offered {
    /// Everything that can be offered.
    pub const ALL: [Offered; 4] = [
        Offered::Draw,
        Offered::Takeback,
        Offered::Rematch,
        Offered::Pause,
    ];

    /// The name, as messages spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Offered::Draw => "draw",
            Offered::Takeback => "takeback",
            Offered::Rematch => "rematch",
            Offered::Pause => "pause",
        }
    }

    /// The offer with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Offered> {
        Offered::ALL.into_iter().find(|what| what.name() == name)
    }
}

/// What a player wishes who waits for one that is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// The game, as if the other had resigned.
    Win,
    /// A draw.
    Draw,
    /// A program at the empty seat.
    Program,
}

impl Wish {
    /// The name, as messages spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Wish::Win => "win",
            Wish::Draw => "draw",
            Wish::Program => "program",
        }
    }
}

/// What the clocks show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClocksShown {
    /// The seat whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Seat>,
    /// Milliseconds left.
    #[serde(flatten)]
    pub left: BTreeMap<Seat, u64>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The short name of the reason.
    pub reason: String,
    /// What each seat gets.
    pub scores: BTreeMap<Seat, Score>,
    /// The same in a sentence.
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
