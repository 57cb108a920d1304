//! A request for a table.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Seat, Wish};

/// The body of `POST /api/tables`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewTable {
    pub game: GameKind,
    /// The time of each seat; `None` if there is no limit.
    #[serde(default)]
    pub clock: Option<ClockTerms>,
    /// The start position of a game of chess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Whether castling follows Chess960.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chess960: bool,
    /// The rulings of duplicate chess that differ from the defaults, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rulings: BTreeMap<String, serde_json::Value>,
    /// What happens when a seat of duplicate chess runs out of time; `None` means a resignation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<LapsePolicy>,
    /// What happens when a player of duplicate chess stays away; `None` if the others choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<LapsePolicy>,
    #[serde(default)]
    pub law: Law,
    pub watch: Watch,
    /// The delay of spectators, in seconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay_s: u32,
    #[serde(default)]
    pub start: StartMode,
    /// Whether one link is for everybody: whoever opens it picks a free seat.
    #[serde(default, skip_serializing_if = "is_false")]
    pub open: bool,
    /// The number of games of a match, in which players rotate seats and scores add up.
    #[serde(default = "one", rename = "match", skip_serializing_if = "is_one")]
    pub games: u32,
}

/// The maximum number of games of a match.
pub const GAMES_MAX: u32 = 100;

/// The maximum delay of spectators in seconds, a day.
pub const DELAY_MAX_S: u32 = 86_400;

/// The fields of [`NewTable`], and of its clock.
const FIELDS: [&str; 13] = [
    "game", "clock", "fen", "chess960", "rulings", "flag", "absence", "law", "watch", "delay_s",
    "start", "open", "match",
];
const CLOCK_FIELDS: [&str; 3] = ["base_ms", "increment_ms", "delay_ms"];

impl NewTable {
    /// Reads a request. Unlike the table of a stored event, it has no field that is not known here:
    /// a misspelt one would be a silent default.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text.
    pub fn read(text: &[u8]) -> Result<NewTable, String> {
        let value: serde_json::Value =
            serde_json::from_slice(text).map_err(|error| error.to_string())?;
        for (value, known) in [(&value, &FIELDS[..]), (&value["clock"], &CLOCK_FIELDS)] {
            let fields = value.as_object().into_iter().flatten();
            if let Some((name, _)) = fields
                .into_iter()
                .find(|(name, _)| !known.contains(&name.as_str()))
            {
                let known = known.join(", ");
                let name: String = name.chars().take(40).collect();
                return Err(format!("unknown field {name:?}, expected one of {known}"));
            }
        }
        serde_json::from_value(value).map_err(|error| error.to_string())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Orthodox chess or Chess960, with two seats.
    Chess,
    /// Duplicate chess, with four seats.
    Duplicate,
}

impl GameKind {
    /// The seats, in turn order.
    #[must_use]
    pub fn seats(self) -> &'static [Seat] {
        match self {
            GameKind::Chess => &Seat::OF_CHESS,
            GameKind::Duplicate => &Seat::OF_DUPLICATE,
        }
    }

    /// The number of levels of its programs; the strongest has this number.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// How long the clock waits before it counts down in each move; not together with an increment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
}

/// What happens when a player of duplicate chess does not move in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LapsePolicy {
    /// As if they had resigned, but an opponent who provably cannot mate only draws.
    Resignation,
    Draw,
    /// A program takes over the seat.
    Program,
}

impl LapsePolicy {
    pub const ALL: [LapsePolicy; 3] = [
        LapsePolicy::Resignation,
        LapsePolicy::Draw,
        LapsePolicy::Program,
    ];

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LapsePolicy::Resignation => "resignation",
            LapsePolicy::Draw => "draw",
            LapsePolicy::Program => "program",
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<LapsePolicy> {
        let mut all = LapsePolicy::ALL.into_iter();
        all.find(|policy| policy.name() == name)
    }

    /// The decision that this policy for absences allows.
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
    /// Draws are claimed, as in the FIDE Laws.
    #[default]
    Fide,
    /// The third occurrence and fifty moves end the game automatically.
    Engine,
}

/// Who may watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Anyone who knows the address.
    Anyone,
    /// Players only: to everyone else the table does not exist.
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

/// The response to `POST /api/tables`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// The id of the table.
    pub table: String,
    /// The key of the host.
    pub host: String,
    /// A key for each seat, to be sent to the person who should sit there.
    pub invitations: BTreeMap<Seat, String>,
    /// A key for everybody, at an open table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
}

const fn one() -> u32 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_one(number: &u32) -> bool {
    *number == 1
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A request with every field, none of them at its default.
    fn full() -> Value {
        json!({
            "game": "duplicate",
            "clock": {"base_ms": 1, "increment_ms": 2, "delay_ms": 3},
            "fen": "x",
            "chess960": true,
            "rulings": {"stalemate": "pass"},
            "flag": "draw",
            "absence": "draw",
            "law": "engine",
            "watch": "anyone",
            "delay_s": 5,
            "start": "host",
            "open": true,
            "match": 4,
        })
    }

    #[test]
    fn every_field_is_known_and_no_other() {
        let read = NewTable::read(full().to_string().as_bytes()).expect("all fields are known");
        let written = serde_json::to_value(&read).expect("it serializes");
        assert_eq!(written, full());
        for (name, place) in [("delay", ""), ("increment", "/clock")] {
            let mut request = full();
            let object = request.pointer_mut(place).and_then(Value::as_object_mut);
            object.expect("an object").insert(name.to_owned(), json!(1));
            let error = NewTable::read(request.to_string().as_bytes()).expect_err(name);
            assert!(
                error.starts_with(&format!("unknown field {name:?}, expected")),
                "{error}"
            );
        }
    }
}
