//! What has to be there before anything can be built.

use std::process::Command;

use anyhow::{Context, Result};

use crate::shell;

/// The target of everything that runs in a browser.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Makes sure that the compiler can build for the browser.
pub fn ensure_wasm_target() -> Result<()> {
    let installed = shell::capture(
        Command::new("rustup")
            .args(["target", "list", "--installed"])
            .current_dir(shell::root()),
    )
    .context("rustup is needed to set up the toolchain: install it from https://rustup.rs")?;
    if installed.lines().any(|line| line.trim() == WASM_TARGET) {
        return Ok(());
    }
    shell::run(
        Command::new("rustup")
            .args(["target", "add", WASM_TARGET])
            .current_dir(shell::root()),
    )
}
