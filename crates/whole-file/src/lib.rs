//! Files that are never half written.
//!
//! The bytes go to a new file beside its place, are made safe on disk, and are then put in place in
//! one step: whoever looks, or whatever happens, finds the old file or the new one.

#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a file, or leaves what was there.
///
/// # Errors
///
/// Returns an error if the file cannot be written; what was there is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = draft_beside(path)?;
    let written = write_draft(&draft, path, bytes).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The draft is of no use to anyone; that it could not be removed would say nothing new.
        let _ = fs::remove_file(&draft);
        return written;
    }
    sync_directory(path)
}

fn write_draft(draft: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(draft)?;
    if let Ok(existing) = fs::metadata(path) {
        file.set_permissions(existing.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// A name for the draft in the same directory, so that it can be put in place in one step.
fn draft_beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, "expected the name of a file")
    })?;
    let mut draft = OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}", process::id()));
    Ok(path.with_file_name(draft))
}

/// Makes the new name itself safe on disk, where a directory can be opened for that.
fn sync_directory(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    File::open(directory)?.sync_all()
}
