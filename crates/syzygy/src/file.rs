//! Random access to a file by positioned reads.
//!
//! A memory map would save a system call, but a file that shrinks or a disk that fails under a map
//! kills the process. A read returns an error.

use std::fs::File;
use std::io;
use std::path::Path;

/// A file that is read at any place, by any number of threads at once.
pub(crate) struct TableFile {
    file: File,
    length: u64,
}

impl TableFile {
    pub(crate) fn open(path: &Path) -> io::Result<TableFile> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(TableFile { file, length })
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Fills the buffer from this place on.
    pub(crate) fn read(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        read_at(&self.file, at, buffer)
    }
}

#[cfg(unix)]
fn read_at(file: &File, at: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut at: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !buffer.is_empty() {
        match file.seek_read(buffer, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                buffer = &mut buffer[count..];
                at += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: u64, _: &mut [u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
