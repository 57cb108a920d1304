//! The journal of a run: one JSON line per game, synced to disk before it counts.
//!
//! All other outputs (standings, PGN) are derived from the journal. Games are written in schedule
//! order, all games of a [`Unit`] together, so at fixed nodes or depth an interrupted and resumed
//! run ends in the same bytes as an uninterrupted one, except for the dates. A torn last line and
//! an incomplete unit are removed when the journal is opened.
//!
//! An open journal is [locked](crate::lock) against other runs.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cause_code::CauseCode;
use crate::lock::{Lock, Taken};

/// The version of new journals, and the newest that can be read.
const VERSION: u32 = 1;

/// Games that count only together: a pair with colors swapped, or a block of rotations.
pub trait Unit: Sized {
    type Game: Serialize + DeserializeOwned;

    const GAMES: usize;

    fn games(&self) -> &[Self::Game];

    /// The unit with this number.
    ///
    /// # Errors
    ///
    /// Returns an error if the games do not form that unit.
    fn assemble(number: u64, games: Vec<Self::Game>) -> Result<Self, String>;
}

/// Two games from one opening with colors swapped.
impl Unit for [GameLine; 2] {
    type Game = GameLine;

    const GAMES: usize = 2;

    fn games(&self) -> &[GameLine] {
        self
    }

    fn assemble(number: u64, games: Vec<GameLine>) -> Result<[GameLine; 2], String> {
        let wrong = |_| format!("expected the two games of pair {number}");
        let pair: [GameLine; 2] = games.try_into().map_err(wrong)?;
        let numbers = pair.each_ref().map(|game| (game.pair, game.game));
        if numbers == [(number, 0), (number, 1)] {
            Ok(pair)
        } else {
            Err(format!("expected the two games of pair {number}"))
        }
    }
}

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    fourfold_journal: u32,
    /// The plan of the run. A journal can only be resumed with the same plan.
    plan: serde_json::Value,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    pub pair: u64,
    /// Which game of the pair, 0 or 1.
    pub game: u8,
    pub white: String,
    pub black: String,
    /// The date in PGN format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The start position.
    pub fen: String,
    /// Whether castling moves use Chess960 notation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chess960: bool,
    /// The number of opening moves.
    pub book: usize,
    /// The moves, separated by spaces.
    pub moves: String,
    /// The players' reports for each move after the opening.
    pub notes: Vec<Note>,
    pub result: String,
    pub cause: CauseCode,
    /// Why it ended, as a sentence.
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// A shell command that reproduces the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproduction: Option<String>,
}

/// A player's report on a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The score from the player's point of view: centipawns, or mate as `M5` and `-M5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time in milliseconds. It is omitted if the limits do not depend on time, so that the
    /// journal does not either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("cannot use the journal {path}: {error}")]
    File { path: String, error: io::Error },
    #[error("cannot use the journal {path}: expected a regular file; name another")]
    NoFile { path: String },
    #[error(
        "{path} is not a journal: expected a first line with \"fourfold_journal\"; name another file"
    )]
    NoJournal { path: String },
    #[error(
        "{path} has version {found}, this program reads up to version {VERSION}; use a newer program"
    )]
    Newer { path: String, found: u32 },
    #[error(
        "{path} belongs to a run with other engines, openings or limits; name another journal, or \
         run the same plan"
    )]
    OtherPlan { path: String },
    #[error("{path} is in use{holder}; wait for that run, stop it, or name another journal")]
    InUse {
        path: String,
        /// The other run, if known: ` by process 12 since …`.
        holder: String,
    },
    /// A line before the end is damaged.
    #[error("{path} is damaged at line {line}: {error}; repair or remove it")]
    Damaged {
        path: String,
        /// The line number, from 1.
        line: usize,
        error: String,
    },
}

#[derive(Debug)]
pub struct Journal<U = [GameLine; 2]> {
    file: File,
    path: String,
    plan: serde_json::Value,
    units: PhantomData<fn() -> U>,
    /// Held until the journal is dropped.
    _lock: Lock,
}

impl<U: Unit> Journal<U> {
    /// Opens or creates a journal for this plan and returns the units in it.
    ///
    /// # Errors
    ///
    /// Returns an error if the journal cannot be used; the file is unchanged then.
    pub fn open(
        path: &Path,
        plan: &serde_json::Value,
    ) -> Result<(Journal<U>, Vec<U>), JournalError> {
        let name = path.display().to_string();
        let failed = |error| JournalError::File {
            path: name.clone(),
            error,
        };
        // A device or a pipe has no end that could be reached or continued.
        if path.metadata().is_ok_and(|file| !file.is_file()) {
            return Err(JournalError::NoFile { path: name });
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let lock = match Lock::take(&file, path).map_err(failed)? {
            Taken::Mine(lock) => lock,
            Taken::Other(holder) => {
                let path = name;
                let holder = holder.map_or_else(String::new, |holder| format!(" by {holder}"));
                return Err(JournalError::InUse { path, holder });
            }
        };
        let (units, end) = read(&file, &name, plan)?;
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Journal {
            file,
            path: name,
            plan: plan.clone(),
            units: PhantomData,
            _lock: lock,
        };
        if end == 0 {
            let head = Head {
                fourfold_journal: VERSION,
                plan: plan.clone(),
            };
            journal.append(&[head])?;
        }
        Ok((journal, units))
    }

    /// The units in the journal.
    ///
    /// # Errors
    ///
    /// Returns an error if the journal cannot be read.
    pub fn units(&mut self) -> Result<Vec<U>, JournalError> {
        let failed = |error| JournalError::File {
            path: self.path.clone(),
            error,
        };
        self.file.rewind().map_err(failed)?;
        let units = read(&self.file, &self.path, &self.plan);
        self.file.seek(SeekFrom::End(0)).map_err(failed)?;
        units.map(|(units, _)| units)
    }

    /// Appends a unit and syncs it to disk.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails; the unit does not count then.
    pub fn add(&mut self, unit: &U) -> Result<(), JournalError> {
        self.append(unit.games())
    }

    fn append<Line: Serialize>(&mut self, lines: &[Line]) -> Result<(), JournalError> {
        let mut text = Vec::new();
        let written = lines
            .iter()
            .try_for_each(|line| {
                serde_json::to_writer(&mut text, line)?;
                text.push(b'\n');
                Ok(())
            })
            .and_then(|()| self.file.write_all(&text))
            .and_then(|()| self.file.sync_data());
        written.map_err(|error| JournalError::File {
            path: self.path.clone(),
            error,
        })
    }
}

/// Reads the units of a journal and the offset after the last complete one.
fn read<U: Unit>(
    file: &File,
    path: &str,
    plan: &serde_json::Value,
) -> Result<(Vec<U>, u64), JournalError> {
    let failed = |error| JournalError::File {
        path: path.to_owned(),
        error,
    };
    let mut lines = BufReader::new(file);
    let mut line = Vec::new();
    let length = lines.read_until(b'\n', &mut line).map_err(failed)?;
    if line.last() != Some(&b'\n') {
        // The file is empty, or its first line was torn before anything else was written.
        let is_torn_head =
            line.is_empty() || b"{\"fourfold_journal\"".starts_with(&line[..line.len().min(19)]);
        return if is_torn_head {
            Ok((Vec::new(), 0))
        } else {
            Err(JournalError::NoJournal {
                path: path.to_owned(),
            })
        };
    }
    check_head(&line, path, plan)?;
    let mut end = length as u64;
    let mut position = end;
    let mut units = Vec::new();
    let mut games = Vec::new();
    for number in 2.. {
        line.clear();
        let length = lines.read_until(b'\n', &mut line).map_err(failed)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        position += length as u64;
        let damaged = |error: String| JournalError::Damaged {
            path: path.to_owned(),
            line: number,
            error,
        };
        match serde_json::from_slice(&line) {
            Ok(game) => games.push(game),
            // Data after the last sync may be damaged by a crash; earlier damage is an error.
            Err(_) if lines.fill_buf().map_err(failed)?.is_empty() => break,
            Err(error) => return Err(damaged(error.to_string())),
        }
        if games.len() == U::GAMES {
            let unit = U::assemble(units.len() as u64, std::mem::take(&mut games));
            units.push(unit.map_err(damaged)?);
            end = position;
        }
    }
    Ok((units, end))
}

fn check_head(line: &[u8], path: &str, plan: &serde_json::Value) -> Result<(), JournalError> {
    let path = path.to_owned();
    let value: serde_json::Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(_) => return Err(JournalError::NoJournal { path }),
    };
    match value
        .get("fourfold_journal")
        .and_then(serde_json::Value::as_u64)
    {
        None => return Err(JournalError::NoJournal { path }),
        Some(found) if found > u64::from(VERSION) => {
            let found = u32::try_from(found).unwrap_or(u32::MAX);
            return Err(JournalError::Newer { path, found });
        }
        Some(_) => {}
    }
    if value.get("plan") != Some(plan) {
        return Err(JournalError::OtherPlan { path });
    }
    Ok(())
}
