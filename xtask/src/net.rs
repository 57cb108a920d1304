//! `cargo xtask net`: networks that are taught by their own games.

mod bootstrap;
mod lineage;
mod options;
mod record;
pub mod tools;

use anyhow::Result;

use crate::usage::{self, WrongUsage};

/// Runs one of the commands about networks.
pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.split_first() {
        Some((command, rest)) if command == "bootstrap" => {
            bootstrap::run(&options::Options::parse(rest)?)
        }
        Some((unknown, _)) => Err(usage::unknown("command of net", unknown, &["bootstrap"]).into()),
        None => {
            Err(WrongUsage::new("net needs a command: bootstrap [--hours H] [--data DIR]").into())
        }
    }
}
