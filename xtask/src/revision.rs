//! Other revisions: `cargo xtask build-at` builds one, `cargo xtask sprt` plays two against each
//! other.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::shell;
use crate::usage::WrongUsage;

/// The default flags of a sequential test. Later flags override them.
const TERMS: &str = "-each tc=8+0.08 timemargin=20 option.Hash=16 option.Threads=1 \
                     -openings file=books/unbalanced.epd order=random -sprt elo0=0 elo1=5 \
                     -draw movenumber=40 movecount=8 score=10 \
                     -resign movecount=3 score=600 twosided=true -chart sprt.svg";

/// Builds the programs of one revision and prints their paths.
pub fn build_at(arguments: &[String]) -> Result<()> {
    let [revision] = arguments else {
        return Err(WrongUsage::new("expected one revision, such as main~3").into());
    };
    for program in ["fourfold-uci", "fourfold"] {
        println!("{}", build(revision, program)?.display());
    }
    Ok(())
}

/// Tests the engine of one revision against an earlier one, or the working tree if only the earlier
/// one is named. Flags of `fourfold sprt` may follow.
pub fn sprt(arguments: &[String]) -> Result<ExitCode> {
    let count = arguments
        .iter()
        .take_while(|word| !word.starts_with('-'))
        .count();
    let (revisions, flags) = arguments.split_at(count);
    let (old, new) = match revisions {
        [old] => (old, None),
        [old, new] => (old, Some(new)),
        _ => {
            let message = "expected one or two revisions, such as `sprt main~1` or `sprt v1 v2`";
            return Err(WrongUsage::new(message).into());
        }
    };
    let old_engine = build(old, "fourfold-uci")?;
    let (new_name, new_engine) = match new {
        Some(new) => (new.as_str(), build(new, "fourfold-uci")?),
        None => ("tree", build_tree("fourfold-uci")?),
    };
    let runner = build_tree("fourfold")?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut command = Command::new(runner);
    command.arg("sprt");
    for (name, path) in [(new_name, &new_engine), (old.as_str(), &old_engine)] {
        let cmd = format!("cmd={}", path.display());
        command.args(["-engine", &cmd, &format!("name={name}")]);
    }
    command
        .args(TERMS.split_whitespace())
        .args(["-concurrency", &cores.to_string()])
        .args(flags)
        .current_dir(shell::root());
    eprintln!("    $ {}", shell::describe(&command));
    let status = command.status().context("cannot start fourfold")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// A program of the working tree.
fn build_tree(program: &str) -> Result<PathBuf> {
    let mut command = shell::cargo(["build", "--release", "--locked", "--package", "fourfold"]);
    shell::run(command.args(["--bin", program]))?;
    Ok(executable(
        &shell::target_directory()?.join("release"),
        program,
    ))
}

/// A program of a revision, built unless it exists.
fn build(revision: &str, program: &str) -> Result<PathBuf> {
    let commit = git(&["rev-parse", "--verify", &format!("{revision}^{{commit}}")])?;
    let revisions = shell::target_directory()?.join("revisions");
    let folder = revisions.join(commit.get(..12).unwrap_or(&commit));
    let built = executable(&folder, program);
    if built.is_file() {
        return Ok(built);
    }
    let sources = revisions.join("sources");
    let sources_name = sources.to_string_lossy().into_owned();
    // Remove what an interrupted run has left.
    let _ = git(&["worktree", "remove", "--force", &sources_name]);
    git(&[
        "worktree",
        "add",
        "--force",
        "--detach",
        &sources_name,
        &commit,
    ])?;
    let outcome = build_sources(&sources, &revisions.join("build"), program);
    git(&["worktree", "remove", "--force", &sources_name])?;
    fs::create_dir_all(&folder)?;
    let from = outcome?;
    fs::copy(&from, &built).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(built)
}

fn build_sources(sources: &Path, target: &Path, program: &str) -> Result<PathBuf> {
    let mut command = shell::cargo(["build", "--release", "--locked", "--package", "fourfold"]);
    command
        .args(["--bin", program, "--target-dir"])
        .arg(target)
        .current_dir(sources);
    if shell::run(&mut command).is_err() {
        // Old revisions refuse the empty name by which `shell::cargo` asks for no page.
        shell::run(command.env_remove(shell::APP))?;
    }
    Ok(executable(&target.join("release"), program))
}

fn executable(folder: &Path, program: &str) -> PathBuf {
    folder.join(format!("{program}{}", env::consts::EXE_SUFFIX))
}

fn git(arguments: &[&str]) -> Result<String> {
    let mut command = Command::new("git");
    let said = shell::capture(command.args(arguments).current_dir(shell::root()))?;
    Ok(said.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_is_required() {
        for line in ["", "a b c", "-each nodes=1"] {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            assert!(
                sprt(&words).is_err_and(|error| error.is::<WrongUsage>()),
                "{line}"
            );
        }
        assert!(build_at(&[]).is_err_and(|error| error.is::<WrongUsage>()));
    }
}
