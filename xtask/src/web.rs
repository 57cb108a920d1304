//! `cargo xtask web`: the app for the browser, as a folder that any host can serve.
//!
//! The folder is `web` in cargo's target directory. Its addresses are relative, so it may stand at
//! any path of a site, and every file but the page is named by its content. The program embeds it
//! when `FOURFOLD_WEB_DIR` names it at compile time, which [`embed`] sees to.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::shell;
use crate::toolchain::{self, WASM_TARGET};

/// The profile that makes the program small; Cargo.toml says how.
pub const PROFILE: &str = "page";

/// The profile that makes the worker fast.
const WORKER_PROFILE: &str = "worker";

/// Builds the app unless nothing changed, and returns its folder.
pub fn build() -> Result<PathBuf> {
    let folder = folder()?;
    shell::step("build the app for the browser", || {
        toolchain::ensure_wasm_target()?;
        let page = compile("web", PROFILE)?;
        let worker = compile("thinker", WORKER_PROFILE)?;
        // The generator of the glue is a program of its own: it takes a minute to compile, which
        // other chores need not pay.
        let mut command = shell::cargo([
            "run",
            "--locked",
            "--package",
            "xtask-web",
            "--features",
            "bindgen",
            "--profile",
            "tool",
            "--",
        ]);
        shell::run(command.arg(page).arg(worker).arg("crates/web").arg(&folder))
    })?;
    Ok(folder)
}

/// Compiles a program for the browser and returns where it is.
fn compile(package: &str, profile: &str) -> Result<PathBuf> {
    let mut command = shell::cargo(["build", "--locked", "--package", package, "--bin", package]);
    command.args(["--profile", profile, "--target", WASM_TARGET]);
    shell::run(&mut command)?;
    Ok(shell::target_directory()?
        .join(WASM_TARGET)
        .join(profile)
        .join(format!("{package}.wasm")))
}

/// Lets a build of the program embed the app, if there is one.
pub fn embed(command: &mut Command) -> Result<&mut Command> {
    let folder = folder()?;
    if folder.join("index.html").is_file() {
        command.env(shell::APP, folder);
    }
    Ok(command)
}

/// Returns where the app goes.
fn folder() -> Result<PathBuf> {
    Ok(shell::target_directory()?.join("web"))
}
