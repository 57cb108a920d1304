//! A PGN file with the games of one journal. It is rewritten when a run continues.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use chess::ByColor;

use crate::journal::GameLine;
use crate::move_limit::Control;
use crate::plan::Plan;
use crate::record::{Heading, to_pgn};

/// A PGN file with the games of a run.
#[derive(Debug)]
pub struct PgnFile<'p> {
    file: File,
    plan: &'p Plan,
}

#[derive(Debug, thiserror::Error)]
pub enum PgnFileError {
    #[error("{0} is in use by another match: name another")]
    InUse(String),
    #[error("cannot write {path}: {error}")]
    Unwritable { path: String, error: io::Error },
}

impl<'p> PgnFile<'p> {
    /// Begins the file with the games played so far.
    ///
    /// # Errors
    ///
    /// Returns an error if another run uses the file or it cannot be written.
    pub fn begin(
        path: &Path,
        plan: &'p Plan,
        played: &[[GameLine; 2]],
    ) -> Result<PgnFile<'p>, PgnFileError> {
        let name = || path.display().to_string();
        let unwritable = |error| PgnFileError::Unwritable {
            path: name(),
            error,
        };
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(unwritable)?;
        // Another match may be writing its games to the same file. Do not overwrite them.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(PgnFileError::InUse(name()));
        }
        file.set_len(0).map_err(unwritable)?;
        let mut file = PgnFile { file, plan };
        for line in played.iter().flatten() {
            file.add(line).map_err(unwritable)?;
        }
        Ok(file)
    }

    /// Appends a game. A line that is not a legal game is left out.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn add(&mut self, line: &GameLine) -> io::Result<()> {
        let heading = Heading {
            event: self.plan.event.as_deref().unwrap_or("Fourfold arena"),
            site: self.plan.site.as_deref().unwrap_or("?"),
            controls: ByColor {
                white: self.control(&line.white),
                black: self.control(&line.black),
            },
        };
        match to_pgn(line, &heading) {
            Some(pgn) => writeln!(self.file, "{pgn}"),
            None => Ok(()),
        }
    }

    fn control(&self, name: &str) -> Option<Control> {
        let mut engines = self.plan.engines.iter();
        engines
            .find(|engine| engine.label() == name)?
            .control()
            .ok()
    }
}
