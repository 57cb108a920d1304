//! The state of a table as a value: for clients that lack too much of the log, and for digests.
//!
//! Digests of old logs must stay valid. A field that is added here, or to [`wire::NewTable`], must
//! not be serialized while it has its default value.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use wire::{Ended, NewTable, Occupant, Points, Seat, Terms};

use crate::offers::Offers;
use crate::timing::TimingShown;

/// Everything that a client shows of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The last event of the log.
    pub seq: u64,
    /// The time of the last event.
    pub at: u64,
    /// The table as it was created.
    pub table: NewTable,
    /// What it fixes besides; `None` in the first version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
    pub seats: BTreeMap<Seat, Occupant>,
    pub phase: Phase,
    /// The number of games played before this one. The players have moved on by as many seats.
    pub games: u32,
    /// The moves of this game.
    pub moves: Vec<String>,
    /// The clocks; `None` without a time limit.
    pub(crate) timing: Option<TimingShown>,
    pub(crate) offers: Offers,
    pub(crate) hold: Option<Hold>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) flagged: BTreeSet<Seat>,
    /// What each person has scored in this match, by the seat of their first game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scores: BTreeMap<Seat, Points>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Seats are still empty.
    Gathering,
    Playing,
    Over(Ended),
}

/// Why the clocks are stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Hold {
    /// All agreed on a pause.
    Agreed,
    /// The server was restarted at this time.
    Restart(u64),
}
