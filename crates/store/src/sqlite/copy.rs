//! A copy of a store's file, made while a server may be writing to it.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::StoreError;

use super::{check, is_new, read_log, system};

/// Copies a store's file, as it is at one moment, to a new name. All content is verified on the
/// way. A server may keep using the file.
///
/// # Errors
///
/// The file is damaged, newer or not ours, or the new name exists already. An existing file is left
/// unchanged.
pub fn copy(from: &Path, to: &Path) -> Result<usize, StoreError> {
    if is_new(from)? {
        return Err(StoreError::System(format!(
            "there is no file of tables at {}",
            from.display()
        )));
    }
    match fs::symlink_metadata(to) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(StoreError::System(error.to_string())),
        Ok(_) => return Err(StoreError::Occupied(to.display().to_string())),
    }
    let source = open_to_read(from)?;
    check(&source, from)?;
    let unfinished = to.with_extension("unfinished");
    let copied = copy_to(&source, &unfinished).and_then(|count| {
        fs::rename(&unfinished, to).map_err(|error| StoreError::System(error.to_string()))?;
        sync(to.parent().filter(|folder| !folder.as_os_str().is_empty()))?;
        Ok(count)
    });
    if copied.is_err() {
        // A partial copy is useless, and the original was not touched.
        let _ = fs::remove_file(&unfinished);
    }
    copied
}

/// Copies to a file that does not exist yet, and verifies all of it.
fn copy_to(source: &Connection, to: &Path) -> Result<usize, StoreError> {
    if let Err(error) = fs::remove_file(to)
        && error.kind() != ErrorKind::NotFound
    {
        return Err(StoreError::System(error.to_string()));
    }
    let name = to.display().to_string();
    source
        .execute("VACUUM INTO ?1", [name])
        .map_err(|error| system(&error))?;
    let copy = open_to_read(to)?;
    check(&copy, to)?;
    let ids = || {
        let mut query = copy.prepare("SELECT tbl FROM keys ORDER BY tbl")?;
        let rows = query.query_map([], |row| row.get(0))?;
        rows.collect::<Result<Vec<String>, _>>()
    };
    let ids = ids().map_err(|error: rusqlite::Error| system(&error))?;
    for id in &ids {
        read_log(&copy, id)?;
    }
    sync(Some(to))?;
    Ok(ids.len())
}

/// Flushes a file or folder to disk.
fn sync(path: Option<&Path>) -> Result<(), StoreError> {
    let path = path.unwrap_or(Path::new("."));
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.map_err(|error| StoreError::System(error.to_string()))
}

fn open_to_read(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| system(&error))?;
    let patience = std::time::Duration::from_secs(5);
    connection
        .busy_timeout(patience)
        .map_err(|error| system(&error))?;
    Ok(connection)
}
