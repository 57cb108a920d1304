//! `cargo xtask bench trainer`: how many positions a second a network learns from.

use anyhow::Result;

use crate::shell;

/// Lets the tool of the networks build the trainer for this processor and measure it.
pub fn run(arguments: &[String]) -> Result<()> {
    let mut command = shell::cargo(["run", "--quiet", "--locked", "--package", "net", "--"]);
    shell::run(command.arg("bench").args(arguments))
}
