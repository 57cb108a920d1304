//! The messages between a table and its players: JSON, version 1.
//!
//! - [`NewTable`] requests a table; [`Created`] is the response with its keys. [`Failure`] says why
//!   a request was refused, and [`About`] describes the server.
//! - [`FromClient`] and [`FromServer`] are the messages of the socket. A client sends
//!   [`FromClient::Hello`] first.
//! - [`Event`] is one entry of a table's log: what was done, when and by whom, with the clocks and
//!   the ending.
//! - [`Terms`] is what a table fixes when it is created, so that its log keeps its meaning.
//! - [`Act`] is the action of a command.
//!
//! The messages are a contract with programs that others write. They may gain fields and kinds, so
//! readers ignore unknown fields. Within a version, nothing is renamed or removed.
//!
//! Moves are text here. This crate does not depend on chess, so a bot can use it alone.
//!
//! ```
//! use wire::{Act, FromClient};
//! let text = r#"{"type":"do","id":"7","ply":0,"act":{"do":"move","move":"e2e4"}}"#;
//! let FromClient::Do { id, ply, act } = FromClient::parse(text)? else {
//!     panic!("expected a command");
//! };
//! assert_eq!((id.as_str(), ply), ("7", Some(0)));
//! assert_eq!(act, Act::Move { text: "e2e4".to_owned() });
//! # Ok::<(), wire::BadMessage>(())
//! ```

mod about;
mod event;
mod message;
mod new_table;
mod score;
mod seat;
mod terms;

pub use about::{About, Failure};
pub use event::{Body, By, ClocksShown, Ended, Event, MatchState, Occupant, Offered, Wish};
pub use message::{Act, BadMessage, Bye, FromClient, FromServer, History, Presence, Signal, You};
pub use new_table::{
    ClockTerms, Created, DELAY_MAX_S, GAMES_MAX, GameKind, LapsePolicy, Law, NewTable, StartMode,
    Watch,
};
pub use score::{Points, Score};
pub use seat::{ParseSeatError, Seat};
pub use terms::{FixedClock, LagQuota, Terms};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The maximum size of a client's message, in bytes.
pub const MESSAGE_MAX: usize = 8 * 1024;

/// The maximum length of a command's id, in ASCII characters.
pub const ID_MAX: usize = 64;

/// The maximum length of a player's name, in characters.
pub const NAME_MAX: usize = 24;

/// The longest minimum time of a program's moves.
pub const PACE_MAX_MS: u32 = 10_000;
