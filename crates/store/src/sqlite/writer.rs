//! The writer thread: all waiting writes go into one commit and are acknowledged after it.

use std::sync::mpsc::Receiver;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use crate::memory::not_next;
use crate::{Done, StoreError, Write, unix_ms};

use super::{checksum, system};

/// The maximum number of writes in one commit.
const BATCH_MAX: usize = 1_000;

/// Called at each point of a commit.
pub type Watch = Box<dyn FnMut(Point, &Connection) + Send>;

/// A point of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// A write is waiting.
    Begin,
    /// Everything is written but not committed.
    BeforeCommit,
    /// Everything is committed but not acknowledged.
    BeforeAnswer,
    /// The first write has been acknowledged.
    BetweenAnswers,
}

/// Writes until the store is dropped and nothing is waiting.
pub fn run(
    mut connection: Connection,
    epoch: i64,
    waiting: &Receiver<(Write, Done)>,
    mut watch: Watch,
) {
    while let Ok(first) = waiting.recv() {
        let mut batch = vec![first];
        while batch.len() < BATCH_MAX
            && let Ok(next) = waiting.try_recv()
        {
            batch.push(next);
        }
        let (writes, dones): (Vec<Write>, Vec<Done>) = batch.into_iter().unzip();
        watch(Point::Begin, &connection);
        let results = match commit(&mut connection, epoch, &writes, &mut watch) {
            Ok(results) => results,
            Err(error) => vec![Err(error); writes.len()],
        };
        watch(Point::BeforeAnswer, &connection);
        for (index, (done, result)) in dones.into_iter().zip(results).enumerate() {
            if index == 1 {
                watch(Point::BetweenAnswers, &connection);
            }
            done(result);
        }
    }
}

/// Executes some writes in one commit. A refused write changes nothing and does not affect the
/// others; if the commit fails, all of them failed.
fn commit(
    connection: &mut Connection,
    epoch: i64,
    writes: &[Write],
    watch: &mut Watch,
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(|error| system(&error))?;
    let owner: i64 = transaction
        .query_row("SELECT epoch FROM owner", [], |row| row.get(0))
        .map_err(|error| system(&error))?;
    if owner != epoch {
        return Err(StoreError::TakenOver);
    }
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        match execute_write(&transaction, epoch, write) {
            // The system failed, so nothing in this transaction is certain.
            Err(error @ StoreError::System(_)) => return Err(error),
            result => results.push(result),
        }
    }
    watch(Point::BeforeCommit, &transaction);
    transaction.commit().map_err(|error| system(&error))?;
    Ok(results)
}

/// Executes one write. It is checked before any part of it is written.
fn execute_write(
    transaction: &Transaction<'_>,
    epoch: i64,
    write: &Write,
) -> Result<(), StoreError> {
    match write {
        Write::Create { table, event, keys } => {
            if exists(transaction, table)? {
                return Err(StoreError::Exists(table.clone()));
            }
            if event.seq != 1 {
                return Err(not_next(table.clone(), event.seq, 0));
            }
            let query = "INSERT INTO keys (tbl, body, touched) VALUES (?1, ?2, ?3)";
            execute(transaction, query, params![table, keys, now()])?;
            insert(transaction, epoch, table, event)
        }
        Write::Append { table, event } => {
            if !exists(transaction, table)? {
                return Err(StoreError::NoTable(table.clone()));
            }
            let query = "SELECT COALESCE(MAX(seq), 0) FROM events WHERE tbl = ?1";
            let there = transaction.prepare_cached(query);
            let there = there.and_then(|mut query| query.query_row([table], |row| row.get(0)));
            let there: i64 = there.map_err(|error| system(&error))?;
            let there = u64::try_from(there).unwrap_or_default();
            if event.seq != there + 1 {
                return Err(not_next(table.clone(), event.seq, there));
            }
            let query = "UPDATE keys SET touched = ?2 WHERE tbl = ?1";
            execute(transaction, query, params![table, now()])?;
            insert(transaction, epoch, table, event)
        }
        Write::Keys { table, keys } => {
            let query = "UPDATE keys SET body = ?2, touched = ?3 WHERE tbl = ?1";
            match execute(transaction, query, params![table, keys, now()])? {
                0 => Err(StoreError::NoTable(table.clone())),
                _ => Ok(()),
            }
        }
        Write::Remove { table } => {
            execute(
                transaction,
                "DELETE FROM events WHERE tbl = ?1",
                params![table],
            )?;
            match execute(
                transaction,
                "DELETE FROM keys WHERE tbl = ?1",
                params![table],
            )? {
                0 => Err(StoreError::NoTable(table.clone())),
                _ => Ok(()),
            }
        }
    }
}

fn now() -> i64 {
    i64::try_from(unix_ms()).unwrap_or(i64::MAX)
}

fn exists(transaction: &Transaction<'_>, table: &str) -> Result<bool, StoreError> {
    let statement = transaction.prepare_cached("SELECT 1 FROM keys WHERE tbl = ?1");
    let found = statement.and_then(|mut query| query.query_row([table], |_| Ok(())).optional());
    found
        .map(|found| found.is_some())
        .map_err(|error| system(&error))
}

fn insert(
    transaction: &Transaction<'_>,
    epoch: i64,
    table: &str,
    event: &wire::Event,
) -> Result<(), StoreError> {
    let number = |number: u64| {
        i64::try_from(number).map_err(|_| StoreError::System(format!("{number} is too large")))
    };
    let (seq, at) = (number(event.seq)?, number(event.at)?);
    let body =
        serde_json::to_string(event).map_err(|error| StoreError::System(error.to_string()))?;
    let crc = checksum(table, seq, &body);
    let query = "INSERT INTO events (tbl, seq, at, epoch, cmd, body, crc) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let row = params![table, seq, at, epoch, event.cmd, body, crc];
    execute(transaction, query, row).map(|_| ())
}

fn execute(
    transaction: &Transaction<'_>,
    query: &str,
    row: &[&dyn rusqlite::ToSql],
) -> Result<usize, StoreError> {
    let statement = transaction.prepare_cached(query);
    let changed = statement.and_then(|mut statement| statement.execute(row));
    changed.map_err(|error| system(&error))
}
