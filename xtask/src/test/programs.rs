//! Runs the test programs of the workspace, several at a time.
//!
//! `cargo test` runs them one after another, although many tests wait: for a disk, a process or a
//! connection. Each program runs as cargo would run it.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context, Result, bail};
use cargo_metadata::Message;

use crate::shell;

/// A program with tests, as cargo built it.
#[derive(Debug)]
struct TestProgram {
    /// The package and the file with its main module.
    title: String,
    /// The folder of the package, in which its tests run.
    folder: PathBuf,
    executable: PathBuf,
}

/// Builds the test programs with this command and runs them with these variables.
pub fn run(build: &mut Command, variables: &[(&str, String)]) -> Result<()> {
    build.args(["--no-run", "--message-format=json-render-diagnostics"]);
    let messages = shell::capture(build.stderr(Stdio::inherit()))?;
    let programs = Mutex::new(programs_of(&messages)?.into_iter());
    let next = || {
        programs
            .lock()
            .ok()
            .and_then(|mut programs| programs.next())
    };
    let work = |ended: &Sender<(TestProgram, io::Result<Output>)>| {
        while let Some(program) = next() {
            let mut command = Command::new(&program.executable);
            command.current_dir(&program.folder);
            command.env("CARGO_MANIFEST_DIR", &program.folder);
            command.envs(variables.iter().map(|(name, value)| (name, value)));
            let output = command.stdin(Stdio::null()).output();
            if ended.send((program, output)).is_err() {
                return;
            }
        }
    };
    let mut failed = Vec::new();
    thread::scope(|scope| {
        let (ended, outputs) = channel();
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let ended = ended.clone();
            scope.spawn(move || work(&ended));
        }
        drop(ended);
        for (TestProgram { title, .. }, output) in outputs {
            let output = output.with_context(|| format!("cannot start the tests of {title}"))?;
            shell::say(&format!("     Running {title}"));
            shell::say(&String::from_utf8_lossy(&output.stdout));
            shell::say(&String::from_utf8_lossy(&output.stderr));
            if !output.status.success() {
                failed.push(title);
            }
        }
        anyhow::Ok(())
    })?;
    match failed.is_empty() {
        true => Ok(()),
        false => bail!("tests failed in {}", failed.join(", ")),
    }
}

/// The test programs among what cargo has built, according to its messages.
fn programs_of(messages: &str) -> Result<Vec<TestProgram>> {
    let mut programs = Vec::new();
    for message in Message::parse_stream(messages.as_bytes()) {
        if let Message::CompilerArtifact(artifact) = message.context("cargo's messages changed")?
            && artifact.profile.test
            && let Some(executable) = artifact.executable
            && let Some(folder) = artifact.manifest_path.parent()
        {
            let source = artifact.target.src_path;
            let source = source.strip_prefix(folder).unwrap_or(&source);
            programs.push(TestProgram {
                title: format!("{} ({source})", artifact.target.name),
                folder: folder.into(),
                executable: executable.into(),
            });
        }
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_test_programs_are_run() {
        let artifact = |name: &str, is_test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","package_id":"p","manifest_path":"/p/Cargo.toml","target":{{"name":"{name}","kind":["test"],"crate_types":["bin"],"src_path":"/p/tests/{name}.rs","edition":"2024","doctest":false,"test":true,"doc":false}},"profile":{{"opt_level":"1","debuginfo":0,"debug_assertions":true,"overflow_checks":true,"test":{is_test}}},"features":[],"filenames":[],"executable":{executable},"fresh":true}}"#
            )
        };
        let messages = [
            artifact("rules", true, "\"/t/rules-1\""),
            artifact("example", false, "\"/t/example\""),
            artifact("library", true, "null"),
        ]
        .join("\n");
        let programs = programs_of(&messages).expect("these are messages of cargo");
        let [program] = programs.as_slice() else {
            panic!("{programs:?}");
        };
        assert_eq!(program.title, "rules (tests/rules.rs)");
        assert_eq!(program.folder, PathBuf::from("/p"));
    }
}
