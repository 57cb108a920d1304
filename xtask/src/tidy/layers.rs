//! Checks dependencies between crates against the graph in ARCHITECTURE.md.
//!
//! The graph is the first code block of that file with an arrow. Each line names crates separated by
//! commas, and arrows (`◄──`) between groups: every crate after an arrow may depend on the crates
//! before it and on all that those may depend on. A line without an arrow names crates that depend on
//! none of ours. `everything above` stands for the crates of all earlier lines. Remarks are in
//! parentheses.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;
use super::metadata::{Kind, Metadata, Package};
use super::tree::Tree;

const FILE: &str = "ARCHITECTURE.md";
const ARROW: &str = "◄──";
const EVERYTHING: &str = "everything above";

/// The crate of test support: any crate may use it in tests, none outside of tests.
const TESTKIT: &str = "testkit";

/// Crates without dependencies outside the standard library, unless a feature asks for one.
const WITHOUT_DEPENDENCIES: [&str; 1] = ["chess"];

/// The crates of ours that each crate may depend on.
#[derive(Debug, Default, PartialEq, Eq)]
struct Graph(BTreeMap<String, BTreeSet<String>>);

impl Graph {
    /// Reads the first code block with an arrow.
    fn find(document: &str) -> Option<Graph> {
        document
            .split("\n```")
            .skip(1)
            .step_by(2)
            .find(|block| block.contains(ARROW))
            .map(Graph::parse)
    }

    fn parse(block: &str) -> Graph {
        let mut graph = Graph::default();
        for line in block.lines() {
            let line = without_remarks(line);
            let mut known: BTreeSet<String> = BTreeSet::new();
            for group in line.split(ARROW) {
                let names = graph.names(group);
                for name in &names {
                    let reach = graph.0.entry(name.clone()).or_default();
                    reach.extend(known.iter().cloned());
                }
                known = names;
            }
        }
        graph.close();
        graph
    }

    fn names(&self, group: &str) -> BTreeSet<String> {
        if group.trim() == EVERYTHING {
            return self.0.keys().cloned().collect();
        }
        let names = group.split(',').map(str::trim);
        let names = names.filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    }

    /// Adds transitive dependencies.
    fn close(&mut self) {
        loop {
            let before = self.0.clone();
            for reach in self.0.values_mut() {
                let further: Vec<_> = reach.iter().filter_map(|name| before.get(name)).collect();
                reach.extend(further.into_iter().flatten().cloned());
            }
            if self.0 == before {
                return;
            }
        }
    }

    /// Problems of the graph itself: crates that do not exist, and cycles.
    fn check(&self, ours: &[&str]) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (name, reach) in &self.0 {
            if !ours.contains(&name.as_str()) {
                problems.push(Problem::new(
                    FILE,
                    format!("the graph names {name}, which does not exist"),
                ));
            }
            if reach.contains(name) {
                problems.push(Problem::new(
                    FILE,
                    format!("by the graph {name} may depend on itself"),
                ));
            }
        }
        problems
    }
}

/// A line without remarks in parentheses.
fn without_remarks(line: &str) -> String {
    let mut depth = 0usize;
    line.chars()
        .filter(|c| {
            match c {
                '(' => depth += 1,
                ')' => {
                    depth = depth.saturating_sub(1);
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect()
}

/// Compares the dependencies of every crate with the graph.
pub fn check(tree: &Tree, metadata: &Metadata) -> Vec<Problem> {
    let document = tree.text(FILE).unwrap_or_default();
    let Some(graph) = Graph::find(document) else {
        let message = format!("expected a code block with the graph of our crates ({ARROW})");
        return vec![Problem::new(FILE, message)];
    };
    let ours: Vec<&str> = metadata
        .members()
        .map(|package| package.name.as_str())
        .collect();
    let mut problems = graph.check(&ours);
    for package in metadata.members() {
        match graph.0.get(&package.name) {
            Some(reach) => problems.extend(check_package(package, reach, &ours)),
            None => problems.push(Problem::new(
                &package.name,
                format!("the crate is not in the graph of {FILE}"),
            )),
        }
    }
    problems
}

fn check_package(package: &Package, reach: &BTreeSet<String>, ours: &[&str]) -> Vec<Problem> {
    let mut problems = Vec::new();
    // A crate may ask itself for a feature of its tests.
    let others = package.dependencies.iter();
    for dependency in others.filter(|dependency| dependency.name != package.name) {
        let name = dependency.name.as_str();
        if name == TESTKIT {
            if dependency.kind != Kind::Development {
                problems.push(Problem::new(
                    &package.name,
                    format!("may use {TESTKIT} in tests only"),
                ));
            }
        } else if ours.contains(&name) && !reach.contains(name) {
            problems.push(Problem::new(
                &package.name,
                format!("must not depend on {name}: the graph in {FILE} forbids it"),
            ));
        } else if dependency.kind != Kind::Development
            && !dependency.is_optional
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
    use super::super::tree::SourceFile;
    use super::*;

    const DOCUMENT: &str = "# Title\n\n```\nno graph\n```\n\n```\nchess ◄── game ◄── referee\n\
        chess ◄── engine\nserver (knows none)\ngame, engine ◄── arena\neverything above ◄── fourfold\n\
        chess ◄── testkit (tests only)\n```\n";

    const CRATES: [&str; 8] = [
        "chess", "game", "referee", "engine", "server", "arena", "fourfold", TESTKIT,
    ];

    fn document(text: &str) -> Tree {
        Tree {
            files: vec![SourceFile {
                path: FILE.to_owned(),
                text: Some(text.to_owned()),
            }],
        }
    }

    /// Checks a workspace in which one crate has these dependencies.
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
                    is_optional: false,
                })
                .collect(),
        };
        let mut packages = vec![member(name, dependencies)];
        for other in CRATES {
            if other != name {
                packages.push(member(other, &[]));
            }
        }
        check(&document(DOCUMENT), &Metadata { packages })
            .iter()
            .map(Problem::to_string)
            .collect()
    }

    fn known(name: &str) -> Vec<String> {
        let graph = Graph::find(DOCUMENT).expect("there is a graph");
        graph.0[name].iter().cloned().collect()
    }

    #[test]
    fn the_graph_is_read_with_transitive_dependencies() {
        assert_eq!(known("chess"), [""; 0]);
        assert_eq!(known("server"), [""; 0]);
        assert_eq!(known("referee"), ["chess", "game"]);
        assert_eq!(known("arena"), ["chess", "engine", "game"]);
        assert_eq!(
            known("fourfold"),
            ["arena", "chess", "engine", "game", "referee", "server"],
            "the crates above it, and not the testkit below"
        );
    }

    #[test]
    fn the_graph_of_the_repository_is_valid() {
        let text = include_str!("../../../ARCHITECTURE.md");
        let graph = Graph::find(text).expect("there is a graph");
        let names: Vec<&str> = graph.0.keys().map(String::as_str).collect();
        assert_eq!(graph.check(&names), []);
        assert!(graph.0["fourfold"].contains("chess"));
    }

    #[test]
    fn a_document_without_a_graph_is_reported() {
        let packages = Vec::new();
        let problems = check(&document("# Title\n"), &Metadata { packages });
        assert_eq!(problems.len(), 1);
    }

    #[test]
    fn all_dependencies_in_the_graph_are_allowed() {
        for name in CRATES {
            let known = known(name);
            let mut dependencies: Vec<_> = known
                .iter()
                .map(|name| (name.as_str(), Kind::Normal))
                .collect();
            dependencies.push((TESTKIT, Kind::Development));
            assert_eq!(check_one(name, &dependencies), [""; 0], "{name}");
        }
    }

    #[test]
    fn a_dependency_outside_the_graph_is_reported() {
        assert_eq!(
            check_one("game", &[("chess", Kind::Normal), ("engine", Kind::Normal)]),
            ["game: must not depend on engine: the graph in ARCHITECTURE.md forbids it"]
        );
        assert_eq!(check_one("game", &[("server", Kind::Development)]).len(), 1);
    }

    #[test]
    fn a_crate_may_depend_on_itself_in_tests() {
        assert!(check_one("game", &[("game", Kind::Development)]).is_empty());
    }

    #[test]
    fn the_testkit_stays_in_tests() {
        assert_eq!(check_one("fourfold", &[(TESTKIT, Kind::Normal)]).len(), 1);
        assert!(check_one("fourfold", &[(TESTKIT, Kind::Development)]).is_empty());
    }

    #[test]
    fn the_rules_core_has_no_dependencies() {
        assert_eq!(
            check_one("chess", &[("rand", Kind::Normal)]),
            ["chess: must have no dependencies, found rand"]
        );
        assert_eq!(check_one("chess", &[("cc", Kind::Build)]).len(), 1);
        assert!(check_one("chess", &[("proptest", Kind::Development)]).is_empty());
    }

    #[test]
    fn a_crate_outside_the_graph_is_reported() {
        assert_eq!(
            check_one("helpers", &[]),
            ["helpers: the crate is not in the graph of ARCHITECTURE.md"]
        );
    }

    #[test]
    fn a_crate_that_does_not_exist_and_a_cycle_are_reported() {
        let graph = Graph::parse("a ◄── b ◄── c\nc ◄── a\n");
        let problems = graph.check(&["a", "b"]);
        let messages: Vec<_> = problems.iter().map(|problem| &problem.message).collect();
        assert!(messages.iter().any(|text| text.contains("names c,")));
        assert!(
            messages
                .iter()
                .any(|text| text.contains("a may depend on itself"))
        );
    }
}
