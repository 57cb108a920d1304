//! The files of the repository, as input of the rules.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::shell;

/// Directories without sources, in case git cannot list the files.
const SKIPPED: [&str; 3] = [".git", "artefacts", "target"];

/// A file: its path relative to the root, with `/` as separator, and its text unless it is binary.
#[derive(Debug)]
pub struct SourceFile {
    pub path: String,
    pub text: Option<String>,
}

impl SourceFile {
    /// The last component of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }
}

/// All files that are tracked or would be.
#[derive(Debug, Default)]
pub struct Tree {
    pub files: Vec<SourceFile>,
}

impl Tree {
    /// Reads the files that git tracks or would track; without git, all except build output.
    pub fn read(root: &Path) -> Result<Self> {
        let mut paths = match list_with_git(root) {
            Ok(paths) => paths,
            Err(error) => {
                eprintln!("    walking the directories, since git lists no files ({error:#})");
                let mut paths = Vec::new();
                walk(root, "", &mut paths)?;
                paths
            }
        };
        paths.sort();
        paths.dedup();
        let mut files = Vec::new();
        for path in paths {
            let full = root.join(&path);
            // Git also lists deleted files until the deletion is committed.
            if full.is_file() {
                let bytes = fs::read(&full).with_context(|| format!("cannot read {path}"))?;
                files.push(SourceFile {
                    path,
                    text: String::from_utf8(bytes).ok(),
                });
            }
        }
        Ok(Self { files })
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.files
            .iter()
            .find(|file| file.path == path)?
            .text
            .as_deref()
    }

    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Self {
        let file = |(path, text): &(&str, &str)| SourceFile {
            path: (*path).to_owned(),
            text: Some((*text).to_owned()),
        };
        Self {
            files: files.iter().map(file).collect(),
        }
    }
}

fn list_with_git(root: &Path) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ])
    .current_dir(root);
    let listing = shell::capture(&mut git)?;
    Ok(listing
        .split('\0')
        .filter(|path| !path.is_empty())
        .map(str::to_owned)
        .collect())
}

fn walk(root: &Path, below: &str, paths: &mut Vec<String>) -> Result<()> {
    let directory = root.join(below);
    let context = || format!("cannot list {}", directory.display());
    for entry in fs::read_dir(&directory).with_context(context)? {
        let entry = entry.with_context(context)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() {
            name.clone()
        } else {
            format!("{below}/{name}")
        };
        let kind = entry.file_type().with_context(context)?;
        if !kind.is_dir() {
            paths.push(path);
        } else if !SKIPPED.contains(&name.as_str()) {
            walk(root, &path, paths)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_finds_this_file_and_skips_the_build() {
        let mut paths = Vec::new();
        walk(&shell::root(), "", &mut paths).unwrap();
        assert!(paths.iter().any(|path| path == "xtask/src/tidy/tree.rs"));
        assert!(
            !paths
                .iter()
                .any(|path| path.starts_with("target/") || path.contains(".git/"))
        );
    }
}
