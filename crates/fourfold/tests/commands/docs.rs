//! The README, the other pages of the root and those in docs/: every example is run, and every link,
//! named file and named test exists.
//!
//! A line that begins with `$` in a code block is run, and what follows it is compared with what the
//! program prints. `...` stands for any lines, or for any text within a line. Times differ from
//! machine to machine and are not compared. Commands that need a network, another engine or minutes
//! stand in a block without `$`.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Folders that examples read from.
const FOLDERS: [&str; 3] = ["books", "docs", "matches"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// The Markdown files of the root and of docs/, by path.
fn pages() -> Vec<(PathBuf, String)> {
    let mut pages = Vec::new();
    for folder in [root(), root().join("docs")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let text = fs::read_to_string(&path).unwrap();
                pages.push((path, text));
            }
        }
    }
    pages.sort();
    pages
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// A command of a page, and what the page says it prints.
#[derive(Debug)]
struct Example {
    command: String,
    output: Vec<String>,
}

/// The examples of a page. A command that ends in a backslash goes on in the next line.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let (mut in_block, mut has_example) = (false, false);
    for line in text.lines() {
        let last = examples.last_mut().filter(|_| has_example);
        if line.starts_with("```") {
            (in_block, has_example) = (!in_block, false);
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) {
            examples.push(Example {
                command: command.to_owned(),
                output: Vec::new(),
            });
            has_example = true;
        } else if let Some(example) = last {
            let is_open = example.output.is_empty() && example.command.ends_with('\\');
            if is_open {
                example.command = format!("{}\n{line}", example.command);
            } else {
                example.output.push(line.to_owned());
            }
        }
    }
    examples
}

/// A line without the time that it took and the speed that follows from it.
fn timeless(line: &str) -> &str {
    let is_time = |text: &str| {
        let number = text.split_once(" s").map(|(number, _)| number);
        number.is_some_and(|number| number.parse::<f64>().is_ok())
    };
    match line.rsplit_once(" in ") {
        Some((before, time)) if is_time(time) => before,
        _ => line.trim_end(),
    }
}

/// Whether a line is as expected, with `...` for any text in it.
fn is_line(expected: &str, found: &str) -> bool {
    fn is_rest(parts: &[&str], found: &str) -> bool {
        match parts {
            [] => true,
            [last] => found.ends_with(last),
            [part, rest @ ..] => found
                .split_once(part)
                .is_some_and(|(_, found)| is_rest(rest, found)),
        }
    }
    let (expected, found) = (timeless(expected), timeless(found));
    let parts: Vec<&str> = expected.split("...").collect();
    match parts.as_slice() {
        [] | [_] => expected == found,
        [first, rest @ ..] => found
            .strip_prefix(first)
            .is_some_and(|found| is_rest(rest, found)),
    }
}

/// Whether lines are as expected, with `...` for any number of them.
fn is_printed(expected: &[String], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((dots, rest)) if dots == "..." => {
            (0..=found.len()).any(|skipped| is_printed(rest, &found[skipped..]))
        }
        Some((blank, rest)) if blank.is_empty() && found.is_empty() => is_printed(rest, found),
        Some((line, rest)) => found
            .split_first()
            .is_some_and(|(first, others)| is_line(line, first) && is_printed(rest, others)),
    }
}

/// A folder with what examples read, and `fourfold` to run. What they write goes away with it.
fn workshop() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in FOLDERS {
        symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    fs::create_dir(folder.path().join("bin")).unwrap();
    let program = folder.path().join("bin/fourfold");
    symlink(env!("CARGO_BIN_EXE_fourfold"), program).unwrap();
    folder
}

/// Runs a command where the program is found by its name, and returns what it printed.
fn run(folder: &TempDir, command: &str) -> (String, String) {
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}/bin:{path}", folder.path().display());
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    (printed, String::from_utf8_lossy(&output.stderr).into())
}

#[test]
fn every_example_prints_what_its_page_says() {
    let mut count = 0;
    for (path, text) in pages() {
        let folder = workshop();
        for Example { command, output } in examples(&text) {
            let script = command.replace("cargo xtask run", "fourfold");
            assert!(script.contains("fourfold "), "{path:?}: {command}");
            let (printed, errors) = run(&folder, &script);
            let lines: Vec<&str> = printed.lines().collect();
            let place = path.display();
            assert!(
                is_printed(&output, &lines),
                "{place}: {command}\n{printed}{errors}"
            );
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} examples");
}

/// The commands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = lines.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_guide_has_an_example_of_every_command() {
    let guide = page("docs/guide.md");
    let folder = workshop();
    for group in ["fourfold", "fourfold duplicate", "fourfold table"] {
        let (help, _) = run(&folder, &format!("{group} --help"));
        let names = commands(&help);
        assert!(names.len() >= 3, "{help}");
        for name in names {
            let command = format!("{group} {name}");
            let is_shown = guide.lines().any(|line| {
                line.split_once(&command)
                    .is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with(' '))
            });
            assert!(is_shown, "the guide has no example of {command}");
        }
    }
}

/// Whether a page has a heading that a link calls by this anchor.
fn has_heading(page: &str, anchor: &str) -> bool {
    let anchor_of = |heading: &str| -> String {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let is_kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
        title
            .chars()
            .filter(is_kept)
            .collect::<String>()
            .replace(' ', "-")
    };
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings.map(anchor_of).any(|found| found == anchor)
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut count = 0;
    for (path, text) in pages() {
        let targets = text.split("](").skip(1);
        for target in targets.filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") {
                continue;
            }
            let (name, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = match name {
                "" => path.clone(),
                name => path.parent().unwrap().join(name),
            };
            assert!(file.exists(), "{}: {target}", path.display());
            let is_there =
                anchor.is_empty() || has_heading(&fs::read_to_string(file).unwrap(), anchor);
            assert!(is_there, "{}: {target}", path.display());
            count += 1;
        }
    }
    assert!(count >= 30, "only {count} links");
}

#[test]
fn readmes_of_libraries_are_read_outside_of_the_repository() {
    let mut count = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let readme = entry.unwrap().path().join("README.md");
        let Ok(text) = fs::read_to_string(&readme) else {
            continue;
        };
        for link in text.split("](").skip(1) {
            assert!(link.starts_with("https://"), "{}: {link}", readme.display());
        }
        count += 1;
    }
    assert!(count >= 8, "only {count} libraries");
}

#[test]
fn every_file_that_a_page_names_is_in_the_repository() {
    let folders = ["docs/", "matches/", "books/", "nets/", "crates/"];
    let is_end = |c: char| !(c.is_ascii_alphanumeric() || "./_-".contains(c));
    let mut count = 0;
    for (path, text) in pages() {
        let named = text.split(is_end).filter(|word| {
            folders.iter().any(|folder| word.starts_with(folder)) && !word.ends_with('/')
        });
        for word in named {
            let file = word.trim_end_matches('.');
            assert!(root().join(file).exists(), "{}: {file}", path.display());
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} files");
}

/// Whether `fn name(` is in a Rust file below a folder.
fn has_function(folder: &Path, name: &str) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return has_function(&path, name);
        }
        path.extension().is_some_and(|extension| extension == "rs")
            && fs::read_to_string(&path)
                .unwrap()
                .contains(&format!("fn {name}("))
    })
}

#[test]
fn every_test_that_the_law_names_exists() {
    let law = page("docs/law.md");
    let names = law
        .lines()
        .flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_test = |word: &&str| {
        word.matches('_').count() >= 3
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let mut count = 0;
    for name in names.filter(is_test) {
        assert!(has_function(&root().join("crates"), name), "{name}");
        count += 1;
    }
    assert!(count >= 30, "only {count} tests are named");
}
