//! Writing games behind those that are there.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::header::{Header, HeaderError};
use super::reader::{Reader, StoreError, Tail};
use super::record::StoredGame;

/// Appends games to a file.
#[derive(Debug)]
pub struct Writer {
    file: BufWriter<File>,
    number: u64,
}

/// Why no games can be appended to a file.
#[derive(Debug, Error)]
pub enum OpenError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] StoreError),
    /// It cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process is at it.
    #[error("{} is being written by another process: wait for it, or end it", path.display())]
    Locked {
        /// Which file.
        path: PathBuf,
    },
    /// Its games were made in another way.
    #[error(
        "{} holds games by {}, expected {}: name another file, or delete this one",
        path.display(), describe(found), describe(expected)
    )]
    Other {
        /// Which file.
        path: PathBuf,
        /// How they were made.
        found: Box<Header>,
        /// How they should have been made.
        expected: Box<Header>,
    },
}

fn describe(header: &Header) -> String {
    let Header {
        teacher,
        nodes,
        seed,
    } = header;
    format!("{teacher} at {nodes} nodes with seed {seed}")
}

impl Writer {
    /// Opens a file for more games of the same making, or makes a new one. Shows the games that
    /// are there already, and returns what stood behind the last good one and is now cut off.
    ///
    /// # Errors
    ///
    /// Returns why the file cannot be used; it is as it was then.
    pub fn open(
        path: &Path,
        header: &Header,
        mut show: impl FnMut(&StoredGame),
    ) -> Result<(Writer, Tail), OpenError> {
        let file = lock(path)?;
        let found = read(path, header, &mut show)?;
        let file = prepare(file, header, found.good_bytes).map_err(|error| OpenError::Write {
            path: path.to_owned(),
            error,
        })?;
        let writer = Writer {
            file: BufWriter::new(file),
            number: found.games,
        };
        Ok((writer, found.tail))
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.number
    }

    /// Appends a game.
    ///
    /// # Errors
    ///
    /// Returns what the system says.
    pub fn append(&mut self, game: &StoredGame) -> io::Result<()> {
        self.file.write_all(&game.to_bytes(self.number))?;
        self.number += 1;
        Ok(())
    }

    /// Hands what was appended to the system.
    ///
    /// # Errors
    ///
    /// Returns what the system says.
    pub fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Opens a file, or makes it, so that nobody else appends to it until it is closed.
fn lock(path: &Path) -> Result<File, OpenError> {
    let failed = |error| OpenError::Write {
        path: path.to_owned(),
        error,
    };
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    let file = options.open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::Locked {
            path: path.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// What is in a file already.
struct Found {
    good_bytes: usize,
    games: u64,
    tail: Tail,
}

fn read(
    path: &Path,
    header: &Header,
    show: &mut dyn FnMut(&StoredGame),
) -> Result<Found, OpenError> {
    let mut reader = match Reader::open(path) {
        Ok(reader) => reader,
        // A file that ends within its header is new, or was torn when it was made.
        Err(StoreError::Header {
            error: HeaderError::Short { .. },
            ..
        }) if is_beginning(path, header) => {
            return Ok(Found {
                good_bytes: 0,
                games: 0,
                tail: Tail::Clean,
            });
        }
        Err(error) => return Err(error.into()),
    };
    if reader.header() != header {
        return Err(OpenError::Other {
            path: path.to_owned(),
            found: Box::new(reader.header().clone()),
            expected: Box::new(header.clone()),
        });
    }
    reader.by_ref().for_each(|game| show(&game));
    Ok(Found {
        good_bytes: reader.good_bytes(),
        games: reader.games(),
        tail: reader.tail().clone(),
    })
}

/// Whether a file holds the first bytes of a header and nothing else.
fn is_beginning(path: &Path, header: &Header) -> bool {
    std::fs::read(path).is_ok_and(|begun| header.to_bytes().starts_with(&begun))
}

/// Cuts a file behind so many good bytes; without any, it begins anew.
fn prepare(mut file: File, header: &Header, good: usize) -> io::Result<File> {
    file.set_len(good as u64)?;
    file.seek(SeekFrom::End(0))?;
    if good == 0 {
        file.write_all(&header.to_bytes())?;
    }
    Ok(file)
}
