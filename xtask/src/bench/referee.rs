//! The referee's measurements, by the programs of the peers.

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
    let target = shell::target_directory()?;
    let program = target.join("release/fourfold").display().to_string();
    let folder = folder()?.display().to_string();
    let mut all = ["--program", &program, "--directory", &folder]
        .map(str::to_owned)
        .to_vec();
    all.extend_from_slice(arguments);
    run_peers("referee-audit", &all)
}

/// The file of generated games that is audited, of this size, written now unless it is there.
pub fn generated_file(megabytes: usize) -> Result<PathBuf> {
    let file = folder()?.join(format!("audit-{megabytes}-MB.pgn"));
    if !file.exists() {
        let (folder, megabytes) = (folder()?.display().to_string(), megabytes.to_string());
        let arguments = ["--directory", &folder, "--megabytes", &megabytes];
        run_peers("referee-audit", &arguments.map(str::to_owned))?;
    }
    Ok(file)
}

/// Where generated files are kept for the next time.
fn folder() -> Result<PathBuf> {
    Ok(shell::target_directory()?.join("bench"))
}
