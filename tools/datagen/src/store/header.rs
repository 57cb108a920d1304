//! The header of a file of games: how its games were made.
//!
//! Version 1 names neither the search nor a share of Chess960 starts. Its files can be read, but not
//! appended to.

use thiserror::Error;
use whole_file::crc32;

const MAGIC: [u8; 8] = *b"FFGAMES\n";
const VERSION: u32 = 2;
const TEACHER_BYTES: usize = 32;

/// How the games of a file were made. They differ only in their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The evaluation: `material`, or the checksum of a network.
    pub teacher: String,
    /// Nodes after which no further iteration was started.
    pub nodes: u32,
    pub seed: u64,
    /// How many of 100 games begin with a Chess960 start.
    pub chess960: u8,
    /// The bench of the search that played, which identifies it. `None` in files of version 1.
    pub search: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    #[error("expected a header of {expected} bytes, found {found}")]
    Short { expected: usize, found: usize },
    #[error("expected a file of games, which begins with {:?}", String::from_utf8_lossy(&MAGIC))]
    Magic,
    #[error("expected version 1 or {VERSION} of the format, found {0}")]
    Version(u32),
    #[error("the header is damaged: its checksum is {found:08x}, expected {expected:08x}")]
    Checksum {
        expected: u32,
        /// The computed checksum.
        found: u32,
    },
}

impl Header {
    /// The length of a header of this version.
    pub const BYTES: usize = Header::BYTES_V1 + 1 + 8;

    /// The length of a header of version 1.
    const BYTES_V1: usize = MAGIC.len() + 4 + TEACHER_BYTES + 4 + 8 + 4;

    /// The header as bytes, in the version that it was read from. A long name of the evaluation is
    /// truncated.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Header::BYTES);
        bytes.extend(MAGIC);
        let version = if self.search.is_some() { VERSION } else { 1 };
        bytes.extend(version.to_le_bytes());
        let name = self.teacher.bytes().chain(std::iter::repeat(0));
        bytes.extend(name.take(TEACHER_BYTES));
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        if let Some(search) = self.search {
            bytes.push(self.chess960);
            bytes.extend(search.to_le_bytes());
        }
        bytes.extend(crc32(&[&bytes]).to_le_bytes());
        bytes
    }

    /// Parses a header; returns it with its length in bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes do not begin with a header.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Header, usize), HeaderError> {
        let short = |expected| HeaderError::Short {
            expected,
            found: bytes.len(),
        };
        let front = bytes.get(..MAGIC.len() + 4).ok_or(short(Header::BYTES))?;
        let mut parts = Parts(front);
        if parts.take() != MAGIC {
            return Err(HeaderError::Magic);
        }
        let version = u32::from_le_bytes(parts.take());
        let length = match version {
            1 => Header::BYTES_V1,
            VERSION => Header::BYTES,
            _ => return Err(HeaderError::Version(version)),
        };
        let header = bytes.get(..length).ok_or(short(length))?;
        let mut parts = Parts(&header[front.len()..]);
        let teacher: [u8; TEACHER_BYTES] = parts.take();
        let nodes = u32::from_le_bytes(parts.take());
        let seed = u64::from_le_bytes(parts.take());
        let (chess960, search) = if version == VERSION {
            let [chess960] = parts.take();
            (chess960, Some(u64::from_le_bytes(parts.take())))
        } else {
            (0, None)
        };
        let expected = u32::from_le_bytes(parts.take());
        let found = crc32(&[&header[..length - 4]]);
        if found != expected {
            return Err(HeaderError::Checksum { expected, found });
        }
        let teacher = String::from_utf8_lossy(&teacher);
        let header = Header {
            teacher: teacher.trim_end_matches('\0').to_owned(),
            nodes,
            seed,
            chess960,
            search,
        };
        Ok((header, length))
    }
}

/// A cursor over bytes.
struct Parts<'a>(&'a [u8]);

impl Parts<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (part, rest) = self
            .0
            .split_first_chunk()
            .expect("the length of the whole was checked");
        self.0 = rest;
        *part
    }
}
