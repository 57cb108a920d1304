//! The header of a file of games: how its games were made.

use thiserror::Error;
use whole_file::crc32;

const MAGIC: [u8; 8] = *b"FFGAMES\n";
const VERSION: u32 = 1;
const TEACHER_BYTES: usize = 32;

/// How the games of a file were made. They differ only in their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The evaluation: `material`, or the checksum of a network.
    pub teacher: String,
    /// Nodes after which no further iteration was started.
    pub nodes: u32,
    /// The seed of all games.
    pub seed: u64,
}

/// Why a header is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// There are too few bytes.
    #[error("expected a header of {} bytes, found {found}", Header::BYTES)]
    Short {
        /// The number of bytes.
        found: usize,
    },
    /// The magic bytes are wrong.
    #[error("expected a file of games, which begins with {:?}", String::from_utf8_lossy(&MAGIC))]
    Magic,
    /// The version is unknown.
    #[error("expected version {VERSION} of the format, found {0}")]
    Version(u32),
    /// The header is damaged.
    #[error("the header is damaged: its checksum is {found:08x}, expected {expected:08x}")]
    Checksum {
        /// The stored checksum.
        expected: u32,
        /// The computed checksum.
        found: u32,
    },
}

impl Header {
    /// The length of a header.
    pub const BYTES: usize = MAGIC.len() + 4 + TEACHER_BYTES + 4 + 8 + 4;

    /// The header as bytes. A long name of the evaluation is truncated.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Header::BYTES] {
        let mut bytes = Vec::with_capacity(Header::BYTES);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        let name = self.teacher.bytes().chain(std::iter::repeat(0));
        bytes.extend(name.take(TEACHER_BYTES));
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(crc32(&[&bytes]).to_le_bytes());
        bytes.try_into().expect("the parts add up to the whole")
    }

    /// Parses a header.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes do not begin with a header.
    pub fn from_bytes(bytes: &[u8]) -> Result<Header, HeaderError> {
        let Some((header, _)) = bytes.split_first_chunk::<{ Header::BYTES }>() else {
            let found = bytes.len();
            return Err(HeaderError::Short { found });
        };
        if !header.starts_with(&MAGIC) {
            return Err(HeaderError::Magic);
        }
        let mut parts = Parts(&header[MAGIC.len()..]);
        let version = u32::from_le_bytes(parts.take());
        if version != VERSION {
            return Err(HeaderError::Version(version));
        }
        let teacher: [u8; TEACHER_BYTES] = parts.take();
        let nodes = u32::from_le_bytes(parts.take());
        let seed = u64::from_le_bytes(parts.take());
        let expected = u32::from_le_bytes(parts.take());
        let found = crc32(&[&header[..Header::BYTES - 4]]);
        if found != expected {
            return Err(HeaderError::Checksum { expected, found });
        }
        let teacher = String::from_utf8_lossy(&teacher);
        Ok(Header {
            teacher: teacher.trim_end_matches('\0').to_owned(),
            nodes,
            seed,
        })
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
