//! Reading games until the file ends or is not to be trusted any more.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::header::{Header, HeaderError};
use super::record::{RecordError, StoredGame};

/// Why a file cannot be read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The system says no.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// It is no file of games.
    #[error("{}: {error}", path.display())]
    Header {
        /// Which file.
        path: PathBuf,
        /// What is wrong with its beginning.
        error: HeaderError,
    },
}

/// What stands behind the last good game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    Clean,
    /// Something that is no game.
    Bad {
        /// The number that the game would have.
        game: u64,
        /// Where it begins.
        at: usize,
        /// How many bytes there are from there on.
        bytes: usize,
        /// What is wrong.
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
    /// Returns why it is no file of games. What is wrong behind the header only ends the games.
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
    /// Returns what is wrong with the header.
    pub fn new(bytes: Vec<u8>) -> Result<Reader, HeaderError> {
        Ok(Reader {
            header: Header::from_bytes(&bytes)?,
            bytes,
            at: Header::BYTES,
            number: 0,
            tail: Tail::Clean,
        })
    }

    /// How the games were made.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many games have been read.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.number
    }

    /// How many bytes from the beginning have proven to be good.
    #[must_use]
    pub fn good_bytes(&self) -> usize {
        self.at
    }

    /// What stands behind the last game, once [`Iterator::next`] has returned `None`.
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
