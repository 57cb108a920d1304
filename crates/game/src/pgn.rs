//! PGN, the file format of chess games:
//! <https://www.chessprogramming.org/Portable_Game_Notation>.
//!
//! - [`Reader`] is a pull parser: it reads [`Event`]s from a slice or a stream in bounded memory.
//!   It knows the grammar but no chess.
//! - [`Checker`] plays every move, including those of variations, and passes them to a [`Sink`]. It
//!   needs bounded memory too.
//! - [`Tree`] is a whole game with variations, comments and glyphs. It is written as PGN in export
//!   format, which reads back as the same tree.
//! - A [`Diagnostic`] reports a problem as data: its place, severity and recovery.
//!
//! Malformed text with one obvious meaning is read with a warning; other faults refuse the game. A
//! refused game keeps the moves before its error, and reading continues with the next game. Every
//! repair is reported, no function recurses, and everything that could grow has a limit in
//! [`Limits`].
//!
//! ```
//! use fourfold_game::pgn::{Checker, Reader};
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
mod export_check;
mod input;
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
pub use comment::{Comment, CommentBuilder, EmbeddedCommand};
pub use diagnostic::{Diagnostic, NotText, Problem, Recovery, Severity};
pub use export_check::{ExportCheck, Tee};
pub use input::{Compressed, Compression, Opened, open};
pub use options::{Limits, Options};
pub use place::Place;
pub use reader::{Event, MoveText, Reader, Tag};
pub use source::{Slice, Source, Stream};
pub use tags::{SEVEN_TAG_ROSTER, TagNameError, Tags, TagsIter};
pub use text::{Text, is_hidden};
pub use tree::{Builder, Node, NodeId, ParseTreeError, ReadGame, Step, Tree, Walk};
