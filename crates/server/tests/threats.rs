//! Every row of docs/security.md names a test, and every test that it names exists.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// The text of all Rust files in a folder.
fn read_all(folder: &Path, text: &mut String) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            read_all(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_threat_names_an_existing_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = fs::read_to_string(root.join("docs/security.md")).unwrap();
    let mut sources = String::new();
    for package in ["fourfold", "server", "store", "tables", "web"] {
        read_all(&root.join("crates").join(package), &mut sources);
    }
    read_all(&root.join("tools/browser"), &mut sources);
    let mut named = 0;
    let rows = list.lines().filter(|line| line.starts_with("| "));
    for row in rows.skip(1) {
        let before = named;
        for word in row.split('`').skip(1).step_by(2) {
            let is_test = word.matches('_').count() >= 2
                && word
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            if is_test {
                named += 1;
                assert!(
                    sources.contains(&format!("fn {word}(")),
                    "there is no test {word}"
                );
            }
        }
        assert!(named > before, "this row names no test: {row}");
    }
    assert!(named >= 40, "only {named} tests are named");
}
