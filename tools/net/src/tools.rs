//! Builds the tools that make networks for the CPU they run on.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;
use xtask::shell;

/// All instructions of the CPU. On x86-64 the compiler avoids the widest registers by default,
/// which makes the trainer a fifth slower. The flag that changes this is unstable and causes
/// warnings, so they are turned off.
const FLAGS: &str = if cfg!(target_arch = "x86_64") {
    "-Ctarget-cpu=native -Ctarget-feature=-prefer-256-bit -Awarnings"
} else {
    "-Ctarget-cpu=native"
};

pub struct Tools {
    directory: PathBuf,
}

impl Tools {
    /// Builds the tools. Their flags differ from those of the product, so they have their own
    /// target directory.
    pub fn build(packages: &[&str]) -> Result<Tools> {
        let target = shell::target_directory()?.join("native");
        let mut command = shell::cargo(["build", "--release", "--locked"]);
        for package in packages {
            command.args(["--package", package, "--bin", package]);
        }
        shell::run(
            command
                .arg("--target-dir")
                .arg(&target)
                .env("RUSTFLAGS", FLAGS),
        )?;
        Ok(Tools {
            directory: target.join("release"),
        })
    }

    pub fn command(&self, name: &str) -> Command {
        Command::new(self.directory.join(name))
    }
}

/// Runs a command and parses its output as JSON. Its progress messages are shown.
pub fn json(command: &mut Command) -> Result<Value> {
    let line = shell::describe(command);
    eprintln!("    $ {line}");
    let output = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{line}`"))?;
    anyhow::ensure!(
        output.status.success(),
        "`{line}` failed ({})",
        output.status
    );
    serde_json::from_slice(&output.stdout).with_context(|| format!("`{line}` printed no JSON"))
}
