//! What each check of `cargo xtask test` does.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

use super::programs;
use crate::toolchain::{self, WASM_TARGET};
use crate::{bench, browser, scenarios, shell, skips, web};

/// The crates that must build for the browser, besides the published ones.
const WASM_CRATES: [&str; 6] = ["engine", "partner", "rival", "tables", "thinker", "wire"];

/// The libraries that other projects can depend on. They build for the browser too.
const PUBLISHED: [&str; 8] = [
    "fourfold-chess",
    "fourfold-clock",
    "fourfold-duplicate",
    "fourfold-game",
    "fourfold-nnue",
    "fourfold-referee",
    "fourfold-syzygy",
    "fourfold-uci-protocol",
];

/// Workspaces whose format is checked, though they are built apart: one has GPL dependencies, the
/// other needs a nightly compiler.
const SEPARATE_WORKSPACES: [&str; 2] = ["tools/peers/Cargo.toml", "fuzz/Cargo.toml"];

/// Installs what the checks need, where that is allowed. What is missing then is reported by the
/// checks that miss it.
pub fn setup() -> Result<()> {
    toolchain::ensure_targets()?;
    browser::ensure_chromium()?;
    for (program, flag, package) in [
        ("nginx", "-v", "nginx-light"),
        ("valgrind", "--version", "valgrind"),
    ] {
        if !shell::succeeds(Command::new(program).arg(flag)) {
            browser::install(&[package])?;
        }
    }
    Ok(())
}

pub fn format() -> Result<()> {
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

pub fn clippy() -> Result<()> {
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

pub fn doc() -> Result<()> {
    let mut command = shell::cargo(["doc", "--workspace", "--no-deps", "--locked"]);
    shell::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Compiles all tests and, with them, the program that the scenarios use.
pub fn build() -> Result<()> {
    shell::run(web::embed(&mut shell::cargo(TEST))?.arg("--no-run"))?;
    scenarios::test_program().map(drop)
}

/// The tests of the whole workspace. Cargo compiles the dependencies of a part of it with other
/// features, and so once more.
const TEST: [&str; 3] = ["test", "--workspace", "--locked"];

/// Property tests use the same cases on every machine, so that the result does not depend on luck.
/// `PROPTEST_RNG_SEED` selects other cases.
pub fn test() -> Result<()> {
    let seed = env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "1".to_owned());
    let list = skips::list()?.display().to_string();
    let variables = [("PROPTEST_RNG_SEED", seed), (skips::LIST, list)];
    programs::run(web::embed(&mut shell::cargo(TEST))?, &variables)?;
    let with_variables = |mut command: Command| {
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        command
    };
    let mut examples = with_variables(shell::cargo(TEST));
    shell::run(web::embed(&mut examples)?.arg("--doc"))?;
    // The page uses the rules without their large tables, and other projects use serde.
    let mut command = with_variables(shell::cargo(["test", "--locked"]));
    command.args(["--package", "fourfold-chess", "--package", "fourfold-game"]);
    command.args(["--features", "fourfold-chess/compact,fourfold-game/serde"]);
    shell::run(command.args(["--lib", "--test", "keys", "--test", "serde"]))
}

/// Counts instructions, which do not depend on the load of the machine.
pub fn draws() -> Result<()> {
    match bench::draws::can_count() {
        true => bench::draws::run(&[]),
        false => skips::note(
            "draws",
            "valgrind is not installed, so no instructions were counted",
        ),
    }
}

pub fn package() -> Result<()> {
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
    PUBLISHED.into_iter().try_for_each(check_contents)?;
    // The other workspaces depend on the libraries, and their lock files have to follow.
    for manifest in SEPARATE_WORKSPACES {
        let mut command = shell::cargo(["update", "--workspace", "--locked", "--quiet"]);
        shell::run(command.args(["--manifest-path", manifest])).with_context(|| {
            format!("`cargo update --workspace --manifest-path {manifest}` fixes it")
        })?;
    }
    Ok(())
}

/// A library comes with its licenses and a description, and without tests that need crates of ours
/// that are not published.
fn check_contents(name: &str) -> Result<()> {
    let mut list = shell::cargo(["package", "--list", "--locked", "--allow-dirty"]);
    let files = shell::capture(list.args(["--package", name]))?;
    for expected in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
        ensure!(
            files.lines().any(|file| file == expected),
            "the package {name} has no {expected}"
        );
    }
    match files.lines().find(|file| file.starts_with("tests/")) {
        Some(file) => bail!("the package {name} has {file}, which cannot be compiled there"),
        None => Ok(()),
    }
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

pub fn systems() -> Result<()> {
    check_without_system()?;
    toolchain::ensure_other_systems()?;
    let mut command = shell::cargo(["check", "--locked", "--package", "fourfold"]);
    // Nothing is linked, so SQLite and the cryptography of TLS need not be compiled by a C compiler
    // for those systems.
    command.env("LIBSQLITE3_SYS_USE_PKG_CONFIG", "1");
    command.env("SQLITE3_LIB_DIR", shell::root());
    command.env("SDKROOT", shell::root());
    for target in toolchain::OTHER_SYSTEMS {
        command.args(["--target", target]);
        let of_target = target.replace('-', "_");
        for tool in ["CC", "AR", "RANLIB"] {
            command.env(format!("{tool}_{of_target}"), "true");
        }
    }
    shell::run(&mut command)?;
    check_fuzz_targets()
}

/// The fuzz targets follow the libraries. Running them needs a nightly compiler, checking them does
/// not.
fn check_fuzz_targets() -> Result<()> {
    let mut command = shell::cargo(["check", "--locked", "--manifest-path", "fuzz/Cargo.toml"]);
    // Nothing is linked, so the fuzzer itself need not be compiled.
    command.env("CUSTOM_LIBFUZZER_PATH", "nowhere/libfuzzer.a");
    command.arg("--target-dir");
    shell::run(command.arg(shell::target_directory()?.join("fuzz")))
}

/// The rules need no operating system.
fn check_without_system() -> Result<()> {
    if let Err(error) = toolchain::ensure_bare_target() {
        let target = toolchain::BARE_TARGET;
        return skips::note("no_std", &format!("cannot install {target}: {error:#}"));
    }
    let mut command = shell::cargo(["check", "--locked", "--package", "fourfold-chess"]);
    command.args(["--no-default-features", "--features", "serde"]);
    shell::run(command.args(["--target", toolchain::BARE_TARGET]))
}

pub fn wasm() -> Result<()> {
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
