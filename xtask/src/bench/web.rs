//! The app: how much is sent, how long a hand waits for the page, and what the worker does.

use anyhow::Result;

use crate::{browser, shell, usage};

/// Builds everything and measures in a real browser.
pub fn run(arguments: &[String]) -> Result<()> {
    usage::expect_none(arguments)?;
    browser::ensure_chromium()?;
    let program = browser::program()?;
    let mut build = shell::cargo(["build", "--locked", "--release", "--package", "fourfold"]);
    shell::run(build.args(["--bin", "fourfold-uci"]))?;
    let engine = shell::target_directory()?
        .join("release/fourfold-uci")
        .with_extension(std::env::consts::EXE_EXTENSION);
    let mut command = shell::cargo([
        "run",
        "--locked",
        "--package",
        "browser",
        "--bin",
        "measure",
    ]);
    command
        .env("FOURFOLD_PROGRAM", program)
        .env("FOURFOLD_UCI", engine);
    shell::run(&mut command)
}
