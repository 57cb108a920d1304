//! axe-core, which finds faults of accessibility in a page. It is fetched from npm for the scenarios
//! and is no part of the product.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;

/// The version, so that every machine has the same rules.
const VERSION: &str = "4.14.0";

/// Fetches the script unless it is there, and returns its path.
pub fn ensure() -> Result<PathBuf> {
    let folder = shell::target_directory()?.join(format!("axe-core-{VERSION}"));
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if script.is_file() {
        return Ok(script);
    }
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-save", "--ignore-scripts", "--no-audit"])
        .args(["--no-fund", "--fetch-retries=1", "--fetch-timeout=20000"])
        .arg("--prefix")
        .arg(&folder)
        .arg(format!("axe-core@{VERSION}"));
    shell::capture(&mut npm).context("npm could not fetch it")?;
    if !script.is_file() {
        bail!("npm fetched no {}", script.display());
    }
    Ok(script)
}
