//! Prerequisites of a build.

use std::process::Command;

use anyhow::{Context, Result};

use crate::shell;

/// The target of everything that runs in a browser.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Other systems that people use. The checks compile for them; they run nothing there.
pub const OTHER_SYSTEMS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

/// A processor without an operating system, and so without the standard library.
pub const BARE_TARGET: &str = "thumbv7em-none-eabi";

/// Makes sure that the compiler can build for everything that the checks build for.
pub fn ensure_targets() -> Result<()> {
    ensure_wasm_target()?;
    ensure_other_systems()
}

/// Makes sure that the compiler can build for a machine without an operating system.
pub fn ensure_bare_target() -> Result<()> {
    ensure(BARE_TARGET)
}

/// Makes sure that the compiler can build for other systems.
pub fn ensure_other_systems() -> Result<()> {
    OTHER_SYSTEMS.into_iter().try_for_each(ensure)
}

/// Makes sure that the compiler can build for the browser.
pub fn ensure_wasm_target() -> Result<()> {
    ensure(WASM_TARGET)
}

fn ensure(target: &str) -> Result<()> {
    let installed = shell::capture(
        Command::new("rustup")
            .args(["target", "list", "--installed"])
            .current_dir(shell::root()),
    )
    .context("rustup is needed to set up the toolchain: install it from https://rustup.rs")?;
    if installed.lines().any(|line| line.trim() == target) {
        return Ok(());
    }
    shell::run(
        Command::new("rustup")
            .args(["target", "add", target])
            .current_dir(shell::root()),
    )
}
