//! The maximum length of source files.

use super::Problem;
use super::tree::{SourceFile, Tree};

/// The maximum number of lines of a Rust file.
const LINES_MAX: usize = 600;

/// A file that may be longer.
pub struct Exception {
    pub path: &'static str,
    pub lines_max: usize,
    pub reason: &'static str,
}

/// The exceptions, each with the reason why splitting the file would make it worse.
pub const EXCEPTIONS: &[Exception] = &[];

/// Finds files over their budget, and exceptions that are no longer needed.
pub fn check(tree: &Tree, exceptions: &[Exception]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree
        .files
        .iter()
        .filter(|file| file.is_rust() && !is_exempt(file))
    {
        let lines_max = exceptions
            .iter()
            .find(|exception| exception.path == file.path)
            .map_or(LINES_MAX, |exception| exception.lines_max);
        let lines = lines(file);
        if lines > lines_max {
            problems.push(Problem::new(
                &file.path,
                format!("expected at most {lines_max} lines, found {lines}: split it by topic"),
            ));
        }
    }
    for exception in exceptions {
        let file = tree.files.iter().find(|file| file.path == exception.path);
        if file.is_none_or(|file| lines(file) <= LINES_MAX) {
            let message = format!(
                "no longer needs its exception from the budget ({})",
                exception.reason
            );
            problems.push(Problem::new(exception.path, message));
        }
    }
    problems
}

fn lines(file: &SourceFile) -> usize {
    file.text.as_deref().map_or(0, |text| text.lines().count())
}

/// Tests and tables are not read from top to bottom.
fn is_exempt(file: &SourceFile) -> bool {
    matches!(file.name(), "tests.rs" | "tables.rs")
        || file
            .path
            .split('/')
            .any(|part| matches!(part, "tests" | "tables"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_lines(path: &str, lines: usize, exceptions: &[Exception]) -> Vec<Problem> {
        check(&Tree::of(&[(path, &"//\n".repeat(lines))]), exceptions)
    }

    #[test]
    fn a_long_file_is_caught() {
        assert!(check_lines("crates/chess/src/board.rs", LINES_MAX, &[]).is_empty());
        let problems = check_lines("crates/chess/src/board.rs", LINES_MAX + 1, &[]);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].message.contains("found 601"), "{}", problems[0]);
    }

    #[test]
    fn tests_tables_and_other_languages_may_be_long() {
        for path in [
            "crates/chess/tests/perft.rs",
            "crates/chess/src/position/tests.rs",
            "crates/chess/src/zobrist/tables.rs",
            "README.md",
        ] {
            assert!(check_lines(path, 5_000, &[]).is_empty(), "{path}");
        }
    }

    #[test]
    fn an_exception_holds_to_its_own_limit_and_must_be_needed() {
        let exceptions = [Exception {
            path: "src/node.rs",
            lines_max: 700,
            reason: "one thought",
        }];
        assert!(check_lines("src/node.rs", 700, &exceptions).is_empty());
        assert_eq!(check_lines("src/node.rs", 701, &exceptions).len(), 1);
        assert_eq!(check_lines("src/node.rs", 100, &exceptions).len(), 1);
        assert_eq!(check_lines("src/other.rs", 100, &exceptions).len(), 1);
    }
}
