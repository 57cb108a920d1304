//! The client's side of a table: the fold of the server's events.

use core::mem;

use wire::{Event, History};

use crate::fold::FoldError;
use crate::snapshot::Snapshot;
use crate::table::Table;

/// A client's copy of a table: what it has, what it lacks, and whether it is consistent.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    table: Option<Table>,
    /// Whether the copy differed from the server's, so that a snapshot is requested.
    is_lost: bool,
}

/// The effect of an event on a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Followed {
    /// It is the next one and was applied.
    New,
    Known,
    /// Earlier events are missing: say hello again.
    Missed,
    /// The copy differs from the server's.
    Differs(Differs),
}

/// The copy differs from the server's. The client says hello again and gets a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the log of the table cannot be followed: {error}")]
pub struct Differs {
    pub error: FoldError,
    /// Whether a snapshot was requested already: then the server has a later version.
    pub is_final: bool,
}

impl Follower {
    /// The table as far as it is known; `None` before the first welcome.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The `have` of the next `hello`: the last event that the client has, or a number beyond any
    /// log, which requests a snapshot.
    #[must_use]
    pub fn have(&self) -> Option<u64> {
        match self.is_lost {
            true => Some(u64::MAX),
            false => self.table.as_ref().map(Table::seq),
        }
    }

    /// Applies a welcome.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be followed.
    pub fn catch_up(&mut self, history: &History) -> Result<(), Differs> {
        let caught_up = match (history, &mut self.table) {
            (History::Events(events), None) => Table::from_log(events).map(|table| {
                self.table = Some(table);
            }),
            (History::Events(events), Some(table)) => {
                let known = table.seq();
                let mut new = events.iter().filter(|event| event.seq > known);
                new.try_for_each(|event| table.apply(event))
            }
            (History::Snapshot(value), _) => read(value).map(|table| self.table = Some(table)),
        };
        match caught_up {
            Ok(()) => {
                self.is_lost = false;
                Ok(())
            }
            Err(error) => Err(self.lose(error)),
        }
    }

    pub fn take(&mut self, event: &Event) -> Followed {
        let Some(table) = &mut self.table else {
            return Followed::Missed;
        };
        if event.seq <= table.seq() {
            return Followed::Known;
        }
        match table.apply(event) {
            Ok(()) => Followed::New,
            Err(FoldError::Gap { .. }) => Followed::Missed,
            Err(error) => Followed::Differs(self.lose(error)),
        }
    }

    fn lose(&mut self, error: FoldError) -> Differs {
        Differs {
            error,
            is_final: mem::replace(&mut self.is_lost, true),
        }
    }
}

fn read(value: &serde_json::Value) -> Result<Table, FoldError> {
    let snapshot: Snapshot =
        serde_json::from_value(value.clone()).map_err(|error| FoldError::Impossible {
            seq: 0,
            why: error.to_string(),
        })?;
    Table::from_snapshot(&snapshot)
}
