//! The file format of games: a header followed by records.
//!
//! A record holds the position after the random opening (32 bytes), the number of opening moves,
//! the result, the number of plies, four bytes per ply (move and score) and a checksum. The
//! checksum includes the number of the game, so a missing or misplaced record is detected. Reading
//! stops at the first invalid record: the end of the file may be torn, and nothing after it is
//! trusted.

mod header;
mod reader;
mod record;
mod writer;

pub use header::{Header, HeaderError};
pub use reader::{Reader, StoreError, Tail};
pub use record::{GameResult, Ply, RecordError, StoredGame};
pub use writer::{OpenError, Writer};
