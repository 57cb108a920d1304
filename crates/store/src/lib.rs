//! Stores the logs of tables.
//!
//! A [`Store`] appends events and keys, and acknowledges each [`Write`] when it is durable: what a
//! player has seen acknowledged survives a crash. There are two stores with the same behavior and
//! the same tests.
//!
//! - [`Memory`] keeps everything while the program runs.
//! - [`Sqlite`] keeps everything in one file, which it creates on first use. A file that is
//!   damaged, of a later version or not ours is refused and never written to.
//!
//! An event is identified by its table and its place in the log. A second event at the same place
//! is refused, so two owners of a table cannot both write.

mod memory;
mod sqlite;

use std::sync::mpsc::channel;
use std::time::{SystemTime, UNIX_EPOCH};

use wire::Event;

pub use memory::Memory;
pub use sqlite::{Point, Sqlite, Watch, copy};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A new table, with its first event and its keys.
    Create {
        /// The id of the table.
        table: String,
        event: Box<Event>,
        /// The keys, as serialized by their owner.
        keys: String,
    },
    /// The next event of a table.
    Append {
        table: String,
        event: Box<Event>,
    },
    Keys {
        table: String,
        keys: String,
    },
    /// The removal of a table with all its data.
    Remove {
        table: String,
    },
}

/// Everything that is stored about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The log from its first event on.
    pub log: Vec<Event>,
    pub keys: String,
}

/// Called once, when a write is durable or has failed.
pub type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

pub trait Store: Send + Sync {
    /// Writes something. Writes of one caller are executed in order.
    fn write(&self, write: Write, done: Done);

    /// Everything about a table; `None` if there is no table with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the table cannot be read.
    fn read(&self, table: &str) -> Result<Option<Kept>, StoreError>;

    /// The ids of all tables.
    ///
    /// # Errors
    ///
    /// Returns an error if the store cannot be read.
    fn tables(&self) -> Result<Vec<String>, StoreError>;

    /// The ids of the tables that were last written to before this wall-clock time, in milliseconds
    /// since 1970. The times of events cannot tell: a table's time stands still while it is not
    /// loaded.
    ///
    /// # Errors
    ///
    /// Returns an error if the store cannot be read.
    fn idle_since(&self, before: u64) -> Result<Vec<String>, StoreError>;

    /// Whether the data survives the program.
    fn is_durable(&self) -> bool;

    /// Writes something and waits until it is durable.
    ///
    /// # Errors
    ///
    /// Returns why it could not be stored.
    fn write_and_wait(&self, write: Write) -> Result<(), StoreError> {
        let (sender, receiver) = channel();
        let done = move |result| {
            // The receiver exists until the reply has arrived.
            let _ = sender.send(result);
        };
        self.write(write, Box::new(done));
        receiver.recv().unwrap_or(Err(StoreError::Closed))
    }
}

/// The wall-clock time, in milliseconds since 1970.
fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    #[error("table {0} exists already")]
    Exists(String),
    #[error("there is no table {0}")]
    NoTable(String),
    /// The event is not the next of its table.
    #[error("event {found} of table {table} is not the next one: there are {there}")]
    NotNext {
        table: String,
        /// The place of the event.
        found: u64,
        /// The number of events.
        there: u64,
    },
    /// Another program has opened the file in the meantime.
    #[error("another program has taken over the file: this one can no longer write")]
    TakenOver,
    #[error("{0} is not a file of tables, and was left unchanged: choose another name")]
    NotAStore(String),
    #[error("{path} is of version {found}, and this program reads up to {known}: use a newer one")]
    Newer {
        path: String,
        found: i64,
        /// The newest version that this program reads.
        known: i64,
    },
    #[error("{place} is damaged ({what}) and was left unchanged: restore a backup")]
    Damaged {
        /// The file or the event.
        place: String,
        what: String,
    },
    #[error("{0} exists already and was left unchanged: choose another name")]
    Occupied(String),
    #[error("cannot use the file: {0}")]
    System(String),
    #[error("the store is closed")]
    Closed,
}
