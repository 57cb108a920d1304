//! PGN: games as files hold them.
//!
//! - [`Reader`] pulls [`Event`]s out of bytes, from a slice or a stream, in bounded memory. It
//!   knows the grammar and no chess.
//! - [`Checker`] plays the moves it reads, those of variations too, and tells a [`Sink`] what it
//!   finds. It keeps nothing either.
//! - [`Tree`] is a whole game with variations, comments and glyphs; written as text it is PGN in
//!   export format, and reading that gives the same tree.
//! - [`Diagnostic`]s say everything that is odd about a file as data: where, what, how grave, and
//!   what was done about it.
//!
//! What has one meaning is read, with a warning if the file should have said it otherwise; what has
//! none is refused. A refused game keeps what came before its error and costs only itself: the
//! next game is read. Nothing is repaired in silence, nothing recurses, and everything that could
//! grow has a limit in [`Limits`].
//!
//! ```
//! use game::pgn::{Checker, Reader};
//! let text = "[White \"Greco\"]\n\n1. e4 e5 2. f4 (2. Nf3 {solid}) 2... exf4 0-0 *";
//! let mut checker = Checker::new(Reader::from_slice(text.as_bytes()));
//! let read = checker.read_tree()?.expect("there is a game");
//! let error = read.report.error.expect("nobody can castle yet");
//! assert_eq!(error.place.to_string(), "3:43");
//! assert!(read.tree.to_string().contains("2. f4 (2. Nf3 {solid}) 2... exf4"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod check;
mod comment;
mod diagnostic;
mod export;
mod lex;
mod null;
mod options;
mod place;
mod reader;
mod source;
mod start;
mod tags;
mod text;
mod tree;
mod write;

pub use check::{Checker, Report, Sink};
pub use comment::{Comment, EmbeddedCommand};
pub use diagnostic::{Diagnostic, NotText, Problem, Recovery, Severity};
pub use options::{Limits, Options};
pub use place::Place;
pub use reader::{Event, MoveText, Reader, Tag};
pub use source::{Slice, Source, Stream};
pub use tags::{SEVEN_TAG_ROSTER, TagNameError, Tags};
pub use text::Text;
pub use tree::{Builder, Node, NodeId, ReadGame, Step, Tree, Walk};
