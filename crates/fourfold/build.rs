//! What `--version` shows besides the number: the commit and the network that were built in.

use std::process::Command;
use std::{env, fs};

use sha2::{Digest, Sha256};

const NETWORK: &str = "../../nets/default.nnue";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={NETWORK}");
    let mut parts = Vec::new();
    // A source archive has no history, so no commit is shown.
    if let Some(commit) = commit() {
        println!("cargo::rerun-if-changed=../../.git/logs/HEAD");
        parts.push(format!("commit {commit}"));
    }
    if let Ok(network) = fs::read(NETWORK) {
        let digest = Sha256::digest(network);
        let name: String = digest
            .iter()
            .take(6)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        parts.push(format!("network nn-{name}"));
    }
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match parts.is_empty() {
        true => version,
        false => format!("{version} ({})", parts.join(", ")),
    };
    println!("cargo::rustc-env=FOURFOLD_VERSION={version}");
}

/// The commit of the checkout that this file is in.
fn commit() -> Option<String> {
    fs::metadata("../../.git").ok()?;
    let output = Command::new("git")
        .args(["rev-parse", "--short=10", "HEAD"])
        .output()
        .ok()?;
    let commit = String::from_utf8(output.stdout).ok()?;
    let commit = commit.trim();
    (output.status.success() && !commit.is_empty()).then(|| commit.to_owned())
}
