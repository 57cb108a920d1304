//! `cargo xtask run`: builds the program and shows what it can do.

use std::env;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::shell;

const PROGRAM: [&str; 6] = [
    "--release",
    "--locked",
    "--package",
    "fourfold",
    "--bin",
    "fourfold",
];

/// Builds `fourfold` and runs it with the arguments given, or its tour without any.
///
/// The program runs where the caller stands, so that relative file names mean what they say, and
/// its exit code is passed on.
pub fn run(arguments: &[String]) -> Result<ExitCode> {
    shell::step("build fourfold", || {
        shell::run(&mut shell::cargo(["build"].iter().chain(&PROGRAM)))
    })?;
    let tour = ["tour".to_owned()];
    let arguments = if arguments.is_empty() {
        &tour
    } else {
        arguments
    };

    let here = env::current_dir().context("cannot tell the current directory")?;
    let manifest = shell::root().join("Cargo.toml");
    let mut command = shell::cargo(["run", "--quiet"].iter().chain(&PROGRAM));
    command
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--")
        .args(arguments)
        .current_dir(here);
    let status = command.status().context("cannot start fourfold")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
