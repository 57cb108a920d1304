//! License check: every dependency must be usable under an allowed license.
//!
//! The allowed licenses are in deny.toml. cargo-deny reads the same list and checks more, if it is
//! installed; the check here needs only this program, so it runs everywhere.

use anyhow::{Context, Result, ensure};
use spdx::{Expression, ParseMode};

use super::Problem;
use super::metadata::Metadata;
use super::tree::Tree;
use crate::shell;

const CONFIGURATION: &str = "deny.toml";

/// Reads the licenses allowed in deny.toml.
pub fn read_allow_list(tree: &Tree) -> Result<Vec<String>> {
    let text = tree.text(CONFIGURATION).context("there is no deny.toml")?;
    let allowed = parse_allow_list(text);
    ensure!(
        !allowed.is_empty(),
        "deny.toml has no list `allow = [` under [licenses]"
    );
    Ok(allowed)
}

/// Checks the license of every package, ours included, and the allow list itself.
pub fn check(metadata: &Metadata, allowed: &[String]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for license in allowed.iter().filter(|license| license.contains("GPL")) {
        problems.push(Problem::new(
            CONFIGURATION,
            format!("{license} must not be allowed"),
        ));
    }
    for package in &metadata.packages {
        let place = format!("{} {}", package.name, package.version);
        let Some(license) = &package.license else {
            problems.push(Problem::new(place, "states no license"));
            continue;
        };
        match is_satisfied(license, allowed) {
            Ok(true) => {}
            Ok(false) => problems.push(Problem::new(
                place,
                format!("its license {license:?} is not among those deny.toml allows"),
            )),
            Err(error) => problems.push(Problem::new(
                place,
                format!("cannot read its license {license:?}: {error}"),
            )),
        }
    }
    problems
}

/// Says whether the allowed licenses suffice for an expression. Older packages write `MIT/Apache-2.0`.
fn is_satisfied(license: &str, allowed: &[String]) -> Result<bool, spdx::ParseError> {
    let expression = Expression::parse_mode(license, ParseMode::LAX)?;
    Ok(expression.evaluate(|requirement| allowed.contains(&requirement.to_string())))
}

/// Runs cargo-deny if it is there, and says so if it is not.
pub fn run_cargo_deny() -> Result<()> {
    if shell::succeeds(&mut shell::cargo(["deny", "--version"])) {
        shell::run(&mut shell::cargo([
            "deny", "check", "licenses", "bans", "sources",
        ]))
    } else {
        eprintln!("    cargo-deny is not installed: licenses were checked by xtask itself");
        Ok(())
    }
}

/// Scans the lines of the list. A TOML parser would be a dependency for one array.
fn parse_allow_list(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim());
    let mut section = lines.skip_while(|line| *line != "[licenses]").skip(1);
    let mut allowed = Vec::new();
    let mut inside = false;
    while let Some(line) = section
        .next()
        .filter(|line| inside || !line.starts_with('['))
    {
        let opens = line
            .strip_prefix("allow")
            .is_some_and(|rest| rest.trim_start().starts_with('='));
        inside |= opens;
        if inside {
            allowed.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
            if line.ends_with(']') {
                break;
            }
        }
    }
    allowed
}

#[cfg(test)]
mod tests {
    use super::super::metadata::Package;
    use super::*;

    fn check_one(license: Option<&str>, allowed: &[&str]) -> Vec<String> {
        let package = Package {
            name: "peer".to_owned(),
            version: "1.0.0".to_owned(),
            license: license.map(str::to_owned),
            is_member: false,
            dependencies: Vec::new(),
        };
        let allowed: Vec<String> = allowed.iter().map(|name| (*name).to_owned()).collect();
        let problems = check(
            &Metadata {
                packages: vec![package],
            },
            &allowed,
        );
        problems.iter().map(Problem::to_string).collect()
    }

    #[test]
    fn the_allow_list_is_found() {
        let text = "[graph]\nallow = [\"no\"]\n\n[licenses]\n# \"nor\" this\nallow = [\n    \
                    \"MIT\", # \"nor\" this\n    \"Apache-2.0 WITH LLVM-exception\",\n]\n\
                    [sources]\nallow-git = [\"no\"]\n";
        assert_eq!(
            parse_allow_list(text),
            ["MIT", "Apache-2.0 WITH LLVM-exception"]
        );
        assert_eq!(
            parse_allow_list("[licenses]\nallow = [\"MIT\", \"ISC\"]\n"),
            ["MIT", "ISC"]
        );
        assert!(parse_allow_list("[licenses]\n[bans]\nallow = [\"no\"]\n").is_empty());
    }

    #[test]
    fn the_list_of_the_repository_allows_its_own_licenses() {
        let text = include_str!("../../../deny.toml");
        let allowed = parse_allow_list(text);
        assert!(allowed.iter().any(|license| license == "MIT"));
        assert!(allowed.iter().any(|license| license == "Apache-2.0"));
    }

    #[test]
    fn a_license_outside_the_list_is_caught() {
        assert!(check_one(Some("MIT OR GPL-3.0-or-later"), &["MIT"]).is_empty());
        assert_eq!(
            check_one(Some("GPL-3.0-or-later"), &["MIT"]),
            ["peer 1.0.0: its license \"GPL-3.0-or-later\" is not among those deny.toml allows"]
        );
        assert_eq!(check_one(Some("MIT AND LGPL-2.1-only"), &["MIT"]).len(), 1);
    }

    #[test]
    fn a_license_that_is_missing_or_unreadable_is_caught() {
        assert_eq!(check_one(None, &["MIT"]), ["peer 1.0.0: states no license"]);
        assert_eq!(check_one(Some("MIT OR"), &["MIT"]).len(), 1);
    }

    #[test]
    fn the_list_must_not_allow_copyleft() {
        assert_eq!(check_one(Some("MIT"), &["MIT", "AGPL-3.0-only"]).len(), 1);
    }
}
