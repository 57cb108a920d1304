//! What stands at the beginning of a file of games: what they are and how they were made.

use thiserror::Error;

use super::checksum::checksum;

const MAGIC: [u8; 8] = *b"FFGAMES\n";
const VERSION: u32 = 1;
const TEACHER_BYTES: usize = 32;

/// How the games of a file were made. Games of a file differ in their number only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What evaluated: `material`, or the checksum of a network.
    pub teacher: String,
    /// Nodes after which no further iteration was begun.
    pub nodes: u32,
    /// What all games were drawn from.
    pub seed: u64,
}

/// Why bytes are no header.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// There are too few of them.
    #[error("expected a header of {} bytes, found {found}", Header::BYTES)]
    Short {
        /// How many there are.
        found: usize,
    },
    /// They begin differently.
    #[error("expected a file of games, which begins with {:?}", String::from_utf8_lossy(&MAGIC))]
    Magic,
    /// A version that is not known here.
    #[error("expected version {VERSION} of the format, found {0}")]
    Version(u32),
    /// They were changed since they were written.
    #[error("the header is damaged: its checksum is {found:08x}, expected {expected:08x}")]
    Checksum {
        /// What the bytes say.
        expected: u32,
        /// What they come to.
        found: u32,
    },
}

impl Header {
    /// How long a header is.
    pub const BYTES: usize = MAGIC.len() + 4 + TEACHER_BYTES + 4 + 8 + 4;

    /// The bytes. A name of a teacher that is too long is cut.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Header::BYTES] {
        let mut bytes = Vec::with_capacity(Header::BYTES);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        let name = self.teacher.bytes().chain(std::iter::repeat(0));
        bytes.extend(name.take(TEACHER_BYTES));
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes.try_into().expect("the parts add up to the whole")
    }

    /// The header that some bytes begin with.
    ///
    /// # Errors
    ///
    /// Returns why they begin with none.
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
        let found = checksum(&header[..Header::BYTES - 4]);
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

/// Bytes that are taken from the front.
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
