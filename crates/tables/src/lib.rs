//! Tables at which people and programs play over a network, as a pure state machine.
//!
//! The state of a table is the fold of its log. [`Table::decide`] looks at a command and answers
//! with the event that it leads to, or with a [`Refusal`]; nothing has changed then. Whoever keeps
//! the log stores the event and then takes the state after it from the [`Step`]. A client, a
//! restarted server and a test fold the same events by [`Table::apply`] and come to the same state,
//! which the digest in each event confirms.
//!
//! - One event holds a move, its clocks and its ending.
//! - A fold judges nothing that is not certain from the moves: what a [`game::Judge`] proved stands
//!   in the event, so that clients need no judge.
//! - Commands are remembered by the person and the id. Repeating one is answered with its event.
//! - Time is handed in, in milliseconds of the table, and never runs backwards. At most one clock
//!   runs. [`Table::due`] says when to call [`Table::tick`].
//! - [`Room`] is a table with everyone who is connected to it: what is said to whom, and that nothing
//!   is answered before it is stored.
//! - [`Follower`] is the client's side: it folds what the server tells, and knows what it needs.
//! - [`Keys`] says who may act for which seat; keys come in hashed, and none is in an event.
//!
//! There is no socket here, no wall clock and no randomness.

#![forbid(unsafe_code)]

mod decide;
mod digest;
mod fold;
mod follower;
mod keys;
mod lag;
mod memory;
mod offers;
mod play;
mod refusal;
mod room;
mod snapshot;
mod table;
mod timing;

pub use decide::{Answer, Circumstances, Who};
pub use fold::FoldError;
pub use follower::{Differs, Followed, Follower};
pub use keys::{Admission, KeyHash, Keys};
pub use play::{Playing, compass_of};
pub use refusal::Refusal;
pub use room::{Connection, EVENTS_MAX, Hello, Room, RoomEffect, asks_for_proof};
pub use snapshot::{Occupant, Phase, Snapshot};
pub use table::{BadTable, Step, Table};

/// After how long another player may decide what comes of a seat that is away, and after how long
/// the host may fill it, in milliseconds.
pub const ABSENCE_MS: u64 = 60_000;

/// How long the clock stands after a restart of the server if its player does not come back, in
/// milliseconds.
pub const RESTART_GRACE_MS: u64 = 30_000;

/// How many events the log of a table may have. Then it takes only what ends the game, and no game
/// begins in its second half: the longest games that people play have a few hundred moves.
pub const LOG_MAX: u64 = 20_000;

/// How often a player may offer the same between two moves.
pub const OFFERS_MAX: u32 = 3;
