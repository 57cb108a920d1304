//! `cargo xtask bench trainer`: training speed in positions per second.

use anyhow::Result;

use crate::shell;

/// Lets the network tool build the trainer for this processor and measure it.
pub fn run(arguments: &[String]) -> Result<()> {
    let mut command = shell::cargo(["run", "--quiet", "--locked", "--package", "net", "--"]);
    shell::run(command.arg("bench").args(arguments))
}
