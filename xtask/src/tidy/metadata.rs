//! What cargo says about the workspace and everything it is built from.

use anyhow::{Context, Result};
pub use cargo_metadata::DependencyKind as Kind;
use cargo_metadata::MetadataCommand;
use cargo_metadata::camino::Utf8Path;

use crate::shell;

/// The prefix of published packages.
const PREFIX: &str = "fourfold-";

/// An edge of the dependency graph.
#[derive(Clone, Debug)]
pub struct Dependency {
    pub name: String,
    pub kind: Kind,
    /// Whether only a feature brings it in.
    pub is_optional: bool,
}

/// A package, ours or not.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name; a published library of ours is called by its folder.
    pub name: String,
    pub version: String,
    pub license: Option<String>,
    pub is_member: bool,
    pub dependencies: Vec<Dependency>,
}

/// Every package of the build.
#[derive(Clone, Debug)]
pub struct Metadata {
    pub packages: Vec<Package>,
}

impl Metadata {
    /// Asks cargo.
    pub fn read() -> Result<Self> {
        let answer = MetadataCommand::new()
            .current_dir(shell::root())
            .other_options(vec!["--locked".to_owned()])
            .exec()
            .context("cannot ask cargo for its metadata")?;
        Ok(Self::from(&answer))
    }

    /// Returns the packages of the workspace.
    pub fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_member)
    }
}

impl From<&cargo_metadata::Metadata> for Metadata {
    fn from(answer: &cargo_metadata::Metadata) -> Self {
        let packages = answer.packages.iter().map(|package| {
            let is_member = answer.workspace_members.contains(&package.id);
            read_package(package, is_member)
        });
        Metadata {
            packages: packages.collect(),
        }
    }
}

fn read_package(package: &cargo_metadata::Package, is_member: bool) -> Package {
    let dependencies = package.dependencies.iter().map(|dependency| Dependency {
        name: short_name(&dependency.name, dependency.path.as_deref()),
        kind: dependency.kind,
        is_optional: dependency.optional,
    });
    Package {
        name: short_name(&package.name, package.manifest_path.parent()),
        version: package.version.to_string(),
        license: package.license.clone(),
        is_member,
        dependencies: dependencies.collect(),
    }
}

/// The name of a package, or of its folder if it is a published library of ours.
fn short_name(name: &str, folder: Option<&Utf8Path>) -> String {
    let folder = folder.filter(|_| name.starts_with(PREFIX));
    let folder = folder.and_then(Utf8Path::file_name);
    folder.unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_read_and_packages_are_called_by_their_folders() {
        let metadata = Metadata::read().unwrap();
        let game = metadata.members().find(|package| package.name == "game");
        let game = game.expect("game is a member");
        let kind_of = |name: &str| {
            let mut edges = game.dependencies.iter();
            edges.find(|edge| edge.name == name).map(|edge| edge.kind)
        };
        assert_eq!(kind_of("chess"), Some(Kind::Normal));
        assert_eq!(kind_of("testkit"), Some(Kind::Development));
        assert!(metadata.members().any(|package| package.name == "uci"));
    }
}
