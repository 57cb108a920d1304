//! Games in a file: a header, then one record after the other.
//!
//! A record is the position where the game starts to be of interest (32 bytes), how many random
//! moves led there, the result, the number of plies, four bytes for each ply (the move and what the
//! engine thought of the position) and a checksum. The checksum covers the number of the game as
//! well, so that a record that is left out or put elsewhere is found. Records are read until one is
//! not what it should be: what was written last may be torn, and nothing behind it is trusted.

mod checksum;
mod header;
mod reader;
mod record;
mod writer;

pub use checksum::checksum;
pub use header::{Header, HeaderError};
pub use reader::{Reader, StoreError, Tail};
pub use record::{GameResult, Ply, RecordError, StoredGame};
pub use writer::{OpenError, Writer};
