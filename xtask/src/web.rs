//! `cargo xtask web`: builds the browser app as a folder that any web server can serve.
//!
//! The folder is `web` in cargo's target directory. Its URLs are relative, so it can be served from
//! any path, and every file except the page is named by its content. The program embeds it when
//! `FOURFOLD_WEB_DIR` names it at compile time; [`embed`] sets that.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::shell;
use crate::toolchain::{self, WASM_TARGET};

/// The profile for a small program; Cargo.toml defines it.
pub const PROFILE: &str = "page";

const WORKER_PROFILE: &str = "worker";

/// Builds the app unless nothing changed, and returns its folder.
pub fn build() -> Result<PathBuf> {
    let folder = folder()?;
    shell::step("build the app for the browser", || {
        toolchain::ensure_wasm_target()?;
        let page = compile("web", PROFILE)?;
        let worker = compile("thinker", WORKER_PROFILE)?;
        // The bundler is a separate program: it takes a minute to compile, which other tasks need not
        // pay for.
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

/// Compiles a program for the browser and returns its path.
fn compile(package: &str, profile: &str) -> Result<PathBuf> {
    let mut command = shell::cargo(["build", "--locked", "--package", package, "--bin", package]);
    command.args(["--profile", profile, "--target", WASM_TARGET]);
    shell::run(&mut command)?;
    Ok(shell::target_directory()?
        .join(WASM_TARGET)
        .join(profile)
        .join(format!("{package}.wasm")))
}

/// Makes a build of the program embed the app, if there is one.
pub fn embed(command: &mut Command) -> Result<&mut Command> {
    let folder = folder()?;
    if folder.join("index.html").is_file() {
        command.env(shell::APP, folder);
    }
    Ok(command)
}

fn folder() -> Result<PathBuf> {
    Ok(shell::target_directory()?.join("web"))
}
