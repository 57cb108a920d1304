//! Appends games to a file.

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

#[derive(Debug, Error)]
pub enum OpenError {
    #[error(transparent)]
    Read(#[from] StoreError),
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{} is being written by another process: wait for it, or stop it", path.display())]
    Locked { path: PathBuf },
    #[error(
        "{} holds games by {}, expected {}: name another file, or delete this one",
        path.display(), describe(found), describe(expected)
    )]
    Other {
        path: PathBuf,
        found: Box<Header>,
        expected: Box<Header>,
    },
}

fn describe(header: &Header) -> String {
    let Header {
        teacher,
        nodes,
        seed,
        chess960,
        search,
    } = header;
    let search = search.map_or("unknown".to_owned(), |bench| bench.to_string());
    format!(
        "{teacher} at {nodes} nodes with seed {seed}, {chess960} % Chess960 and search {search}"
    )
}

impl Writer {
    /// Opens or creates a file for games with these settings. Shows the existing games, and returns
    /// the damaged tail that was removed.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be used; it is unchanged then.
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

    #[must_use]
    pub fn games(&self) -> u64 {
        self.number
    }

    /// Appends a game.
    ///
    /// # Errors
    ///
    /// Returns the I/O error.
    pub fn append(&mut self, game: &StoredGame) -> io::Result<()> {
        self.file.write_all(&game.to_bytes(self.number))?;
        self.number += 1;
        Ok(())
    }

    /// Flushes the appended games.
    ///
    /// # Errors
    ///
    /// Returns the I/O error.
    pub fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Opens or creates a file with an exclusive lock.
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

/// The existing contents of a file.
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
        // A file shorter than its header is new, or creating it was interrupted.
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

/// Whether a file holds only the first bytes of a header.
fn is_beginning(path: &Path, header: &Header) -> bool {
    std::fs::read(path).is_ok_and(|begun| header.to_bytes().starts_with(&begun))
}

/// Truncates a file after its valid bytes; without any, writes a new header.
fn prepare(mut file: File, header: &Header, good: usize) -> io::Result<File> {
    file.set_len(good as u64)?;
    file.seek(SeekFrom::End(0))?;
    if good == 0 {
        file.write_all(&header.to_bytes())?;
    }
    Ok(file)
}
