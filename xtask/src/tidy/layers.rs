//! Which crate may know which: the graph of ARCHITECTURE.md as data.

use super::Problem;
use super::metadata::{Kind, Metadata, Package};

/// The crate of test helpers: a development dependency of anyone, a real one of no one.
const TESTKIT: &str = "testkit";

/// Crates that take nothing from outside the standard library, ours or not.
const WITHOUT_DEPENDENCIES: [&str; 1] = ["chess"];

/// Crates that build or test the product and are no part of it.
const NOT_IN_THE_PRODUCT: [&str; 5] = ["browser", "datagen", "trainer", "xtask", "xtask-web"];

/// What each crate may depend on among ours.
const LAYERS: [(&str, Reach); 22] = [
    ("chess", Reach::Only(&[])),
    ("game", Reach::Only(&["chess"])),
    ("referee", Reach::Only(&["chess", "game"])),
    ("nnue", Reach::Only(&["chess"])),
    ("engine", Reach::Only(&["chess", "nnue"])),
    ("partner", Reach::Only(&["chess", "game", "engine"])),
    ("uci", Reach::Only(&["chess"])),
    (
        "uci-session",
        Reach::Only(&["chess", "nnue", "engine", "partner", "uci"]),
    ),
    (
        "arena",
        Reach::Only(&["chess", "game", "uci", "engine", "referee", "nnue"]),
    ),
    ("duplicate", Reach::Only(&["chess"])),
    ("wire", Reach::Only(&["chess", "duplicate"])),
    ("server", Reach::Only(&["chess", "duplicate", "wire"])),
    ("web", Reach::Only(&["chess", "duplicate", "wire"])),
    ("whole-file", Reach::Only(&[])),
    (
        "terminal",
        Reach::Only(&[
            "chess",
            "game",
            "referee",
            "engine",
            "partner",
            "whole-file",
        ]),
    ),
    ("testkit", Reach::Only(&["chess"])),
    ("fourfold", Reach::Everything),
    (
        "datagen",
        Reach::Only(&["chess", "game", "engine", "nnue", "arena"]),
    ),
    (
        "trainer",
        Reach::Only(&["chess", "nnue", "arena", "datagen"]),
    ),
    ("browser", Reach::Only(&[])),
    ("xtask", Reach::Only(&[])),
    ("xtask-web", Reach::Only(&[])),
];

/// How far a crate may see.
#[derive(Clone, Copy)]
enum Reach {
    Only(&'static [&'static str]),
    Everything,
}

impl Reach {
    fn includes(self, name: &str) -> bool {
        match self {
            Self::Only(names) => names.contains(&name),
            Self::Everything => name != TESTKIT && !NOT_IN_THE_PRODUCT.contains(&name),
        }
    }
}

/// Compares the dependencies of every crate with the graph.
pub fn check(metadata: &Metadata) -> Vec<Problem> {
    let ours: Vec<&str> = metadata
        .members()
        .map(|package| package.name.as_str())
        .collect();
    let mut problems = Vec::new();
    for package in metadata.members() {
        match LAYERS.iter().find(|(name, _)| *name == package.name) {
            Some((_, reach)) => problems.extend(check_package(package, *reach, &ours)),
            None => problems.push(Problem::new(
                &package.name,
                "the crate has no place among the layers in xtask/src/tidy/layers.rs",
            )),
        }
    }
    problems
}

fn check_package(package: &Package, reach: Reach, ours: &[&str]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for dependency in &package.dependencies {
        let name = dependency.name.as_str();
        if dependency.kind == Kind::Dev && name == TESTKIT {
            continue;
        }
        if ours.contains(&name) && !reach.includes(name) {
            problems.push(Problem::new(
                &package.name,
                format!("must not depend on {name}: the layers forbid it"),
            ));
        } else if dependency.kind != Kind::Dev
            && WITHOUT_DEPENDENCIES.contains(&package.name.as_str())
        {
            problems.push(Problem::new(
                &package.name,
                format!("must have no dependencies, found {name}"),
            ));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::metadata::Dependency;
    use super::*;

    /// Checks a workspace in which the crate given has the dependencies given.
    fn check_one(name: &str, dependencies: &[(&str, Kind)]) -> Vec<String> {
        let member = |name: &str, dependencies: &[(&str, Kind)]| Package {
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            license: None,
            is_member: true,
            dependencies: dependencies
                .iter()
                .map(|(name, kind)| Dependency {
                    name: (*name).to_owned(),
                    kind: *kind,
                })
                .collect(),
            roots: Vec::new(),
        };
        let mut packages = vec![member(name, dependencies)];
        for (other, _) in LAYERS {
            if other != name {
                packages.push(member(other, &[]));
            }
        }
        check(&Metadata { packages })
            .iter()
            .map(Problem::to_string)
            .collect()
    }

    #[test]
    fn the_graph_may_be_used_to_the_full() {
        for (name, reach) in LAYERS {
            if let Reach::Only(names) = reach {
                let mut dependencies: Vec<_> =
                    names.iter().map(|name| (*name, Kind::Normal)).collect();
                dependencies.push((TESTKIT, Kind::Dev));
                assert!(check_one(name, &dependencies).is_empty(), "{name}");
            }
        }
    }

    #[test]
    fn a_layer_must_not_look_up() {
        assert_eq!(
            check_one("game", &[("chess", Kind::Normal), ("engine", Kind::Normal)]),
            ["game: must not depend on engine: the layers forbid it"]
        );
        assert_eq!(check_one("game", &[("server", Kind::Dev)]).len(), 1);
    }

    #[test]
    fn the_testkit_stays_in_tests() {
        assert_eq!(check_one("fourfold", &[(TESTKIT, Kind::Normal)]).len(), 1);
        assert!(check_one("fourfold", &[(TESTKIT, Kind::Dev)]).is_empty());
    }

    #[test]
    fn the_rules_core_takes_nothing_from_outside() {
        assert_eq!(
            check_one("chess", &[("rand", Kind::Normal)]),
            ["chess: must have no dependencies, found rand"]
        );
        assert_eq!(check_one("chess", &[("cc", Kind::Build)]).len(), 1);
        assert!(check_one("chess", &[("proptest", Kind::Dev)]).is_empty());
    }

    #[test]
    fn a_crate_without_a_place_is_reported() {
        assert_eq!(check_one("helpers", &[]).len(), 1);
    }

    #[test]
    fn no_layer_can_reach_itself() {
        fn reaches(from: &str, to: &str) -> bool {
            LAYERS
                .iter()
                .filter(|(name, _)| *name == from)
                .any(|(_, reach)| match reach {
                    Reach::Only(names) => names.iter().any(|name| *name == to || reaches(name, to)),
                    Reach::Everything => false,
                })
        }
        for (name, _) in LAYERS {
            assert!(!reaches(name, name), "{name}");
        }
    }
}
