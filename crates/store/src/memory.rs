//! A store in memory, which is lost when the program ends.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{Done, Kept, Store, StoreError, Write, unix_ms};

#[derive(Debug, Default)]
pub struct Memory {
    tables: Mutex<BTreeMap<String, Entry>>,
}

#[derive(Debug)]
struct Entry {
    kept: Kept,
    /// When it was last written to.
    touched: u64,
}

impl Memory {
    #[must_use]
    pub fn new() -> Memory {
        Memory::default()
    }

    fn tables_now(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        // Every change is atomic, so a panic leaves valid data.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn execute_write(&self, write: Write) -> Result<(), StoreError> {
        let mut tables = self.tables_now();
        let touched = unix_ms();
        match write {
            Write::Create { table, event, keys } => {
                if tables.contains_key(&table) {
                    return Err(StoreError::Exists(table));
                }
                if event.seq != 1 {
                    return Err(not_next(table, event.seq, 0));
                }
                let log = vec![*event];
                let kept = Kept { log, keys };
                tables.insert(table, Entry { kept, touched });
            }
            Write::Append { table, event } => {
                let Some(entry) = tables.get_mut(&table) else {
                    return Err(StoreError::NoTable(table));
                };
                let there = entry.kept.log.len() as u64;
                if event.seq != there + 1 {
                    return Err(not_next(table, event.seq, there));
                }
                entry.kept.log.push(*event);
                entry.touched = touched;
            }
            Write::Keys { table, keys } => match tables.get_mut(&table) {
                Some(entry) => {
                    entry.kept.keys = keys;
                    entry.touched = touched;
                }
                None => return Err(StoreError::NoTable(table)),
            },
            Write::Remove { table } => {
                if tables.remove(&table).is_none() {
                    return Err(StoreError::NoTable(table));
                }
            }
        }
        Ok(())
    }
}

pub(crate) fn not_next(table: String, found: u64, there: u64) -> StoreError {
    StoreError::NotNext {
        table,
        found,
        there,
    }
}

impl Store for Memory {
    fn write(&self, write: Write, done: Done) {
        let result = self.execute_write(write);
        done(result);
    }

    fn read(&self, table: &str) -> Result<Option<Kept>, StoreError> {
        let tables = self.tables_now();
        Ok(tables.get(table).map(|entry| entry.kept.clone()))
    }

    fn tables(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.tables_now().keys().cloned().collect())
    }

    fn idle_since(&self, before: u64) -> Result<Vec<String>, StoreError> {
        let tables = self.tables_now();
        let idle = tables.iter().filter(|(_, entry)| entry.touched < before);
        Ok(idle.map(|(id, _)| id.clone()).collect())
    }

    fn is_durable(&self) -> bool {
        false
    }
}
