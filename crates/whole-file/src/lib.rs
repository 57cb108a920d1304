//! Atomic writes of whole files, and the checksum of records in longer files.
//!
//! The bytes go to a draft in the same directory. The draft is flushed to disk and then renamed to
//! the final name. Readers see either the old file or the new one, never a part, even after a crash.

mod crc;

pub use crc::crc32;

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a file atomically.
///
/// # Errors
///
/// Returns an error if the file cannot be written. An existing file is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::create(path)?;
    draft.write_all(bytes)?;
    draft.finish()
}

/// A file being written. [`finish`](Draft::finish) gives it its name; a draft that is dropped
/// without it is removed.
#[derive(Debug)]
pub struct Draft {
    writer: BufWriter<File>,
    draft: DraftName,
    path: PathBuf,
}

/// The path of a draft, which is removed when this value is dropped.
#[derive(Debug)]
struct DraftName(PathBuf);

impl Drop for DraftName {
    fn drop(&mut self) {
        // After the rename there is nothing to remove. If a draft cannot be removed, there is
        // nothing else to do about it.
        let _ = fs::remove_file(&self.0);
    }
}

impl Draft {
    /// Starts a file. The draft takes over the permissions of an existing file.
    ///
    /// # Errors
    ///
    /// Returns an error if no file can be created beside the path.
    pub fn create(path: &Path) -> io::Result<Draft> {
        let name = draft_beside(path)?;
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&name)?;
        let draft = DraftName(name);
        if let Ok(existing) = fs::metadata(path) {
            file.set_permissions(existing.permissions())?;
        }
        Ok(Draft {
            writer: BufWriter::new(file),
            draft,
            path: path.to_owned(),
        })
    }

    /// Flushes the draft and renames it to its final name.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. An existing file is then unchanged.
    pub fn finish(self) -> io::Result<()> {
        let Draft {
            writer,
            draft,
            path,
        } = self;
        let file = writer
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&draft.0, &path)?;
        sync_directory(&path)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A name for the draft in the same directory: a rename is atomic only within one file system.
fn draft_beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            "expected a path that ends in a file name",
        )
    })?;
    let mut draft = OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}", process::id()));
    Ok(path.with_file_name(draft))
}

/// Flushes the directory entry to disk, on systems where a directory can be opened.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries
            .map(|entry| entry.expect("can be read").file_name())
            .collect()
    }

    #[test]
    fn a_file_is_written_and_replaced_without_leftovers() {
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let path = folder.path().join("game");
        write(&path, b"first").expect("can be written");
        write(&path, b"second").expect("can be replaced");
        assert_eq!(fs::read(&path).expect("is there"), b"second");
        assert_eq!(names(folder.path()), ["game"]);
    }

    #[test]
    fn an_unfinished_draft_leaves_the_old_file() {
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let path = folder.path().join("game");
        write(&path, b"first").expect("can be written");
        let mut draft = Draft::create(&path).expect("can be begun");
        draft.write_all(b"half of the sec").expect("can be written");
        assert_eq!(names(folder.path()).len(), 2);
        drop(draft);
        assert_eq!(fs::read(&path).expect("is there"), b"first");
        assert_eq!(names(folder.path()), ["game"]);
    }

    #[test]
    fn a_path_without_a_directory_or_a_name_is_refused() {
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        assert!(write(&folder.path().join("missing/game"), b"x").is_err());
        assert!(write(Path::new("/"), b"x").is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let path = folder.path().join("game");
        write(&path, b"first").expect("can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("can be set");
        write(&path, b"second").expect("can be replaced");
        let mode = fs::metadata(&path).expect("is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}
