//! The cost of draws in the engine: instructions spent on repetition, the fifty-move rule and
//! insufficient material, as a share of all that a search needs.
//!
//! Valgrind's callgrind counts instructions, so the result does not depend on the load of the machine.
//! The functions that do the work are never inlined, so that callgrind can tell them apart.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{browser, shell, usage};

/// The functions whose instructions, including callees, are the cost of draws.
const FUNCTIONS: [&str; 2] = ["settle_draws", "SearchPath::enter"];

/// The function that contains the whole search.
const SEARCH: &str = "Engine::resume";

/// The maximum share, in percent.
const BUDGET: f64 = 1.2;

/// The depth of the search: callgrind is about fifty times slower than native.
const DEPTH: &str = "8";

/// Whether this machine can count instructions.
pub fn can_count() -> bool {
    shell::succeeds(Command::new("valgrind").arg("--version"))
}

/// Counts, prints, and fails if the budget is exceeded.
pub fn run(arguments: &[String]) -> Result<()> {
    usage::expect_none(arguments)?;
    if !can_count() {
        bail!("valgrind is needed to count instructions: install the package valgrind");
    }
    let mut build = shell::cargo(["build", "--release"]);
    shell::run(build.args(browser::example("bench")))?;
    let target = shell::target_directory()?;
    let counts = target.join("draws.callgrind");
    let bench = shell::capture(
        Command::new("valgrind")
            .args(["--tool=callgrind", "--quiet"])
            .arg(format!("--callgrind-out-file={}", counts.display()))
            .arg(target.join("release/examples/bench"))
            .arg(DEPTH),
    )?;
    let nodes: u64 = bench
        .trim()
        .parse()
        .with_context(|| format!("expected a number of nodes, found {bench:?}"))?;
    let annotated = shell::capture(
        Command::new("callgrind_annotate")
            .args(["--inclusive=yes", "--threshold=100", "--auto=no"])
            .arg(&counts),
    )?;
    fs::remove_file(&counts).context("the counts can be removed")?;
    report(&annotated, nodes)
}

fn report(annotated: &str, nodes: u64) -> Result<()> {
    let total = instructions(annotated, SEARCH)?;
    let mut draws = 0;
    for function in FUNCTIONS {
        let count = instructions(annotated, function)?;
        println!("{function:<18} {:>6} instructions per node", count / nodes);
        draws += count;
    }
    let share = 100.0 * draws as f64 / total as f64;
    println!("{:<18} {:>6} instructions per node", "all", total / nodes);
    println!("draws take {share:.2} % of all instructions ({nodes} nodes, budget {BUDGET} %)");
    if share > BUDGET {
        bail!("draws take more than {BUDGET} % of the instructions");
    }
    Ok(())
}

/// The instructions on the line with this name; the maximum if there are several.
fn instructions(annotated: &str, name: &str) -> Result<u64> {
    annotated
        .lines()
        .filter(|line| line.contains(name))
        .filter_map(|line| line.split_whitespace().next())
        .filter_map(|count| count.replace(',', "").parse().ok())
        .max()
        .with_context(|| format!("expected {name} among the functions that callgrind counted"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNOTATED: &str = "\
1,000,000 (99.90%)  ???:engine::engine::Engine::resume [x]
    4,000 ( 0.40%)  ???:engine::search::draws::settle_draws [x]
    1,000 ( 0.10%)  ???:engine::search::draws::settle_draws'2 [x]
    5,000 ( 0.50%)  ???:engine::path::SearchPath::enter [x]";

    #[test]
    fn counts_are_read_from_the_annotation() {
        assert_eq!(instructions(ANNOTATED, SEARCH).ok(), Some(1_000_000));
        assert_eq!(instructions(ANNOTATED, "settle_draws").ok(), Some(4_000));
        assert!(instructions(ANNOTATED, "nothing").is_err());
    }

    #[test]
    fn a_budget_exceeded_is_an_error() {
        assert!(report(ANNOTATED, 10).is_ok());
        let expensive = ANNOTATED.replace("4,000", "40,000");
        assert!(report(&expensive, 10).is_err());
    }
}
