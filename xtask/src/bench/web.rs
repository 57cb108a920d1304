//! The app: how much is sent, and how long a hand waits for the page.

use anyhow::Result;

use crate::{browser, shell, usage};

/// Builds everything and measures in a real browser.
pub fn run(arguments: &[String]) -> Result<()> {
    usage::expect_none(arguments)?;
    browser::ensure_chromium()?;
    let program = browser::program()?;
    let mut command = shell::cargo([
        "run",
        "--locked",
        "--package",
        "browser",
        "--bin",
        "measure",
    ]);
    shell::run(command.env("FOURFOLD_PROGRAM", program))
}
