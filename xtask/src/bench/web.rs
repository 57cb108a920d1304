//! The app: download size, response times, and the speed of the worker.

use anyhow::Result;

use super::referee;
use crate::usage::{self, WrongUsage};
use crate::{browser, shell};

/// The option that measures the sizes alone, which takes seconds.
const ONLY_SIZES: &str = "--sizes";

/// The option that measures only what a visitor waits for, which takes a minute.
const ONLY_VISIT: &str = "--visit";

/// The size of the file that is audited, unless another is asked for.
const MEGABYTES: usize = 200;

/// Builds everything and measures in a real browser.
pub fn run(arguments: &[String]) -> Result<()> {
    let asked = Asked::read(arguments)?;
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
    command.env("FOURFOLD_PROGRAM", program);
    let megabytes = match asked {
        Asked::Sizes => return shell::run(command.args(["--", ONLY_SIZES])),
        Asked::Visit => return shell::run(command.args(["--", ONLY_VISIT])),
        Asked::All { megabytes } => megabytes,
    };
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
    command
        .env("FOURFOLD_UCI", native("fourfold-uci"))
        .env("FOURFOLD_RELEASE", native("fourfold"))
        .env("FOURFOLD_PGN", pgn);
    shell::run(&mut command)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Sizes,
    Visit,
    /// Everything, with a file of this size for the referee.
    All {
        megabytes: usize,
    },
}

impl Asked {
    fn read(arguments: &[String]) -> Result<Asked, WrongUsage> {
        match arguments {
            [] => Ok(Asked::All {
                megabytes: MEGABYTES,
            }),
            [option] if option == ONLY_SIZES => Ok(Asked::Sizes),
            [option] if option == ONLY_VISIT => Ok(Asked::Visit),
            [option, number] if option == "--megabytes" => {
                let count = number.parse().ok().filter(|&count| count > 0);
                let megabytes = count.ok_or_else(|| {
                    WrongUsage::new(format!("expected a number above 0, found {number:?}"))
                })?;
                Ok(Asked::All { megabytes })
            }
            [option] if option == "--megabytes" => {
                Err(WrongUsage::new("--megabytes needs a number"))
            }
            [argument, ..] => Err(usage::unexpected(argument)),
        }
    }
}
