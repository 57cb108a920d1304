//! Tables at which people and programs play over a network, as a pure state machine.
//!
//! The state of a table is the fold of its log. [`Table::decide`] returns the event that a command
//! leads to, or a [`TableRefusal`], without changing anything. The owner of the log stores the event and
//! then takes the state after it from the [`Step`]. A client, a restarted server and a test apply
//! the same events with [`Table::apply`] and arrive at the same state, which the digest in each
//! event confirms.
//!
//! - One event holds a move, its clocks and its ending.
//! - Folding needs only the moves: what a [`game::Judge`] proved is in the event, so clients need
//!   no judge.
//! - Folding needs no number of this program either: what a table took over from the [`Settings`] is
//!   in its first event.
//! - Commands are remembered by person and id. Repeating one returns its event.
//! - Time is passed in, in milliseconds of the table, and never runs backwards. At most one clock
//!   runs. [`Table::due`] says when to call [`Table::tick`].
//! - [`Room`] is a table with its connections: what is sent to whom, and that nothing is
//!   acknowledged before it is stored.
//! - [`Follower`] is the client's side: it applies the server's events and says what it lacks.
//! - [`Keys`] says who may act for which seat. Keys are passed in as hashes, and no event contains
//!   one.
//!
//! This crate has no sockets, no wall clock and no randomness.

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
mod settings;
mod snapshot;
mod table;
mod timing;

pub use decide::{Actor, Answer, Circumstances};
pub use fold::FoldError;
pub use follower::{Differs, Followed, Follower};
pub use keys::{Admission, KeyHash, Keys};
pub use play::{Playing, compass_of};
pub use refusal::TableRefusal;
pub use room::{Connection, EVENTS_MAX, Hello, Room, RoomEffect, asks_for_proof};
pub use settings::{FOLD_VERSION, LagSettings, Settings};
pub use snapshot::{Phase, Snapshot};
pub use table::{BadTable, Step, Table};
pub use wire::Occupant;

/// After how long another player may decide what happens to an absent seat, and after how long the
/// host may fill it, in milliseconds.
pub const ABSENCE_MS: u64 = 60_000;

/// How long the clock stands after a restart of the server if its player does not come back, in
/// milliseconds.
pub const RESTART_GRACE_MS: u64 = 30_000;

/// The maximum number of events in a log. A full log accepts only what ends the game, and no game
/// begins in its second half: the longest games that people play have a few hundred moves.
pub const LOG_MAX: u64 = 20_000;

/// How often a player may make the same offer between two moves.
pub const OFFERS_MAX: u32 = 3;
