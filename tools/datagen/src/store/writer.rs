//! Writing games behind those that are there.

use std::fs::{File, OpenOptions};
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
        let (good, number, tail) = match Reader::open(path) {
            Ok(mut reader) => {
                if reader.header() != header {
                    return Err(OpenError::Other {
                        path: path.to_owned(),
                        found: Box::new(reader.header().clone()),
                        expected: Box::new(header.clone()),
                    });
                }
                reader.by_ref().for_each(|game| show(&game));
                (reader.good_bytes(), reader.games(), reader.tail().clone())
            }
            Err(StoreError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                (0, 0, Tail::Clean)
            }
            // A file that ends within its header was torn when it was made, if it began like one.
            Err(StoreError::Header { path, error }) => {
                let begun = std::fs::read(&path).unwrap_or_default();
                let is_torn = matches!(error, HeaderError::Short { .. })
                    && header.to_bytes().starts_with(&begun);
                if !is_torn {
                    return Err(StoreError::Header { path, error }.into());
                }
                (0, 0, Tail::Clean)
            }
            Err(error) => return Err(error.into()),
        };
        let file = prepare(path, header, good).map_err(|error| OpenError::Write {
            path: path.to_owned(),
            error,
        })?;
        let file = BufWriter::new(file);
        Ok((Writer { file, number }, tail))
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

/// Opens the file and cuts it behind so many good bytes; without any, it begins anew.
fn prepare(path: &Path, header: &Header, good: usize) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let mut file = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    file.set_len(good as u64)?;
    file.seek(SeekFrom::End(0))?;
    if good == 0 {
        file.write_all(&header.to_bytes())?;
    }
    Ok(file)
}
