//! The app: download size, response times, and the speed of the worker.

use anyhow::Result;

use super::referee;
use crate::usage::{self, WrongUsage};
use crate::{browser, shell};

/// The size of the file that is audited, unless another is asked for.
const MEGABYTES: usize = 200;

/// Builds everything and measures in a real browser.
pub fn run(arguments: &[String]) -> Result<()> {
    let megabytes = megabytes(arguments)?;
    browser::ensure_chromium()?;
    let program = browser::program()?;
    shell::run(&mut shell::cargo([
        "build",
        "--locked",
        "--release",
        "--package",
        "fourfold",
    ]))?;
    let pgn = referee::generated_file(megabytes)?;
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
        .env("FOURFOLD_RELEASE", native("fourfold"))
        .env("FOURFOLD_PGN", pgn);
    shell::run(&mut command)
}

fn megabytes(arguments: &[String]) -> Result<usize, WrongUsage> {
    match arguments {
        [] => Ok(MEGABYTES),
        [option, number] if option == "--megabytes" => {
            let count = number.parse().ok().filter(|&count| count > 0);
            count.ok_or_else(|| {
                WrongUsage::new(format!("expected a number above 0, found {number:?}"))
            })
        }
        [option] if option == "--megabytes" => Err(WrongUsage::new("--megabytes needs a number")),
        [argument, ..] => Err(usage::unexpected(argument)),
    }
}
