//! Checks that were skipped because this machine lacks what they need.
//!
//! A test that cannot run adds a line `CHECK: REASON` to a list (`testkit::skipped`). The list is
//! printed at the end of `cargo xtask test`, where nobody can miss it. On CI a skipped check is a
//! failure, unless CI says that it may be skipped.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::shell;

/// The variable that tells tests where the list is.
pub const LIST: &str = "FOURFOLD_SKIPPED";

/// The variable with the names of the checks that CI allows to be skipped, separated by spaces.
const ALLOWED: &str = "FOURFOLD_MAY_SKIP";

/// Starts an empty list.
pub fn begin() -> Result<()> {
    let list = list()?;
    match fs::remove_file(&list) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", list.display()))
        }
        _ => Ok(()),
    }
}

/// Adds a check to the list.
pub fn note(check: &str, reason: &str) -> Result<()> {
    let list = list()?;
    let file = OpenOptions::new().create(true).append(true).open(&list);
    file.and_then(|mut file| writeln!(file, "{check}: {reason}"))
        .with_context(|| format!("cannot write {}", list.display()))
}

/// Prints the list. On CI it fails if there is a check that may not be skipped.
pub fn report() -> Result<()> {
    let list = fs::read_to_string(list()?).unwrap_or_default();
    let allowed = env::var("CI")
        .is_ok_and(|ci| ci == "true")
        .then(|| env::var(ALLOWED).unwrap_or_default());
    judge(&list, allowed.as_deref())
}

/// Each line of the list is printed once. With a list of allowed checks, others are an error.
fn judge(list: &str, allowed: Option<&str>) -> Result<()> {
    let lines: BTreeSet<&str> = list.lines().collect();
    for line in &lines {
        eprintln!("skipped: {line}");
    }
    let Some(allowed) = allowed else {
        return Ok(());
    };
    let checks: BTreeSet<&str> = lines
        .iter()
        .map(|line| line.split(':').next().unwrap_or(line))
        .filter(|check| !allowed.split_whitespace().any(|name| name == *check))
        .collect();
    if !checks.is_empty() {
        let checks: Vec<&str> = checks.into_iter().collect();
        bail!(
            "skipped on CI: {}; install what they need, or list them in {ALLOWED} in .ci/run",
            checks.join(", ")
        );
    }
    Ok(())
}

pub fn list() -> Result<PathBuf> {
    Ok(shell::target_directory()?.join("skipped.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "syzygy: pip failed\naxe: no npm\nsyzygy: pip failed\n";

    #[test]
    fn skipped_checks_fail_on_ci_unless_they_are_allowed() {
        assert!(judge(LIST, None).is_ok(), "not on CI");
        assert!(judge(LIST, Some("axe syzygy nginx")).is_ok());
        assert!(judge("", Some("")).is_ok());
        let error = judge(LIST, Some("axe")).expect_err("syzygy is not allowed");
        assert!(
            error.to_string().starts_with("skipped on CI: syzygy;"),
            "{error}"
        );
    }
}
