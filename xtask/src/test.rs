//! `cargo xtask test`: all checks, in two lanes side by side, those that fail fastest first.
//!
//! Checks of one lane share cargo's lock or the processor's attention, so they take turns. A check may
//! also wait for one of the other lane: the tests and the scenarios use one build of the program,
//! which embeds the app. What a check prints goes to a file, and to the terminal if it fails.

mod lanes;
mod programs;
mod steps;

use anyhow::Result;

use crate::scenarios::{self, Plan};
use crate::usage::{self, WrongUsage};
use crate::{shell, skips, tidy, web};

use lanes::{Check, Lane};

const CHECKS: &[Check] = &[
    Check {
        name: "format",
        title: "the sources are formatted",
        lane: Lane::Native,
        after: None,
        work: steps::format,
    },
    Check {
        name: "tidy",
        title: "the repository keeps its own rules",
        lane: Lane::Native,
        after: None,
        work: tidy::run,
    },
    Check {
        name: "clippy",
        title: "clippy has no complaint",
        lane: Lane::Native,
        after: None,
        work: steps::clippy,
    },
    Check {
        name: "doc",
        title: "the documentation builds without a warning",
        lane: Lane::Native,
        after: None,
        work: steps::doc,
    },
    Check {
        name: "systems",
        title: "the programs compile for Windows and macOS, and the fuzz targets",
        lane: Lane::Native,
        after: None,
        work: steps::systems,
    },
    Check {
        name: "build",
        title: "the tests and the program with its app compile",
        lane: Lane::Native,
        after: Some("web"),
        work: steps::build,
    },
    Check {
        name: "test",
        title: "the tests pass",
        lane: Lane::Native,
        after: None,
        work: steps::test,
    },
    Check {
        name: "web",
        title: "the app builds",
        lane: Lane::Browser,
        after: None,
        work: || web::build().map(drop),
    },
    Check {
        name: "wasm",
        title: "the portable crates and the app pass for the browser",
        lane: Lane::Browser,
        after: None,
        work: steps::wasm,
    },
    Check {
        name: "draws",
        title: "detecting draws costs the search no more than its budget",
        lane: Lane::Browser,
        after: None,
        work: steps::draws,
    },
    Check {
        name: "package",
        title: "the libraries can be packaged and built from their packages",
        lane: Lane::Browser,
        after: None,
        work: steps::package,
    },
    Check {
        name: "browser",
        title: "the scenarios pass in a real browser",
        lane: Lane::Browser,
        after: Some("build"),
        work: || scenarios::run_built(&Plan::ALL),
    },
];

/// Runs the requested checks and stops at the first failure.
pub fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => {
            skips::begin()?;
            shell::step("install what the checks need", steps::setup)?;
            lanes::run(CHECKS)?;
            skips::report()
        }
        [flag] if flag == "--list" => {
            for check in CHECKS {
                println!("{:<8} {}", check.name, check.title);
            }
            Ok(())
        }
        [flag] if flag == "--only" => {
            Err(WrongUsage::new("--only needs the name of a step").into())
        }
        // Scenarios can be repeated, to find what fails only sometimes.
        [flag, name, rest @ ..] if flag == "--only" && name == "browser" => {
            let plan = Plan::read(rest)?;
            skips::begin()?;
            scenarios::run(&plan)?;
            skips::report()
        }
        [flag, name] if flag == "--only" => {
            let check = find(name)?;
            skips::begin()?;
            let title = format!("{}: {}", check.name, check.title);
            shell::step(&title, check.work)?;
            skips::report()
        }
        [unexpected, ..] => Err(usage::unexpected(unexpected).into()),
    }
}

fn find(name: &str) -> Result<&'static Check, WrongUsage> {
    let names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
    let check = CHECKS.iter().find(|check| check.name == name);
    check.ok_or_else(|| usage::unknown("step", name, &names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found_by_its_name_and_a_near_name_is_suggested() {
        assert_eq!(find("clippy").expect("clippy is a step").name, "clippy");
        let error = find("cliippy").expect_err("there is no such step");
        assert!(
            error.to_string().contains("did you mean \"clippy\"?"),
            "{error}"
        );
    }

    #[test]
    fn wrong_arguments_are_wrong_usage() {
        for arguments in [
            vec!["--only"],
            vec!["--only", "nothing"],
            vec!["tidy"],
            vec!["--only", "browser", "--repeat", "0"],
        ] {
            let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
            let error = run(&arguments).expect_err("the arguments make no sense");
            assert!(error.is::<WrongUsage>(), "{arguments:?}: {error}");
        }
    }

    #[test]
    fn a_check_waits_only_for_one_of_the_other_lane_that_does_not_wait_for_it() {
        for check in CHECKS {
            let Some(name) = check.after else { continue };
            let other = find(name).expect("the check exists");
            assert_ne!(other.lane, check.lane, "{}", check.name);
            assert_eq!(other.after.filter(|name| *name == check.name), None);
        }
    }
}
