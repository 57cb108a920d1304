//! `cargo xtask test`: all checks, those that fail fastest first.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context, Result};

use crate::scenarios::{self, Plan};
use crate::toolchain::{self, WASM_TARGET};
use crate::usage::{self, WrongUsage};
use crate::{shell, tidy, web};

/// The crates that must build for the browser, besides the published ones.
const WASM_CRATES: [&str; 7] = [
    "clock", "engine", "partner", "rival", "tables", "thinker", "wire",
];

/// The libraries that other projects can depend on. They build for the browser too.
const PUBLISHED: [&str; 6] = [
    "fourfold-chess",
    "fourfold-duplicate",
    "fourfold-game",
    "fourfold-nnue",
    "fourfold-referee",
    "fourfold-uci",
];

/// Workspaces whose format is checked, though they are built apart: one has GPL dependencies, the
/// other needs a nightly compiler.
const SEPARATE_WORKSPACES: [&str; 2] = ["tools/peers/Cargo.toml", "fuzz/Cargo.toml"];

const CHECKS: &[Check] = &[
    Check {
        name: "setup",
        title: "the toolchain has what the checks need",
        work: toolchain::ensure_targets,
    },
    Check {
        name: "format",
        title: "the sources are formatted",
        work: format,
    },
    Check {
        name: "clippy",
        title: "clippy has no complaint",
        work: clippy,
    },
    Check {
        name: "tidy",
        title: "the repository keeps its own rules",
        work: tidy::run,
    },
    Check {
        name: "doc",
        title: "the documentation builds without a warning",
        work: doc,
    },
    Check {
        name: "test",
        title: "the tests pass",
        work: test,
    },
    Check {
        name: "package",
        title: "the libraries can be packaged and built from their packages",
        work: package,
    },
    Check {
        name: "systems",
        title: "the programs compile for Windows and macOS",
        work: systems,
    },
    Check {
        name: "wasm",
        title: "the portable crates and the app pass for the browser",
        work: wasm,
    },
    Check {
        name: "browser",
        title: "the scenarios pass in a real browser",
        work: || scenarios::run(&Plan::ALL),
    },
];

/// A check: its name on the command line, what it establishes, and how.
struct Check {
    name: &'static str,
    title: &'static str,
    work: fn() -> Result<()>,
}

/// Runs the requested checks and stops at the first failure.
pub fn run(arguments: &[String]) -> Result<()> {
    let checks: &[Check] = match arguments {
        [] => CHECKS,
        [flag] if flag == "--list" => {
            for check in CHECKS {
                println!("{:<8} {}", check.name, check.title);
            }
            return Ok(());
        }
        [flag] if flag == "--only" => {
            return Err(WrongUsage::new("--only needs the name of a step").into());
        }
        [flag, name] if flag == "--only" => find(name)?,
        // Scenarios can be repeated, to find what fails only sometimes.
        [flag, name, rest @ ..] if flag == "--only" && name == "browser" => {
            return scenarios::run(&Plan::read(rest)?);
        }
        [unexpected, ..] => return Err(usage::unexpected(unexpected).into()),
    };
    run_all(checks)
}

/// Finds one check by name, as a slice of one.
fn find(name: &str) -> Result<&'static [Check], WrongUsage> {
    let names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
    match names.iter().position(|known| *known == name) {
        Some(index) => Ok(&CHECKS[index..=index]),
        None => Err(usage::unknown("step", name, &names)),
    }
}

fn run_all(checks: &[Check]) -> Result<()> {
    let mut times = Vec::new();
    for check in checks {
        let title = format!("{}: {}", check.name, check.title);
        match shell::step(&title, check.work) {
            Ok(elapsed) => times.push((check.name, elapsed)),
            Err(error) => {
                summarize(&times);
                return Err(error.context(format!("the step {:?} failed", check.name)));
            }
        }
    }
    summarize(&times);
    eprintln!("all checks passed");
    Ok(())
}

fn summarize(times: &[(&str, Duration)]) {
    if times.is_empty() {
        return;
    }
    let parts: Vec<String> = times
        .iter()
        .map(|(name, elapsed)| format!("{name} {}", shell::seconds(*elapsed)))
        .collect();
    let total: Duration = times.iter().map(|(_, elapsed)| *elapsed).sum();
    eprintln!(
        "passed: {} (total {})",
        parts.join(", "),
        shell::seconds(total)
    );
}

fn format() -> Result<()> {
    shell::run(&mut shell::cargo(["fmt", "--all", "--check"]))
        .context("`cargo fmt --all` fixes the format")?;
    for manifest in SEPARATE_WORKSPACES {
        if shell::root().join(manifest).is_file() {
            shell::run(&mut shell::cargo([
                "fmt",
                "--check",
                "--manifest-path",
                manifest,
            ]))
            .with_context(|| format!("`cargo fmt --manifest-path {manifest}` fixes it"))?;
        }
    }
    Ok(())
}

fn clippy() -> Result<()> {
    shell::run(&mut shell::cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ]))?;
    // Plain `cargo test` leaves these out.
    shell::run(&mut shell::cargo([
        "clippy",
        "--package",
        "browser",
        "--test",
        "scenarios",
        "--locked",
        "--",
        "-D",
        "warnings",
    ]))
}

fn doc() -> Result<()> {
    let mut command = shell::cargo(["doc", "--workspace", "--no-deps", "--locked"]);
    shell::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Property tests use the same cases on every machine, so that the result does not depend on luck.
/// `PROPTEST_RNG_SEED` selects other cases.
fn test() -> Result<()> {
    let seed = env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "1".to_owned());
    let mut command = shell::cargo(["test", "--workspace", "--locked"]);
    shell::run(command.env("PROPTEST_RNG_SEED", &seed))?;
    // The page uses the rules without their large tables.
    let mut command = shell::cargo(["test", "--package", "fourfold-chess", "--locked"]);
    command.args(["--features", "compact", "--lib", "--test", "keys"]);
    shell::run(command.env("PROPTEST_RNG_SEED", seed))
}

fn package() -> Result<()> {
    forget_unpacked_packages()?;
    // A folder of their own, empty at the start, for the same reason.
    let built = shell::target_directory()?.join("packages");
    if built.exists() {
        fs::remove_dir_all(&built).with_context(|| format!("cannot remove {}", built.display()))?;
    }
    // What is checked here is the tree at hand, committed or not.
    let mut command = shell::cargo(["package", "--locked", "--allow-dirty", "--quiet"]);
    command.arg("--target-dir").arg(&built);
    for name in PUBLISHED {
        command.args(["--package", name]);
    }
    shell::run(&mut command)?;
    // The other workspaces depend on the libraries, and their lock files have to follow.
    for manifest in SEPARATE_WORKSPACES {
        let mut command = shell::cargo(["update", "--workspace", "--locked", "--quiet"]);
        shell::run(command.args(["--manifest-path", manifest])).with_context(|| {
            format!("`cargo update --workspace --manifest-path {manifest}` fixes it")
        })?;
    }
    Ok(())
}

/// Removes the sources that cargo unpacked when it packaged the libraries before. It knows them by
/// name and version only, so it would build a library on old sources of another one.
fn forget_unpacked_packages() -> Result<()> {
    let home = match env::var_os("CARGO_HOME") {
        Some(home) => PathBuf::from(home),
        None => env::home_dir().unwrap_or_default().join(".cargo"),
    };
    let Ok(registries) = fs::read_dir(home.join("registry/src")) else {
        return Ok(());
    };
    for registry in registries {
        let registry = registry?;
        // A registry without a host is the local one that cargo makes for packages.
        if !registry.file_name().to_string_lossy().starts_with('-') {
            continue;
        }
        for unpacked in fs::read_dir(registry.path())? {
            let unpacked = unpacked?;
            let name = unpacked.file_name().to_string_lossy().into_owned();
            let is_ours = |package: &&str| name.starts_with(&format!("{package}-"));
            if PUBLISHED.iter().any(is_ours) {
                fs::remove_dir_all(unpacked.path())
                    .with_context(|| format!("cannot remove {}", unpacked.path().display()))?;
            }
        }
    }
    Ok(())
}

fn systems() -> Result<()> {
    toolchain::ensure_other_systems()?;
    for target in toolchain::OTHER_SYSTEMS {
        let mut command = shell::cargo(["check", "--locked", "--package", "fourfold"]);
        command.args(["--target", target]);
        // Nothing is linked, so SQLite and the cryptography of TLS need not be compiled by a C
        // compiler for that system.
        command.env("LIBSQLITE3_SYS_USE_PKG_CONFIG", "1");
        command.env("SQLITE3_LIB_DIR", shell::root());
        let of_target = target.replace('-', "_");
        for tool in ["CC", "AR", "RANLIB"] {
            command.env(format!("{tool}_{of_target}"), "true");
        }
        command.env("SDKROOT", shell::root());
        shell::run(&mut command)?;
    }
    Ok(())
}

fn wasm() -> Result<()> {
    toolchain::ensure_wasm_target()?;
    let mut command = shell::cargo(["check", "--locked", "--target", WASM_TARGET]);
    for name in PUBLISHED.into_iter().chain(WASM_CRATES) {
        command.args(["--package", name]);
    }
    shell::run(&mut command)?;
    // The app is for the browser only. Checking it in its build profile shares build scripts and
    // procedural macros with that build.
    shell::run(&mut shell::cargo([
        "clippy",
        "--package",
        "web",
        "--profile",
        web::PROFILE,
        "--target",
        WASM_TARGET,
        "--locked",
        "--",
        "-D",
        "warnings",
    ]))
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn a_step_is_found_by_its_name_and_a_near_name_is_suggested() {
        assert_eq!(find("clippy").expect("clippy is a step")[0].name, "clippy");
        let error = find("cliippy").err().expect("there is no such step");
        assert!(
            error.to_string().contains("did you mean \"clippy\"?"),
            "{error}"
        );
    }

    #[test]
    fn the_first_failure_stops_the_run() {
        let checks = [
            Check {
                name: "first",
                title: "fails",
                work: || bail!("on purpose"),
            },
            Check {
                name: "second",
                title: "is not reached",
                work: || panic!("was reached"),
            },
        ];
        let error = run_all(&checks).expect_err("the first check fails");
        assert_eq!(
            format!("{error:#}"),
            "the step \"first\" failed: on purpose"
        );
    }

    #[test]
    fn wrong_arguments_are_wrong_usage() {
        for arguments in [vec!["--only"], vec!["--only", "nothing"], vec!["tidy"]] {
            let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
            let error = run(&arguments).expect_err("the arguments make no sense");
            assert!(error.is::<WrongUsage>(), "{arguments:?}: {error}");
        }
    }
}
