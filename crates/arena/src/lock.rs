//! Locks on files that only one run may write.
//!
//! The lock is the operating system's, on the file itself: it ends with the process that holds it,
//! however that ends, so no run is ever kept out by one that is dead. A note beside the file says
//! who holds the lock, for the message to those who are refused; nothing depends on it.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clock::Date;

/// How long a lock may outlive its holder: a process that another thread of the holder is just
/// starting has the file open too, until it begins to run its own program.
const PATIENCE: Duration = Duration::from_millis(400);

/// A lock that is held as long as this and its file live.
#[derive(Debug)]
pub struct Lock {
    note: PathBuf,
}

/// Who got the lock.
#[derive(Debug)]
pub enum Taken {
    /// This run.
    Mine(Lock),
    /// Another run has it; says who, if its note can be read.
    Other(Option<Holder>),
}

/// Who holds a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The number of the process.
    pub process: u32,
    /// Since when.
    pub since: SystemTime,
}

impl Lock {
    /// Takes the lock on an open file with this path. Where the file system has no locks, it is
    /// taken as granted.
    ///
    /// # Errors
    ///
    /// Returns what the system says if it can neither grant nor refuse the lock.
    pub fn take(file: &File, path: &Path) -> io::Result<Taken> {
        let mut note = path.as_os_str().to_owned();
        note.push(".lock");
        let note = PathBuf::from(note);
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => {
                    thread::sleep(PATIENCE / 20);
                }
                Err(TryLockError::WouldBlock) => return Ok(Taken::Other(read_note(&note))),
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    break;
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = since.unwrap_or_default().as_secs();
        // Without the note a refusal says less; the lock holds all the same.
        let _ = fs::write(&note, format!("{} {seconds}\n", std::process::id()));
        Ok(Taken::Mine(Lock { note }))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A note that stays behind is overwritten by whoever comes next.
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
    fn a_second_holder_is_refused_with_the_name_of_the_first() {
        let path = std::env::temp_dir().join(format!("lock-test-{}", std::process::id()));
        let first = File::create(&path).unwrap();
        let Taken::Mine(lock) = Lock::take(&first, &path).unwrap() else {
            panic!("nobody else has it");
        };
        let second = File::open(&path).unwrap();
        let Taken::Other(Some(holder)) = Lock::take(&second, &path).unwrap() else {
            panic!("the first has it");
        };
        assert_eq!(holder.process, std::process::id());
        drop((lock, first));
        assert!(matches!(Lock::take(&second, &path), Ok(Taken::Mine(_))));
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_lock_that_ends_a_moment_later_is_waited_for() {
        let path = std::env::temp_dir().join(format!("lock-wait-{}", std::process::id()));
        let first = File::create(&path).unwrap();
        let held = Lock::take(&first, &path).unwrap();
        let holder = thread::spawn(move || {
            thread::sleep(PATIENCE / 4);
            drop((held, first));
        });
        let second = File::open(&path).unwrap();
        assert!(matches!(Lock::take(&second, &path), Ok(Taken::Mine(_))));
        holder.join().unwrap();
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_holder_is_named_with_its_time() {
        let holder = Holder {
            process: 12,
            since: UNIX_EPOCH + Duration::from_secs(1_700_000_000),
        };
        assert_eq!(holder.to_string(), "process 12 since 2023.11.14 22:13 UTC");
    }
}
