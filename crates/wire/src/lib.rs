//! What a table and its players say to each other over a network: messages in JSON, version 1.
//!
//! - [`NewTable`] asks for a table, [`Created`] answers with its keys.
//!   [`Failure`] says why there is none, and [`About`] what the server is.
//! - [`FromClient`] and [`FromServer`] are the messages of the socket. A client says
//!   [`FromClient::Hello`] first.
//! - [`Event`] is one entry of the log of a table: what was done, when and by whom, with the clocks
//!   and the end that it brought.
//! - [`Act`] is something that a player asks for.
//!
//! The shapes are a contract with programs that others write. They may gain fields and kinds, so
//! readers ignore fields that they do not know; nothing is renamed or taken away within a version.
//!
//! Moves are text here. Nothing in this crate knows chess, so that a bot can use it alone.
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

#![forbid(unsafe_code)]

mod about;
mod event;
mod message;
mod new_table;
mod score;
mod seat;

pub use about::{About, Failure};
pub use event::{Body, By, ClocksShown, Ended, Event, Offered, Wish};
pub use message::{Act, BadMessage, Bye, FromClient, FromServer, History, Presence, You};
pub use new_table::{ClockTerms, Created, GameKind, LapsePolicy, Law, NewTable, StartMode, Watch};
pub use score::Score;
pub use seat::Seat;

/// The version of the messages.
pub const VERSION: u32 = 1;

/// The longest message that a client may send, in bytes.
pub const MESSAGE_MAX: usize = 8 * 1024;

/// The longest id of a command, in ASCII characters.
pub const ID_MAX: usize = 64;

/// The longest name of a player, in characters.
pub const NAME_MAX: usize = 24;
