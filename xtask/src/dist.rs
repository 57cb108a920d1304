//! `cargo xtask dist`: the archives of a release, one for each CPU level of this machine's architecture.
//!
//! An archive holds both programs with the app in them, man pages, shell completions and licenses.
//! The programs choose their vector instructions when they start, so every level runs the same code
//! paths where it matters most; the higher levels compile the rest for newer processors too.
//!
//! There is no profile-guided build: one that was trained on the bench was not measurably faster.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{shell, usage, web};

/// The levels of an architecture, as `-C target-cpu` knows them.
fn levels(architecture: &str) -> &'static [&'static str] {
    match architecture {
        "x86_64" => &["x86-64", "x86-64-v3"],
        _ => &["generic"],
    }
}

const PROGRAMS: [&str; 2] = ["fourfold", "fourfold-uci"];
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

/// Builds the archives of all levels, or of the level that is named.
pub fn run(arguments: &[String]) -> Result<()> {
    let all = levels(std::env::consts::ARCH);
    let chosen = match arguments {
        [] => all.to_vec(),
        [level] => match all.iter().find(|known| *known == level) {
            Some(level) => vec![*level],
            None => return Err(usage::unknown("CPU level", level, all).into()),
        },
        [_, unexpected, ..] => return Err(usage::unexpected(unexpected).into()),
    };
    web::build()?;
    for level in chosen {
        shell::step(&format!("archive for {level}"), || archive(level))?;
    }
    Ok(())
}

/// Builds the programs for one level and packs them.
fn archive(level: &str) -> Result<()> {
    let target = shell::target_directory()?;
    let built = target.join("dist-build").join(level);
    let mut build = shell::cargo(["build", "--release", "--locked", "--package", "fourfold"]);
    build
        .arg("--target-dir")
        .arg(&built)
        .env("RUSTFLAGS", format!("-Ctarget-cpu={level}"));
    shell::run(web::embed(&mut build)?)?;

    let name = name(level);
    let dist = target.join("dist");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    create(&folder.join("completions"))?;
    create(&folder.join("man"))?;
    for program in PROGRAMS {
        let file = Path::new(program).with_extension(std::env::consts::EXE_EXTENSION);
        copy(&built.join("release").join(&file), &folder.join(&file))?;
    }
    for text in TEXTS {
        copy(&shell::root().join(text), &folder.join(text))?;
    }
    accompany(&folder)?;

    // Every system that we release for has tar, Windows too.
    let packed = dist.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(&packed).arg("-C").arg(&dist).arg(&name);
    shell::run(&mut tar)?;
    eprintln!("    {}", packed.display());
    Ok(())
}

/// Writes what the program says about itself: completions for shells, and man pages.
fn accompany(folder: &Path) -> Result<()> {
    let program = folder
        .join("fourfold")
        .with_extension(std::env::consts::EXE_EXTENSION);
    for name in SHELLS {
        let script = shell::capture(Command::new(&program).args(["completions", name]))?;
        let path = folder.join("completions").join(format!("fourfold.{name}"));
        fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))?;
    }
    shell::run(Command::new(&program).arg("man").arg(folder.join("man")))
}

/// The name of an archive: version, system, and level.
fn name(level: &str) -> String {
    let (version, system) = (env!("CARGO_PKG_VERSION"), std::env::consts::OS);
    match level {
        "generic" => format!("fourfold-{version}-{system}-{}", std::env::consts::ARCH),
        level => format!("fourfold-{version}-{system}-{level}"),
    }
}

fn create(folder: &PathBuf) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if !from.is_file() {
        bail!("expected {}, which does not exist", from.display());
    }
    fs::copy(from, to).with_context(|| format!("cannot write {}", to.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_architecture_has_a_level_and_names_say_it() {
        assert_eq!(levels("aarch64"), ["generic"]);
        assert!(levels("x86_64").contains(&"x86-64-v3"));
        assert!(name("x86-64-v3").ends_with("-x86-64-v3"));
        assert!(name("generic").ends_with(std::env::consts::ARCH));
    }

    #[test]
    fn an_unknown_level_is_refused_before_anything_is_built() {
        let error = run(&["x86-64-v33".to_owned()]).expect_err("there is no such level");
        assert!(error.to_string().contains("CPU level"), "{error}");
    }
}
