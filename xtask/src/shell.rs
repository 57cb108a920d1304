//! Runs other programs: titled, timed, and with errors that name the failed command.

use std::cell::RefCell;
use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// The variable that tells the build of the server where the app is.
pub const APP: &str = "FOURFOLD_WEB_DIR";

thread_local! {
    /// Where the output of this thread's commands goes, if not to the terminal.
    static OUTPUT: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Does some work with the output of its commands in a file.
pub fn with_output_to<T>(file: File, work: impl FnOnce() -> T) -> T {
    OUTPUT.set(Some(file));
    let result = work();
    OUTPUT.set(None);
    result
}

/// Prints a line where the output of commands goes.
pub fn say(line: &str) {
    OUTPUT.with_borrow_mut(|output| match output {
        // A full disk fails the commands that write to it.
        Some(file) => drop(writeln!(file, "{line}")),
        None => eprintln!("{line}"),
    });
}

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    // Cargo sets the variable when it runs a package. The path known at compile time serves a
    // program that is started by hand.
    let manifest = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let root = manifest
        .ancestors()
        .find(|folder| folder.join("xtask/Cargo.toml").is_file());
    root.map_or_else(|| manifest.clone(), Path::to_path_buf)
}

/// Returns cargo's target directory.
///
/// # Errors
///
/// Returns an error if cargo does not report it.
pub fn target_directory() -> Result<PathBuf> {
    let metadata = cargo_metadata::MetadataCommand::new()
        .current_dir(root())
        .no_deps()
        .other_options(vec!["--locked".to_owned()])
        .exec()
        .context("cannot ask cargo for its target directory")?;
    Ok(metadata.target_directory.into())
}

/// A command for the cargo that runs this program, in the root of the repository.
pub fn cargo<I>(arguments: I) -> Command
where
    I: IntoIterator,
    I::Item: AsRef<OsStr>,
{
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    // Tasks that need the app in the program set the variable (`web::embed`). For all others a
    // release build would spend minutes on building it.
    if env::var_os(APP).is_none() {
        command.env(APP, "");
    }
    command
}

/// Prints a title, does the work, and prints how long it took.
///
/// # Errors
///
/// Returns an error if the work fails.
pub fn step(title: &str, work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    say(&format!("==> {title}"));
    let start = Instant::now();
    let result = work();
    let elapsed = start.elapsed();
    let verdict = if result.is_ok() { "done" } else { "FAILED" };
    say(&format!("<== {title}: {verdict} in {}", seconds(elapsed)));
    result.map(|()| elapsed)
}

/// Runs a command on this terminal and fails unless it succeeds.
///
/// # Errors
///
/// Returns an error if the command cannot be started or fails.
pub fn run(command: &mut Command) -> Result<()> {
    let line = describe(command);
    say(&format!("    $ {line}"));
    let output = OUTPUT.with_borrow(|output| match output {
        Some(file) => Ok(Some((file.try_clone()?, file.try_clone()?))),
        None => Ok::<_, std::io::Error>(None),
    });
    if let Some((out, errors)) = output.context("cannot share the file for the output")? {
        command.stdout(out).stderr(errors);
    }
    let status = command
        .status()
        .with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Runs a command and returns its stdout.
///
/// # Errors
///
/// Returns an error if the command cannot be started, fails, or prints invalid UTF-8.
pub fn capture(command: &mut Command) -> Result<String> {
    let line = describe(command);
    let output = command
        .output()
        .with_context(|| format!("cannot start `{line}`"))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        bail!("`{line}` failed ({}): {}", output.status, complaint.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{line}` printed no UTF-8"))
}

/// Whether a command can be started and succeeds. Its output is discarded.
pub fn succeeds(command: &mut Command) -> bool {
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

pub fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

/// Formats a command as one would type it.
pub fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program
        .file_stem()
        .unwrap_or(program.as_os_str())
        .to_string_lossy();
    let mut line = String::new();
    for (key, value) in command.get_envs() {
        if let Some(value) = value {
            line += &format!("{}={:?} ", key.to_string_lossy(), value.to_string_lossy());
        }
    }
    line += &name;
    for argument in command.get_args() {
        line += " ";
        line += &argument.to_string_lossy();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_described_as_one_would_type_it() {
        let mut command = Command::new("/some/where/cargo");
        command
            .args(["doc", "--locked"])
            .env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(
            describe(&command),
            "RUSTDOCFLAGS=\"-D warnings\" cargo doc --locked"
        );
    }

    #[test]
    fn a_failure_names_the_command_and_says_what_it_wrote() {
        let error = capture(&mut cargo(["no-such-command"])).expect_err("cargo refuses it");
        let message = error.to_string();
        // The command may set variables of the environment.
        assert!(
            message.contains("cargo no-such-command` failed"),
            "{message}"
        );
        assert!(message.contains("no such command"), "{message}");
    }

    #[test]
    fn the_root_holds_this_package() {
        assert!(root().join("xtask/Cargo.toml").is_file());
    }
}
