//! A store in one SQLite file.
//!
//! The file is in WAL mode with `synchronous=FULL`: an acknowledged commit survives a power cut.
//! One thread writes, and commits all waiting writes together (`writer.rs`). Readers have their own
//! connection.
//!
//! The file is checked before anything is written: its header, its application id, its version, and
//! its integrity. A program that opens the file takes it over: it increments the epoch in the file,
//! and writers of an earlier epoch are refused. A file of an earlier version is then migrated in
//! one commit.

mod copy;
mod writer;

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use whole_file::crc32;
use wire::Event;

use crate::{Done, Kept, Store, StoreError, Write, unix_ms};

/// The schema version of the file.
const VERSION: i64 = 2;

/// The application id of our files: the letters `4ld1`.
const APPLICATION_ID: i64 = 0x346c_6431;

const HEADER: &[u8; 16] = b"SQLite format 3\0";

const SCHEMA: &str = "
CREATE TABLE events (
    tbl TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    cmd TEXT,
    body TEXT NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (tbl, seq)
) WITHOUT ROWID;
CREATE TABLE keys (
    tbl TEXT PRIMARY KEY NOT NULL,
    body TEXT NOT NULL,
    touched INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE owner (one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL);
INSERT INTO owner VALUES (1, 0);
";

/// What version 2 adds to version 1: when a table was last written to.
const FROM_1_TO_2: &str = "ALTER TABLE keys ADD COLUMN touched INTEGER NOT NULL DEFAULT 0";

pub use copy::copy;
pub use writer::{Point, Watch};

/// Tables in a file.
#[derive(Debug)]
pub struct Sqlite {
    reader: Mutex<Connection>,
    jobs: Option<Sender<(Write, Done)>>,
    writer: Option<JoinHandle<()>>,
}

impl Sqlite {
    /// Opens a file and takes it over; creates it if it does not exist or is empty.
    ///
    /// # Errors
    ///
    /// Refuses a file that is damaged, newer or not ours, and leaves it unchanged.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_watched(path, Box::new(|_, _| {}))
    }

    /// The same, with a callback at each [`Point`] of a commit: tests kill the program there, or
    /// fill the disk.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn open_watched(path: &Path, watch: Watch) -> Result<Sqlite, StoreError> {
        let is_new = is_new(path)?;
        let mut connection = connect(path, is_new)?;
        // A program that was killed while creating the file may have left it without tables.
        if is_new || is_blank(&connection) {
            create(&mut connection).map_err(|error| system(&error))?;
        } else {
            check(&connection, path)?;
        }
        set_up(&connection).map_err(|error| system(&error))?;
        let epoch = take_over(&mut connection).map_err(|error| system(&error))?;
        migrate(&mut connection).map_err(|error| system(&error))?;
        let reader = connect(path, false)?;
        let (jobs, waiting) = channel();
        let writer = Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(connection, epoch, &waiting, watch))
            .map_err(|error| StoreError::System(error.to_string()))?;
        Ok(Sqlite {
            reader: Mutex::new(reader),
            jobs: Some(jobs),
            writer: Some(writer),
        })
    }

    fn ids(&self, query: &str, given: &[&dyn rusqlite::ToSql]) -> Result<Vec<String>, StoreError> {
        let read = || {
            let reader = self.reader();
            let mut ids = reader.prepare_cached(query)?;
            let rows = ids.query_map(given, |row| row.get(0))?;
            rows.collect::<Result<Vec<String>, _>>()
        };
        read().map_err(|error: rusqlite::Error| system(&error))
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        // A connection that only reads is intact after a panic.
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Sqlite {
    /// Waits until all pending writes are finished.
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has acknowledged nothing.
            let _ = writer.join();
        }
    }
}

impl Store for Sqlite {
    fn write(&self, write: Write, done: Done) {
        let Some(jobs) = &self.jobs else {
            return done(Err(StoreError::Closed));
        };
        if let Err(unsent) = jobs.send((write, done)) {
            let (_, done) = unsent.0;
            done(Err(StoreError::Closed));
        }
    }

    fn read(&self, table: &str) -> Result<Option<Kept>, StoreError> {
        let reader = self.reader();
        let keys = reader
            .query_row("SELECT body FROM keys WHERE tbl = ?1", [table], |row| {
                row.get(0)
            })
            .optional()
            .map_err(|error| system(&error))?;
        let Some(keys) = keys else {
            return Ok(None);
        };
        let log = read_log(&reader, table)?;
        Ok(Some(Kept { log, keys }))
    }

    fn tables(&self) -> Result<Vec<String>, StoreError> {
        self.ids("SELECT tbl FROM keys ORDER BY tbl", params![])
    }

    fn idle_since(&self, before: u64) -> Result<Vec<String>, StoreError> {
        let before = i64::try_from(before).unwrap_or(i64::MAX);
        let query = "SELECT tbl FROM keys WHERE touched < ?1 ORDER BY tbl";
        self.ids(query, params![before])
    }

    fn is_durable(&self) -> bool {
        true
    }
}

/// The log of a table, with the checksum of each event verified.
fn read_log(reader: &Connection, table: &str) -> Result<Vec<Event>, StoreError> {
    let rows = || {
        let query = "SELECT seq, body, crc FROM events WHERE tbl = ?1 ORDER BY seq";
        let mut statement = reader.prepare_cached(query)?;
        let rows = statement.query_map(params![table], |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, i64>(2)?,
            ))
        })?;
        rows.collect::<Result<Vec<_>, _>>()
    };
    let mut log = Vec::new();
    for (seq, body, crc) in rows().map_err(|error: rusqlite::Error| system(&error))? {
        let damaged = |what: String| StoreError::Damaged {
            place: format!("event {seq} of table {table}"),
            what,
        };
        if i64::from(checksum(table, seq, &body)) != crc {
            return Err(damaged("its checksum is wrong".to_owned()));
        }
        let event: Event =
            serde_json::from_str(&body).map_err(|error| damaged(error.to_string()))?;
        if event.seq != log.len() as u64 + 1 || i64::try_from(event.seq) != Ok(seq) {
            return Err(damaged("it is not the next".to_owned()));
        }
        log.push(event);
    }
    Ok(log)
}

/// The checksum of an event, which also covers its table and place.
fn checksum(table: &str, seq: i64, body: &str) -> u32 {
    crc32(&[table.as_bytes(), &seq.to_le_bytes(), body.as_bytes()])
}

/// Whether the file must be created. Any other kind of file is refused.
fn is_new(path: &Path) -> Result<bool, StoreError> {
    let shown = path.display().to_string();
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(StoreError::System(error.to_string())),
        Ok(found) if !found.is_file() => return Err(StoreError::NotAStore(shown)),
        Ok(found) if found.len() == 0 => return Ok(true),
        Ok(_) => {}
    }
    let mut header = Vec::new();
    let file = File::open(path).map_err(|error| StoreError::System(error.to_string()))?;
    let read = file.take(16).read_to_end(&mut header);
    read.map_err(|error| StoreError::System(error.to_string()))?;
    match header == HEADER {
        true => Ok(false),
        false => Err(StoreError::NotAStore(shown)),
    }
}

fn connect(path: &Path, is_new: bool) -> Result<Connection, StoreError> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if is_new {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    Connection::open_with_flags(path, flags).map_err(|error| system(&error))
}

fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(SCHEMA)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Whether an SQLite file is empty and has no application id.
fn is_blank(connection: &Connection) -> bool {
    let number = |query: &str| connection.query_row(query, [], |row| row.get::<_, i64>(0));
    number("SELECT COUNT(*) FROM sqlite_schema") == Ok(0)
        && number("PRAGMA application_id") == Ok(0)
        && number("PRAGMA user_version") == Ok(0)
}

/// Checks a file before anything is written to it.
fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let shown = path.display().to_string();
    let damaged = |what: String| StoreError::Damaged {
        place: shown.clone(),
        what,
    };
    let number = |pragma: &str| {
        let read = connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
        read.map_err(|error| damaged(error.to_string()))
    };
    if number("application_id")? != APPLICATION_ID {
        return Err(StoreError::NotAStore(shown));
    }
    match number("user_version")? {
        1..=VERSION => {}
        found if found > VERSION => {
            return Err(StoreError::Newer {
                path: shown,
                found,
                known: VERSION,
            });
        }
        found => return Err(damaged(format!("version {found} does not exist"))),
    }
    let verdict = connection.pragma_query_value(None, "integrity_check", |row| row.get(0));
    let verdict: String = verdict.map_err(|error| damaged(error.to_string()))?;
    match verdict.as_str() {
        "ok" => Ok(()),
        _ => Err(damaged(verdict)),
    }
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.busy_timeout(std::time::Duration::from_secs(5))
}

/// Migrates a file of an earlier version in one commit. Its tables count as written now, because
/// the file does not say when they were.
fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version < VERSION {
        let transaction = connection.transaction()?;
        transaction.execute_batch(FROM_1_TO_2)?;
        let now = i64::try_from(unix_ms()).unwrap_or(i64::MAX);
        transaction.execute("UPDATE keys SET touched = ?1", [now])?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Begins a new epoch: earlier writers can no longer write.
fn take_over(connection: &mut Connection) -> rusqlite::Result<i64> {
    let query = "UPDATE owner SET epoch = epoch + 1 RETURNING epoch";
    connection.query_row(query, [], |row| row.get(0))
}

fn system(error: &rusqlite::Error) -> StoreError {
    StoreError::System(error.to_string())
}
