//! Words and files that must not be in the repository.
//!
//! History belongs in git and plans in the tracker. The text here must make sense to someone who knows
//! neither, and on any machine.

use super::Problem;
use super::tree::{SourceFile, Tree};

/// This file names what it forbids.
const SELF: &str = "xtask/src/tidy/words.rs";

/// Data files quote the outside world.
const DATA_EXTENSIONS: [&str; 6] = [".csv", ".epd", ".jsonl", ".lock", ".perft", ".pgn"];

const BACKUP_ENDINGS: [&str; 9] = [
    "~", ".backup", ".bak", ".old", ".orig", ".pyc", ".rej", ".swp", ".tmp",
];

/// Words that speak of a plan if a number follows.
const PLAN_WORDS: [&str; 4] = ["milestone", "phase", "sprint", "stage"];

const NUMBER_WORDS: [&str; 5] = ["one", "two", "three", "four", "five"];

/// Top-level directories that exist only on some machines.
const MACHINE_DIRECTORIES: [&str; 3] = ["home", "root", "work"];

/// Directories beside the repository.
const NEIGHBORS: [&str; 1] = ["shared"];

/// A rule about one line: returns what is wrong with it.
type LineRule = fn(&str) -> Option<String>;

const ANY_LINE_RULES: [LineRule; 4] =
    [unnumbered_todo, plan_vocabulary, machine_path, outside_path];

const RUST_LINE_RULES: [LineRule; 2] = [debug_print, ignored_test];

/// Checks the name and the lines of every file.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in &tree.files {
        problems.extend(check_name(file));
        let is_data = DATA_EXTENSIONS
            .iter()
            .any(|extension| file.path.ends_with(extension));
        if file.path != SELF && !is_data {
            problems.extend(check_lines(file));
        }
    }
    problems
}

fn check_name(file: &SourceFile) -> Option<Problem> {
    let name = file.name();
    if name == "mod.rs" {
        return Some(Problem::new(
            &file.path,
            "a module is foo.rs with foo/, never mod.rs",
        ));
    }
    let is_backup = BACKUP_ENDINGS.iter().any(|ending| name.ends_with(ending));
    is_backup.then(|| Problem::new(&file.path, "backups do not belong in the repository"))
}

fn check_lines(file: &SourceFile) -> Vec<Problem> {
    let rust_rules: &[LineRule] = if file.is_rust() {
        &RUST_LINE_RULES
    } else {
        &[]
    };
    let mut problems = Vec::new();
    for (index, line) in file.text.as_deref().unwrap_or_default().lines().enumerate() {
        for rule in ANY_LINE_RULES.iter().chain(rust_rules) {
            if let Some(message) = rule(line) {
                problems.push(Problem::new(
                    format!("{}:{}", file.path, index + 1),
                    message,
                ));
            }
        }
    }
    problems
}

fn unnumbered_todo(line: &str) -> Option<String> {
    for word in ["TODO", "FIXME", "XXX"] {
        for rest in occurrences(line, word) {
            let numbered = rest.strip_prefix("(#").is_some_and(starts_with_digit);
            if !numbered {
                return Some(format!("{word} needs an issue number, as in {word}(#12)"));
            }
        }
    }
    None
}

fn plan_vocabulary(line: &str) -> Option<String> {
    let line = line.to_lowercase();
    for word in PLAN_WORDS {
        for rest in occurrences_from(&line, word) {
            let rest = rest.trim_start_matches([' ', '-', '_', '#', ':']);
            let spelled = NUMBER_WORDS
                .iter()
                .any(|number| is_word_at_start(rest, number));
            if starts_with_digit(rest) || spelled {
                return Some(format!(
                    "{word:?} with a number is the vocabulary of a plan"
                ));
            }
        }
    }
    None
}

fn machine_path(line: &str) -> Option<String> {
    for directory in MACHINE_DIRECTORIES {
        let path = format!("/{directory}/");
        for (at, _) in line.match_indices(&path) {
            // After a letter or a dot it is the middle of a relative path or an address.
            let before = line[..at].chars().next_back();
            if !before.is_some_and(|c| c.is_alphanumeric() || "_-.~}>)".contains(c)) {
                return Some(format!("{path:?} is a path of one machine"));
            }
        }
    }
    None
}

fn outside_path(line: &str) -> Option<String> {
    NEIGHBORS
        .iter()
        .any(|neighbor| line.contains(&format!("../{neighbor}")))
        .then(|| "points outside the repository".to_owned())
}

fn debug_print(line: &str) -> Option<String> {
    occurrences(line, "dbg")
        .any(|rest| rest.starts_with('!'))
        .then(|| "a debug print was left in".to_owned())
}

fn ignored_test(line: &str) -> Option<String> {
    line.contains("#[ignore")
        .then(|| "tests are never ignored: reduce the work of a slow test".to_owned())
}

/// Yields what follows each occurrence of a whole word.
fn occurrences<'a>(line: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    occurrences_from(line, word).filter(|rest| !rest.starts_with(is_identifier))
}

/// Yields what follows each occurrence of a prefix.
fn occurrences_from<'a>(line: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(word)
        .filter(|(at, _)| !line[..*at].ends_with(is_identifier))
        .map(|(at, _)| &line[at + word.len()..])
}

fn is_word_at_start(text: &str, word: &str) -> bool {
    text.strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(is_identifier))
}

fn is_identifier(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_caught(path: &str, text: &str) {
        let problems = check(&Tree::of(&[(path, text)]));
        assert_eq!(problems.len(), 1, "{path}: {text:?} gave {problems:?}");
    }

    fn assert_fine(path: &str, text: &str) {
        let problems = check(&Tree::of(&[(path, text)]));
        assert!(problems.is_empty(), "{path}: {text:?} gave {problems:?}");
    }

    #[test]
    fn a_todo_needs_an_issue() {
        assert_caught("src/lib.rs", "// TODO: later");
        assert_caught("src/lib.rs", "// FIXME(somebody): later");
        assert_fine("src/lib.rs", "// TODO(#12): later");
        assert_fine("src/lib.rs", "const MASTODON: u8 = 1; // XXXL");
    }

    #[test]
    fn plan_vocabulary_is_refused() {
        for text in [
            "// Phase 2 begins",
            "## Stage 10",
            "phase_3()",
            "milestone-4",
            "phase two",
        ] {
            assert_caught("notes.md", text);
        }
        for text in [
            "the phase of the game",
            "a staged picker",
            "multistage 2",
            "on stage oneself",
        ] {
            assert_fine("notes.md", text);
        }
    }

    #[test]
    fn machine_paths_are_refused() {
        for directory in MACHINE_DIRECTORIES {
            assert_caught("notes.md", &format!("see `/{directory}/.cargo`"));
            assert_caught("build.sh", &format!("cp /{directory}/a b"));
        }
        assert_caught("src/lib.rs", "const PATH: &str = \"/home/ada/chess\";");
        assert_fine(
            "notes.md",
            "crates/home/src, ~/home/a, https://chess.org/home/",
        );
    }

    #[test]
    fn paths_outside_the_repository_are_refused() {
        for neighbor in NEIGHBORS {
            assert_caught("Cargo.toml", &format!("path = \"../{neighbor}/x\""));
        }
    }

    #[test]
    fn debug_prints_and_ignored_tests_are_caught_in_rust() {
        assert_caught("src/lib.rs", "    dbg!(nodes);");
        assert_caught("src/lib.rs", "#[ignore = \"slow\"]");
        assert_fine("notes.md", "`#[ignore]` is not used");
    }

    #[test]
    fn forbidden_file_names_are_caught() {
        assert_caught("src/search/mod.rs", "");
        assert_caught("src/search.rs.bak", "");
        assert_caught("src/search.rs~", "");
        assert_fine("src/search/moderate.rs", "");
    }

    #[test]
    fn data_files_are_exempt() {
        assert_fine("tests/data/match.pgn", "{Stage 2 of the Candidates}");
    }

    #[test]
    fn a_problem_names_its_line() {
        let problems = check(&Tree::of(&[("src/lib.rs", "//! Doc.\n\n// TODO: later\n")]));
        assert_eq!(problems[0].place, "src/lib.rs:3");
    }
}
