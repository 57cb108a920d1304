//! The programs that make networks, built for the processor they run on.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;
use xtask::shell;

/// Every instruction that the processor has. On x86-64 the compiler keeps away from the widest
/// registers for the sake of older processors, with which the trainer is a fifth slower; that it
/// may be told otherwise is not settled, so it warns, and the warnings are turned off.
const FLAGS: &str = if cfg!(target_arch = "x86_64") {
    "-Ctarget-cpu=native -Ctarget-feature=-prefer-256-bit -Awarnings"
} else {
    "-Ctarget-cpu=native"
};

/// Where the programs are.
pub struct Tools {
    directory: PathBuf,
}

impl Tools {
    /// Builds the programs. Their flags differ from those of the product, so they have a target
    /// directory of their own.
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

    /// One of the programs, to be given arguments.
    pub fn command(&self, name: &str) -> Command {
        Command::new(self.directory.join(name))
    }
}

/// Runs a program and returns the JSON that it printed; what it tells on the way is shown.
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
