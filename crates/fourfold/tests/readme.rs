//! The examples of the README: each is run, and what it prints is what the README says.
//!
//! `...` stands for any lines, and times differ from machine to machine.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands of the README that run the program, with what they are said to print.
fn examples() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    let (mut in_block, mut is_open) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            (in_block, is_open) = (!in_block, false);
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) {
            is_open = command.contains("cargo xtask run ");
            if is_open {
                examples.push((command.to_owned(), Vec::new()));
            }
        } else if is_open && let Some((_, output)) = examples.last_mut() {
            output.push(line.to_owned());
        }
    }
    examples
}

/// A line without the time that it took and the speed that follows from it.
fn timeless(line: &str) -> String {
    match line.split_once(" in 0.") {
        Some((before, after)) if after.contains(" s") => before.to_owned(),
        _ => line.trim_end().to_owned(),
    }
}

/// Whether lines are as expected, with `...` for any number of them.
fn is_said(expected: &[String], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((dots, rest)) if dots == "..." => {
            (0..=found.len()).any(|skipped| is_said(rest, &found[skipped..]))
        }
        Some((blank, rest)) if blank.is_empty() && found.is_empty() => is_said(rest, found),
        Some((line, rest)) => found.split_first().is_some_and(|(first, others)| {
            timeless(line) == timeless(first) && is_said(rest, others)
        }),
    }
}

#[test]
fn every_example_of_the_readme_prints_what_it_says() {
    let examples = examples();
    assert!(examples.len() >= 7, "{examples:?}");
    for (command, expected) in examples {
        let program = env!("CARGO_BIN_EXE_fourfold");
        let script = command.replace("cargo xtask run", program);
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(root())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(is_said(&expected, &lines), "{command}\n{said}{errors}");
    }
}

#[test]
fn every_file_that_the_readme_names_is_there() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let folders = ["docs/", "matches/", "books/", "nets/", "crates/"];
    let is_end = |c: char| !(c.is_ascii_alphanumeric() || "./_-".contains(c));
    let named = text.split(is_end).filter(|word| {
        folders.iter().any(|folder| word.starts_with(folder)) && !word.ends_with('/')
    });
    let mut count = 0;
    for word in named {
        let path = word.trim_end_matches('.');
        assert!(root().join(path).exists(), "{path}");
        count += 1;
    }
    assert!(count >= 10, "{count}");
}
