//! `cargo xtask bench trainer`: how many positions a second a network learns from.

use anyhow::Result;

use crate::net::tools::Tools;
use crate::shell;

/// Builds the trainer for this processor and lets it learn from random positions.
pub fn run(arguments: &[String]) -> Result<()> {
    let tools = Tools::build(&["trainer"])?;
    shell::run(tools.command("trainer").arg("bench").args(arguments))
}
