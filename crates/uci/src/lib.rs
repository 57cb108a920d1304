//! The [Universal Chess Interface](https://www.chessprogramming.org/UCI) as values, in both
//! directions.
//!
//! [`Command`] is a line from a user interface or match runner to an engine, [`Reply`] a line from
//! the engine. Each is parsed from bytes and written by `Display`, so engines and runners share one
//! grammar. Parsing never panics. Unknown words are skipped, as the protocol requires, and
//! reported.
//!
//! Nothing here knows engines, processes or threads. Moves are as sent ([`UciMove`]); their
//! legality must be checked against a position.
//!
//! ```
//! use fourfold_uci_protocol::{Command, Reply};
//!
//! let go = Command::read(b"go wtime 60000 winc 1000 hurry").unwrap();
//! assert_eq!(go.command.to_string(), "go wtime 60000 winc 1000");
//! assert_eq!(go.skipped, ["hurry"]);
//!
//! let reply = Reply::read(b"bestmove e2e4 ponder e7e5").unwrap();
//! assert_eq!(reply.to_string(), "bestmove e2e4 ponder e7e5");
//! ```

#![deny(missing_docs)]

mod command;
mod go;
mod option;
mod reply;
mod search_info;
mod tokens;

pub use chess;
pub use chess::uci::UciMove;
pub use command::{Command, Origin, ParseCommandError, ReadCommand};
pub use go::{Go, SideClock};
pub use option::{Declaration, Kind};
pub use reply::{CheckState, ParseReplyError, Reply};
pub use search_info::{Bound, SearchInfo, SearchScore, Wdl};

// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
