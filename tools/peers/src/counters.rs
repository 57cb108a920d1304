//! Instructions, branches and cache misses of a computation.
//!
//! Times are noisy on a busy machine; these figures are the same on every run. This program starts
//! itself under valgrind's cachegrind, which counts and simulates, so no hardware counters are
//! needed. Valgrind does not support AVX-512: build for x86-64-v3.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// The counts of one run.
#[derive(Clone, Copy, Debug)]
pub struct Counters {
    /// Instructions executed.
    pub instructions: u64,
    /// Branches among them, conditional and indirect.
    pub branches: u64,
    /// Branches that a simple predictor mispredicts.
    pub mispredictions: u64,
    /// Reads and writes that miss the first-level cache.
    pub cache_misses: u64,
}

impl Counters {
    /// Runs this program with these arguments and counts. A run with the same arguments and nothing
    /// to do gives the startup cost, to be subtracted.
    ///
    /// # Errors
    ///
    /// Returns an error if valgrind cannot run the program or prints no counts.
    pub fn of(arguments: &[&str]) -> Result<Counters> {
        let program = std::env::current_exe()?;
        let output = Command::new("valgrind")
            .args(["--tool=cachegrind", "--cache-sim=yes", "--branch-sim=yes"])
            .arg("--cachegrind-out-file=/dev/null")
            .arg(program)
            .args(arguments)
            .stdout(Stdio::null())
            .output()
            .context("cannot run valgrind")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.success(),
            "valgrind ended with {}:\n{said}",
            output.status
        );
        let figure = |label: &str| {
            figure(&said, label).with_context(|| format!("expected {label:?} in:\n{said}"))
        };
        Ok(Counters {
            instructions: figure("I refs")?,
            branches: figure("Branches")?,
            mispredictions: figure("Mispredicts")?,
            cache_misses: figure("D1 misses")?,
        })
    }

    /// The difference to another run.
    #[must_use]
    pub fn without(self, other: Counters) -> Counters {
        Counters {
            instructions: self.instructions.saturating_sub(other.instructions),
            branches: self.branches.saturating_sub(other.branches),
            mispredictions: self.mispredictions.saturating_sub(other.mispredictions),
            cache_misses: self.cache_misses.saturating_sub(other.cache_misses),
        }
    }
}

/// Whether valgrind can be run.
#[must_use]
pub fn is_available() -> bool {
    Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The first number after a label, as in `==12== D1  misses:  1,234  (1,000 rd + 234 wr)`.
fn figure(said: &str, label: &str) -> Option<u64> {
    said.lines().find_map(|line| {
        let (name, figures) = line.rsplit_once("==")?.1.split_once(':')?;
        if !name.split_whitespace().eq(label.split_whitespace()) {
            return None;
        }
        let first = figures.split_whitespace().next()?;
        first.replace(',', "").parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::figure;

    #[test]
    fn figures_are_found_by_their_label() {
        let said = "==7== I   refs:      1,234,567\n==7== D1  misses:        89  ( 80 rd + 9 wr)\n";
        assert_eq!(figure(said, "I refs"), Some(1_234_567));
        assert_eq!(figure(said, "D1 misses"), Some(89));
        assert_eq!(figure(said, "Branches"), None);
    }
}
