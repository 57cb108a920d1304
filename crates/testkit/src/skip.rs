//! Checks that cannot run on this machine.

use std::fs::OpenOptions;
use std::io::Write;
use std::{env, io};

/// The variable that names the file in which skipped checks are listed.
const LIST: &str = "FOURFOLD_SKIPPED";

/// Says on the terminal, where the test runner does not hide it, that a check did not run, and adds it to
/// the list that `cargo xtask test` prints at its end. There it fails the run on CI, unless CI
/// allows this check to be skipped.
///
/// # Panics
///
/// Panics if the list cannot be written.
pub fn skipped(check: &str, reason: &str) {
    let line = format!("{check}: {reason}\n");
    // The terminal may be gone.
    let _ = io::stderr().write_all(format!("SKIPPED {line}").as_bytes());
    let Some(list) = env::var_os(LIST) else {
        return;
    };
    let file = OpenOptions::new().create(true).append(true).open(&list);
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    written.unwrap_or_else(|error| panic!("cannot write {}: {error}", list.display()));
}
