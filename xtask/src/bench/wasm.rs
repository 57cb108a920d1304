//! The engine in a browser against the native engine, in rounds that take turns.

use anyhow::Result;

use crate::{browser, shell, usage};

const EXAMPLE: &str = "rounds";

/// Builds the engine both ways and measures in a real browser.
pub fn run(arguments: &[String]) -> Result<()> {
    usage::expect_none(arguments)?;
    browser::ensure_chromium()?;
    let program = browser::program()?;
    let wasm = browser::example_for_browser(EXAMPLE)?;
    let mut build = shell::cargo(["build", "--release"]);
    shell::run(build.args(browser::example(EXAMPLE)))?;
    let native = shell::target_directory()?
        .join("release/examples")
        .join(EXAMPLE)
        .with_extension(std::env::consts::EXE_EXTENSION);
    let mut command = shell::cargo(["run", "--locked", "--package", "browser", "--bin", "rounds"]);
    command
        .env("FOURFOLD_PROGRAM", program)
        .env("FOURFOLD_WASM", wasm)
        .env("FOURFOLD_NATIVE", native);
    shell::run(&mut command)
}
