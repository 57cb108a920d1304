//! Locks for files that only one run may write.
//!
//! The operating system holds the lock on the file itself. It ends with its process, so a dead run
//! never blocks another. A note file next to it names the holder for error messages; nothing else
//! depends on the note.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clock::Date;

/// How long a lock may outlive its holder: a child process that the holder is just starting has the
/// file open until it executes its own program.
const PATIENCE: Duration = Duration::from_millis(400);

/// A lock, held until this value and its file are dropped.
#[derive(Debug)]
pub struct Lock {
    note: PathBuf,
}

/// The outcome of taking a lock.
#[derive(Debug)]
pub enum Taken {
    Mine(Lock),
    /// Another run holds the lock; with its name, if the note can be read.
    Other(Option<Holder>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    pub process: u32,
    pub since: SystemTime,
}

impl Lock {
    /// Takes the lock on an open file with this path. On a file system without locks it always
    /// succeeds.
    ///
    /// # Errors
    ///
    /// Returns the I/O error if the lock is neither granted nor refused.
    pub fn take(file: &File, path: &Path) -> io::Result<Taken> {
        let began = Instant::now();
        Lock::take_while(file, path, || {
            thread::sleep(PATIENCE / 20);
            began.elapsed() < PATIENCE
        })
    }

    /// Tries to take the lock again as long as this says so.
    fn take_while(
        file: &File,
        path: &Path,
        mut may_try_again: impl FnMut() -> bool,
    ) -> io::Result<Taken> {
        let mut note = path.as_os_str().to_owned();
        note.push(".lock");
        let note = PathBuf::from(note);
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if may_try_again() => {}
                Err(TryLockError::WouldBlock) => return Ok(Taken::Other(read_note(&note))),
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    break;
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = since.unwrap_or_default().as_secs();
        // Without the note an error message has fewer details; the lock still works.
        let _ = fs::write(&note, format!("{} {seconds}\n", std::process::id()));
        Ok(Taken::Mine(Lock { note }))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A leftover note is overwritten by the next holder.
        let _ = fs::remove_file(&self.note);
    }
}

fn read_note(note: &Path) -> Option<Holder> {
    let text = fs::read_to_string(note).ok()?;
    let (process, seconds) = text.trim().split_once(' ')?;
    let since = Duration::from_secs(seconds.parse().ok()?);
    Some(Holder {
        process: process.parse().ok()?,
        since: UNIX_EPOCH.checked_add(since)?,
    })
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let since = self.since.duration_since(UNIX_EPOCH).unwrap_or_default();
        let seconds = since.as_secs() % 86_400;
        let (hour, minute) = (seconds / 3600, seconds / 60 % 60);
        write!(
            f,
            "process {} since {} {hour:02}:{minute:02} UTC",
            self.process,
            Date::of(self.since)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_holder_is_refused_and_learns_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let first = File::create(&path).unwrap();
        let Taken::Mine(lock) = Lock::take(&first, &path).unwrap() else {
            panic!("the lock is free");
        };
        let second = File::open(&path).unwrap();
        let Taken::Other(Some(holder)) = Lock::take(&second, &path).unwrap() else {
            panic!("the lock is taken");
        };
        assert_eq!(holder.process, std::process::id());
        drop((lock, first));
        assert!(matches!(Lock::take(&second, &path), Ok(Taken::Mine(_))));
    }

    #[test]
    fn a_lock_about_to_be_released_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let first = File::create(&path).unwrap();
        let held = Lock::take(&first, &path).unwrap();
        let mut holder = Some((held, first));
        let second = File::open(&path).unwrap();
        let taken = Lock::take_while(&second, &path, || holder.take().is_some());
        assert!(matches!(taken, Ok(Taken::Mine(_))));
    }

    #[test]
    fn a_holder_is_named_with_its_start_time() {
        let holder = Holder {
            process: 12,
            since: UNIX_EPOCH + Duration::from_secs(1_700_000_000),
        };
        assert_eq!(holder.to_string(), "process 12 since 2023.11.14 22:13 UTC");
    }
}
