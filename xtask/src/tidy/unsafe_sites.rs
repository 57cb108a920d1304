//! Which crates may contain unsafe code. All others forbid it in their root files.

use super::Problem;
use super::metadata::Metadata;
use super::tree::Tree;

const FORBID: &str = "#![forbid(unsafe_code)]";

/// The crates with unsafe code, each with the reason.
const EXCEPTIONS: [(&str, &str); 4] = [
    (
        "arena",
        "one system call between fork and exec, so that an engine dies with its runner",
    ),
    (
        "chess",
        "measured kernels: slider attacks by processor instruction, in one module",
    ),
    (
        "engine",
        "measured hints about the memory of the transposition table, in one module",
    ),
    (
        "nnue",
        "measured kernels: vector loads, stores and the choice of an instruction set",
    ),
];

/// Checks the root file of every library and program of the workspace.
pub fn check(tree: &Tree, metadata: &Metadata) -> Vec<Problem> {
    let mut problems = Vec::new();
    for package in metadata.members() {
        if EXCEPTIONS.iter().any(|(name, _)| *name == package.name) {
            continue;
        }
        for root in &package.roots {
            let text = tree.text(root).unwrap_or_default();
            if !text.lines().any(|line| line.trim() == FORBID) {
                problems.push(Problem::new(
                    root,
                    format!(
                        "lacks {FORBID}, and {} may not have unsafe code",
                        package.name
                    ),
                ));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::metadata::Package;
    use super::*;

    fn check_root(name: &str, text: &str) -> Vec<Problem> {
        let package = Package {
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            license: None,
            is_member: true,
            dependencies: Vec::new(),
            roots: vec!["src/lib.rs".to_owned()],
        };
        check(
            &Tree::of(&[("src/lib.rs", text)]),
            &Metadata {
                packages: vec![package],
            },
        )
    }

    #[test]
    fn a_root_that_does_not_forbid_unsafe_code_is_caught() {
        assert!(check_root("game", "//! A game.\n\n#![forbid(unsafe_code)]\n").is_empty());
        assert_eq!(check_root("game", "//! A game.\n").len(), 1);
        assert_eq!(check_root("game", "// #![forbid(unsafe_code)]\n").len(), 1);
    }

    #[test]
    fn the_crates_listed_may_have_unsafe_code() {
        assert!(check_root("chess", "//! The rules.\n").is_empty());
    }
}
