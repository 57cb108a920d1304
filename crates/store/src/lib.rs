//! Where the logs of tables are kept.
//!
//! A [`Store`] appends events and keys, and answers each [`Write`] when it is durable: what a player
//! has seen acknowledged survives a crash. Two stores have the same behavior and the same tests.
//!
//! - [`Memory`] keeps everything as long as the program runs.
//! - [`Sqlite`] keeps everything in one file, which it creates on first use. A file that is damaged,
//!   of a later version or not ours is refused and never written to.
//!
//! An event is identified by its table and its place in the log. A second event at the same place
//! is refused, so that two owners of a table cannot both write.

#![forbid(unsafe_code)]

mod memory;
mod sqlite;

use std::sync::mpsc::channel;
use std::time::{SystemTime, UNIX_EPOCH};

use wire::Event;

pub use memory::Memory;
pub use sqlite::{Point, Sqlite, Watch, copy};

/// Something to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A new table, with its first event and its keys.
    Create {
        /// The id of the table.
        table: String,
        /// The first event.
        event: Box<Event>,
        /// The keys, as whoever checks them writes them.
        keys: String,
    },
    /// The next event of a table.
    Append {
        /// The id of the table.
        table: String,
        /// The event.
        event: Box<Event>,
    },
    /// Other keys of a table.
    Keys {
        /// The id of the table.
        table: String,
        /// The keys.
        keys: String,
    },
    /// The end of a table: everything about it is forgotten.
    Remove {
        /// The id of the table.
        table: String,
    },
}

/// Everything that is kept about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The log from its first event on.
    pub log: Vec<Event>,
    /// The keys.
    pub keys: String,
}

/// Called once, when a write is durable or has failed.
pub type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// A place where tables are kept.
pub trait Store: Send + Sync {
    /// Keeps something. Writes of one caller are carried out in their order.
    fn write(&self, write: Write, done: Done);

    /// Everything about a table; `None` if there is none of this id.
    ///
    /// # Errors
    ///
    /// Returns what cannot be read.
    fn read(&self, table: &str) -> Result<Option<Kept>, StoreError>;

    /// The ids of all tables.
    ///
    /// # Errors
    ///
    /// Returns what cannot be read.
    fn tables(&self) -> Result<Vec<String>, StoreError>;

    /// The ids of the tables that were last written to before this time of day, in milliseconds
    /// since 1970. The times of events do not tell: the time of a table stands while nobody has it
    /// open.
    ///
    /// # Errors
    ///
    /// Returns what cannot be read.
    fn idle_since(&self, before: u64) -> Result<Vec<String>, StoreError>;

    /// Whether what is written outlives the program.
    fn is_durable(&self) -> bool;

    /// Keeps something and waits until it is durable.
    ///
    /// # Errors
    ///
    /// Returns why it could not be kept.
    fn write_and_wait(&self, write: Write) -> Result<(), StoreError> {
        let (sender, receiver) = channel();
        let done = move |result| {
            // Whoever waits is there until the answer has come.
            let _ = sender.send(result);
        };
        self.write(write, Box::new(done));
        receiver.recv().unwrap_or(Err(StoreError::Closed))
    }
}

/// The time of day, in milliseconds since 1970.
fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// Why something could not be kept or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is a table of this id.
    #[error("there is a table {0} already")]
    Exists(String),
    /// There is no table of this id.
    #[error("there is no table {0}")]
    NoTable(String),
    /// The event is not the next of its table.
    #[error("event {found} of table {table} is not the next: there are {there}")]
    NotNext {
        /// The table.
        table: String,
        /// The place of the event.
        found: u64,
        /// How many events there are.
        there: u64,
    },
    /// Another program has opened the file since.
    #[error("another program has taken the file over: this one must not write any more")]
    TakenOver,
    /// The file is not a store.
    #[error("{0} is not a file of tables, and was left as it is: choose another name")]
    NotAStore(String),
    /// The file is of a later version.
    #[error("{path} is of version {found}, and this program reads up to {known}: use a newer one")]
    Newer {
        /// The file.
        path: String,
        /// Its version.
        found: i64,
        /// The newest that is read.
        known: i64,
    },
    /// The file is damaged.
    #[error("{place} is damaged ({what}) and was left as it is: go back to a backup")]
    Damaged {
        /// The file or the event.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// There is something by the name of a copy.
    #[error("there is a {0} already, and it was left as it is: choose another name")]
    Occupied(String),
    /// The system refuses.
    #[error("cannot use the file: {0}")]
    System(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}
