//! PGN: games as files hold them.

mod check;
mod comment;
mod diagnostic;
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
