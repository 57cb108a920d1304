//! What cargo says about the workspace and everything it is built from.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell;

/// Why a package is depended on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Normal,
    Dev,
    Build,
}

/// An edge of the dependency graph.
#[derive(Clone, Debug)]
pub struct Dependency {
    pub name: String,
    pub kind: Kind,
}

/// A package, ours or not.
#[derive(Clone, Debug)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub license: Option<String>,
    pub is_member: bool,
    pub dependencies: Vec<Dependency>,
    /// The root source files of libraries and programs, from the root of the workspace.
    pub roots: Vec<String>,
}

/// Every package of the build.
#[derive(Clone, Debug)]
pub struct Metadata {
    pub packages: Vec<Package>,
}

impl Metadata {
    /// Asks cargo.
    pub fn read() -> Result<Self> {
        let mut cargo = shell::cargo(["metadata", "--format-version", "1", "--locked"]);
        Self::parse(&shell::capture(&mut cargo)?)
    }

    /// Returns the packages of the workspace.
    pub fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_member)
    }

    /// Reads the answer of `cargo metadata`.
    pub fn parse(json: &str) -> Result<Self> {
        let value: Value = serde_json::from_str(json).context("cargo metadata is not JSON")?;
        let workspace_root = text(&value, "workspace_root")?;
        let members = list(&value, "workspace_members")?;
        let mut packages = Vec::new();
        for package in list(&value, "packages")? {
            let is_member = members.contains(&package["id"]);
            packages.push(parse_package(package, &workspace_root, is_member)?);
        }
        Ok(Self { packages })
    }
}

fn parse_package(package: &Value, workspace_root: &str, is_member: bool) -> Result<Package> {
    let mut dependencies = Vec::new();
    for dependency in list(package, "dependencies")? {
        let kind = match dependency["kind"].as_str() {
            Some("dev") => Kind::Dev,
            Some("build") => Kind::Build,
            _ => Kind::Normal,
        };
        dependencies.push(Dependency {
            name: text(dependency, "name")?,
            kind,
        });
    }
    let mut roots = Vec::new();
    for target in list(package, "targets")? {
        let kinds = list(target, "kind")?;
        let is_product = |kind: &Value| {
            matches!(
                kind.as_str(),
                Some("bin" | "lib" | "rlib" | "cdylib" | "proc-macro")
            )
        };
        if is_member && kinds.iter().any(is_product) {
            let path = text(target, "src_path")?;
            let inner = path
                .strip_prefix(workspace_root)
                .unwrap_or(&path)
                .replace('\\', "/");
            roots.push(inner.trim_start_matches('/').to_owned());
        }
    }
    Ok(Package {
        name: text(package, "name")?,
        version: text(package, "version")?,
        license: package["license"].as_str().map(str::to_owned),
        is_member,
        dependencies,
        roots,
    })
}

fn text(value: &Value, key: &str) -> Result<String> {
    let found = value[key].as_str();
    Ok(found
        .with_context(|| format!("cargo metadata lacks the text {key:?}"))?
        .to_owned())
}

fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value]> {
    let found = value[key].as_array();
    Ok(found
        .with_context(|| format!("cargo metadata lacks the list {key:?}"))?
        .as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_cargo_is_read() {
        let json = r#"{
            "workspace_root": "/fourfold",
            "workspace_members": ["path+file:///fourfold/crates/game#0.1.0"],
            "packages": [{
                "id": "path+file:///fourfold/crates/game#0.1.0",
                "name": "game", "version": "0.1.0", "license": "MIT OR Apache-2.0",
                "dependencies": [
                    {"name": "chess", "kind": null}, {"name": "testkit", "kind": "dev"}
                ],
                "targets": [
                    {"kind": ["lib"], "src_path": "/fourfold/crates/game/src/lib.rs"},
                    {"kind": ["test"], "src_path": "/fourfold/crates/game/tests/undo.rs"}
                ]
            }]
        }"#;
        let metadata = Metadata::parse(json).unwrap();
        let game = metadata.members().next().expect("game is a member");
        assert_eq!(game.roots, ["crates/game/src/lib.rs"]);
        assert_eq!(game.dependencies[0].kind, Kind::Normal);
        assert_eq!(game.dependencies[1].kind, Kind::Dev);
    }

    #[test]
    fn an_answer_without_packages_is_refused() {
        let json = r#"{"workspace_root": "/fourfold", "workspace_members": []}"#;
        let error = Metadata::parse(json).expect_err("there are no packages");
        assert_eq!(
            error.to_string(),
            "cargo metadata lacks the list \"packages\""
        );
    }
}
