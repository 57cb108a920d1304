//! The Universal Chess Interface as values, in both directions.
//!
//! [`Command`] is what a user interface or a match runner says to an engine, [`Reply`] what the
//! engine answers. Each is read from the bytes of one line and written by `Display`, beside each
//! other, so that an engine and a runner share one grammar. Reading never panics, whatever the
//! bytes; words that mean nothing are skipped one by one, as the protocol asks, and named.
//!
//! Nothing here knows an engine, a process or a thread. Moves are as sent ([`UciMove`]): whether
//! they are legal is for whoever holds the position to say.
//!
//! ```
//! use uci::{Command, Reply};
//!
//! let go = Command::read(b"go wtime 60000 winc 1000 hurry").unwrap();
//! assert_eq!(go.command.to_string(), "go wtime 60000 winc 1000");
//! assert_eq!(go.skipped, ["hurry"]);
//!
//! let reply = Reply::read(b"bestmove e2e4 ponder e7e5").unwrap();
//! assert_eq!(reply.to_string(), "bestmove e2e4 ponder e7e5");
//! ```

#![forbid(unsafe_code)]

mod command;
mod go;
mod option;
mod reply;
mod search_info;
mod tokens;

pub use chess::uci::UciMove;
pub use command::{Command, Origin, ParseCommandError, ReadCommand};
pub use go::{Go, SideClock};
pub use option::{Declaration, Kind};
pub use reply::{ParseReplyError, Reply};
pub use search_info::{Bound, SearchInfo, SearchScore, Wdl};
