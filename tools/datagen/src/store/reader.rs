//! Reads games until the end of the file or the first damage.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::header::{Header, HeaderError};
use super::record::{RecordError, StoredGame};

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("cannot read {}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Header { path: PathBuf, error: HeaderError },
}

/// What follows the last valid game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tail {
    Clean,
    /// Bytes that are not a valid game.
    Bad {
        /// The number of the game that should be there.
        game: u64,
        /// The offset.
        at: usize,
        /// The number of bytes up to the end.
        bytes: usize,
        error: RecordError,
    },
}

/// The games of a file, in order.
#[derive(Debug)]
pub struct Reader {
    header: Header,
    bytes: Vec<u8>,
    at: usize,
    number: u64,
    tail: Tail,
}

impl Reader {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the header is invalid. Damage after the header only ends the games.
    pub fn open(path: &Path) -> Result<Reader, StoreError> {
        let bytes = std::fs::read(path).map_err(|error| StoreError::Io {
            path: path.to_owned(),
            error,
        })?;
        Reader::new(bytes).map_err(|error| StoreError::Header {
            path: path.to_owned(),
            error,
        })
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the header is invalid.
    pub fn new(bytes: Vec<u8>) -> Result<Reader, HeaderError> {
        let (header, at) = Header::from_bytes(&bytes)?;
        Ok(Reader {
            header,
            bytes,
            at,
            number: 0,
            tail: Tail::Clean,
        })
    }

    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The number of games read so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.number
    }

    /// The number of valid bytes so far.
    #[must_use]
    pub fn good_bytes(&self) -> usize {
        self.at
    }

    /// What follows the last game, after [`Iterator::next`] has returned `None`.
    #[must_use]
    pub fn tail(&self) -> &Tail {
        &self.tail
    }
}

impl Iterator for Reader {
    type Item = StoredGame;

    fn next(&mut self) -> Option<StoredGame> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() || self.tail != Tail::Clean {
            return None;
        }
        match StoredGame::from_bytes(rest, self.number) {
            Ok((game, length)) => {
                self.at += length;
                self.number += 1;
                Some(game)
            }
            Err(error) => {
                self.tail = Tail::Bad {
                    game: self.number,
                    at: self.at,
                    bytes: rest.len(),
                    error,
                };
                None
            }
        }
    }
}
