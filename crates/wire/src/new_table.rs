//! A table that someone asks for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Seat, Wish};

/// What `POST /api/tables` takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewTable {
    /// Which game is played.
    pub game: GameKind,
    /// The time for each seat; `None` if there is no limit.
    #[serde(default)]
    pub clock: Option<ClockTerms>,
    /// The position that a game of chess begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Whether castling is that of Chess960.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chess960: bool,
    /// The rulings of duplicate chess that are not the document's, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rulings: BTreeMap<String, serde_json::Value>,
    /// What follows when the time of a seat of duplicate chess is up; `None` as a resignation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<LapsePolicy>,
    /// What others may ask for when a player of duplicate chess stays away; `None` if they choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<LapsePolicy>,
    /// The draw law of a game of chess.
    #[serde(default)]
    pub law: Law,
    /// Who may watch.
    pub watch: Watch,
    /// How many seconds spectators are behind.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay_s: u32,
    /// When the game starts.
    #[serde(default)]
    pub start: StartMode,
}

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Orthodox chess or Chess960, with two seats.
    Chess,
    /// Duplicate chess, with four seats.
    Duplicate,
}

impl GameKind {
    /// The seats, in the order of their turns.
    #[must_use]
    pub fn seats(self) -> &'static [Seat] {
        match self {
            GameKind::Chess => &Seat::OF_CHESS,
            GameKind::Duplicate => &Seat::OF_DUPLICATE,
        }
    }

    /// How many levels its programs have; the strongest has this number.
    #[must_use]
    pub const fn levels(self) -> u8 {
        match self {
            GameKind::Chess => 10,
            GameKind::Duplicate => 8,
        }
    }
}

/// A clock that counts down, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockTerms {
    /// The time for the whole game.
    pub base_ms: u64,
    /// What each move adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// How long the clock waits in each move before it counts down; not beside an increment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
}

/// What follows when a player of duplicate chess does not move in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LapsePolicy {
    /// As if they had resigned, but an opponent who provably cannot mate only draws.
    Resignation,
    /// All draw.
    Draw,
    /// A program takes the seat over.
    Program,
}

impl LapsePolicy {
    /// Every policy.
    pub const ALL: [LapsePolicy; 3] = [
        LapsePolicy::Resignation,
        LapsePolicy::Draw,
        LapsePolicy::Program,
    ];

    /// The name, as messages spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LapsePolicy::Resignation => "resignation",
            LapsePolicy::Draw => "draw",
            LapsePolicy::Program => "program",
        }
    }

    /// The policy with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<LapsePolicy> {
        let mut all = LapsePolicy::ALL.into_iter();
        all.find(|policy| policy.name() == name)
    }

    /// What a player asks for where this is the policy for an absence.
    #[must_use]
    pub const fn wish(self) -> Wish {
        match self {
            LapsePolicy::Resignation => Wish::Win,
            LapsePolicy::Draw => Wish::Draw,
            LapsePolicy::Program => Wish::Program,
        }
    }
}

/// The draw law of a game of chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Law {
    /// Draws are claimed, as the Laws of FIDE have it.
    #[default]
    Fide,
    /// The third occurrence and fifty moves end the game.
    Engine,
}

/// Who may watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Anyone who knows the address.
    Anyone,
    /// Players only: to everyone else there is no such table.
    Nobody,
}

/// When the game starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartMode {
    /// As soon as every seat is taken or filled.
    #[default]
    Full,
    /// When the host says so.
    Host,
}

/// What `POST /api/tables` answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// The id of the table.
    pub table: String,
    /// The key of the host.
    pub host: String,
    /// A key for each seat, to be sent to whoever should sit there.
    pub invitations: BTreeMap<Seat, String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
