//! The app: download size, response times, and the speed of the worker.

use anyhow::Result;

use crate::{browser, shell, usage};

/// Builds everything and measures in a real browser.
pub fn run(arguments: &[String]) -> Result<()> {
    usage::expect_none(arguments)?;
    browser::ensure_chromium()?;
    let program = browser::program()?;
    shell::run(&mut shell::cargo([
        "build",
        "--locked",
        "--release",
        "--package",
        "fourfold",
    ]))?;
    let release = shell::target_directory()?.join("release");
    let native = |name: &str| {
        release
            .join(name)
            .with_extension(std::env::consts::EXE_EXTENSION)
    };
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
        .env("FOURFOLD_UCI", native("fourfold-uci"))
        .env("FOURFOLD_RELEASE", native("fourfold"));
    shell::run(&mut command)
}
