//! `fourfold table backup` and `restore`: copies of the file in which a server stores its tables.

use std::io::Write;
use std::path::Path;

use crate::exit::Status;
use crate::output::plain;

/// Copies a file that a server may be using.
pub fn backup(from: &Path, to: &Path) -> anyhow::Result<Status> {
    let count = store::copy(from, to)?;
    writeln!(
        plain(),
        "{} holds {count} tables, all of them checked",
        to.display()
    )?;
    Ok(Status::Fine)
}

/// Creates a file for a server from a backup.
pub fn restore(from: &Path, to: &Path) -> anyhow::Result<Status> {
    let count = store::copy(from, to)?;
    let to = to.display();
    writeln!(
        plain(),
        "{to} holds {count} tables: fourfold serve --data {to} goes on with them"
    )?;
    Ok(Status::Fine)
}
