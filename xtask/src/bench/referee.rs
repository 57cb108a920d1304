//! The referee's measurements, by the programs of the peers.

use std::env;
use std::path::PathBuf;

use anyhow::Result;

use crate::shell;

use super::run_peers;

/// Whether its proofs are right, how many questions stay open, and what one costs.
pub fn proofs(arguments: &[String]) -> Result<()> {
    run_peers("referee", arguments)
}

/// How fast it reads a large file, beside pgn-extract.
pub fn audit(arguments: &[String]) -> Result<()> {
    let mut build = shell::cargo(["build", "--release", "--locked", "--package", "fourfold"]);
    shell::run(build.args(["--bin", "fourfold"]))?;
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| shell::root().join("target"), PathBuf::from);
    let program = target.join("release/fourfold");
    let mut all = vec!["--program".to_owned(), program.display().to_string()];
    let kept = target.join("bench");
    all.extend(["--directory".to_owned(), kept.display().to_string()]);
    all.extend_from_slice(arguments);
    run_peers("referee-audit", &all)
}
