//! What a table fixes when it is created.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The numbers and rulings of a table that its creator did not choose. They are stored with it, so
/// every later version of the program understands its log in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The version of the rules by which events change the state of the table.
    pub fold: u32,
    /// The level of a program that replaces a player.
    pub stand_in: u8,
    /// Every ruling of duplicate chess, by name and reading.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rulings: BTreeMap<String, String>,
    /// The clocks; `None` without a time limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<FixedClock>,
}

/// What the time control of a table means, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedClock {
    /// The time of a seat at the start.
    pub start_ms: u64,
    /// The time that the opponent of a wrong claim gets.
    pub bonus_ms: u64,
    pub lag: LagQuota,
}

/// How much network lag is refunded to a seat: as much as its quota has, which grows with every
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LagQuota {
    /// The quota at the start of a game.
    pub start_ms: u64,
    /// What each move adds.
    pub gain_ms: u64,
    pub max_ms: u64,
    /// How long a move is waited for after the flag has fallen, if the quota has as much.
    pub grace_ms: u64,
}
