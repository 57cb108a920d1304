//! `cargo xtask tidy`: checks rules of the repository that the compiler does not know.
//!
//! A rule is a function from the tree, or from cargo's metadata, to a list of problems. All rules run
//! before the verdict, so one run shows everything.

mod budgets;
mod layers;
mod licenses;
mod metadata;
mod texts;
mod tree;
mod words;

use std::{fmt, fs};

use anyhow::{Context, Result, bail};

use crate::shell;
use metadata::Metadata;
use tree::Tree;

#[derive(Debug, PartialEq, Eq)]
struct Problem {
    place: String,
    message: String,
}

impl Problem {
    fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// Writes the list of the app's texts.
pub fn list_texts() -> Result<()> {
    let list = texts::list(&Tree::read(&shell::root())?);
    fs::write(shell::root().join(texts::LIST), list).context("cannot write the list")?;
    eprintln!("the texts of the app are in {}", texts::LIST);
    Ok(())
}

/// Applies every rule and fails if any found a problem.
pub fn run() -> Result<()> {
    let tree = Tree::read(&shell::root())?;
    let metadata = Metadata::read()?;
    let allowed = licenses::read_allow_list(&tree)?;

    let mut problems = Vec::new();
    problems.extend(layers::check(&tree, &metadata));
    problems.extend(budgets::check(&tree, budgets::EXCEPTIONS));
    problems.extend(words::check(&tree));
    problems.extend(texts::check(&tree));
    problems.extend(licenses::check(&metadata, &allowed));
    for problem in &problems {
        shell::say(&format!("    {problem}"));
    }
    if !problems.is_empty() {
        bail!("tidy found {} problem(s)", problems.len());
    }
    licenses::run_cargo_deny()
}
