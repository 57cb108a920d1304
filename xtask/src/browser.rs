//! Tests in a real browser: installs Chromium where allowed, builds the program with the app embedded,
//! and runs the scenarios.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::toolchain::WASM_TARGET;
use crate::{shell, web};

/// Debian packages: the browser and its WebDriver.
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// Plays all scenarios.
pub fn test() -> Result<()> {
    scenarios(&[])
}

/// Plays the scenarios whose name has one of these in it, or all.
pub fn scenarios(names: &[String]) -> Result<()> {
    ensure_chromium()?;
    shell::run(&mut scenarios_command(names)?)
}

/// The same in Firefox; lists the scenarios that it cannot run.
pub fn firefox(names: &[String]) -> Result<()> {
    ensure_firefox()?;
    let skipped = PathBuf::from("artefacts/skipped.txt");
    // Remove the list of an earlier run.
    let _ = fs::remove_file(&skipped);
    let played = shell::run(scenarios_command(names)?.env("FOURFOLD_BROWSER", "firefox"));
    if let Ok(list) = fs::read_to_string(&skipped) {
        eprintln!("skipped, because Firefox or its driver cannot do it:");
        for line in list.lines() {
            eprintln!("  {line}");
        }
    }
    played
}

/// The command that runs the scenarios whose name has one of these in it, or all.
fn scenarios_command(names: &[String]) -> Result<Command> {
    let program = program()?;
    let (bench, nodes) = bench()?;
    let mut command = shell::cargo(["test", "--locked", "--package", "browser"]);
    command
        .args(["--test", "scenarios", "--"])
        .args(names)
        .env("FOURFOLD_PROGRAM", program)
        .env("FOURFOLD_BENCH", bench)
        .env("FOURFOLD_NODES", nodes);
    Ok(command)
}

/// Makes sure that Firefox and its driver are installed.
fn ensure_firefox() -> Result<()> {
    let is_there = |name: &str| shell::succeeds(Command::new(name).arg("--version"));
    if !is_there("firefox-esr") && !is_there("firefox") {
        install(&["firefox-esr"])?;
    }
    if !is_there("geckodriver") {
        shell::run(&mut shell::cargo(["install", "--locked", "geckodriver"]))?;
    }
    match is_there("geckodriver") && (is_there("firefox-esr") || is_there("firefox")) {
        true => Ok(()),
        false => bail!(
            "the scenarios in Firefox need it and its driver: install them (on Debian by \
             `sudo apt-get install firefox-esr` and `cargo install geckodriver`)"
        ),
    }
}

/// Builds the engine's benchmark for the browser and runs it natively; returns its path and the node
/// count to expect.
fn bench() -> Result<(PathBuf, String)> {
    let program = example_for_browser("bench_number")?;
    let mut run = shell::cargo(["run", "--quiet"]);
    let nodes = shell::capture(run.args(example("bench_number")))?;
    Ok((program, nodes.trim().to_owned()))
}

/// The cargo flags for an example of the engine.
pub fn example(name: &str) -> [&str; 5] {
    ["--locked", "--package", "engine", "--example", name]
}

/// Builds an example of the engine for the browser and returns its path.
pub fn example_for_browser(name: &str) -> Result<PathBuf> {
    let mut build = shell::cargo(["build", "--release", "--target", WASM_TARGET]);
    shell::run(build.args(example(name)))?;
    let folder = shell::target_directory()?.join(WASM_TARGET);
    Ok(folder.join(format!("release/examples/{name}.wasm")))
}

/// Makes sure that a browser and its driver are installed.
pub fn ensure_chromium() -> Result<()> {
    if is_there() {
        return Ok(());
    }
    install(&PACKAGES)?;
    if is_there() {
        return Ok(());
    }
    bail!(
        "the checks in a browser need Chromium and its driver: install them (on Debian by \
         `sudo apt-get install {}`) and see that `chromedriver` can be started",
        PACKAGES.join(" ")
    )
}

/// Installs Debian packages where allowed.
fn install(packages: &[&str]) -> Result<()> {
    let is_root = shell::capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if !is_root || !shell::succeeds(Command::new("apt-get").arg("--version")) {
        return Ok(());
    }
    // The package lists may be older than the archive.
    shell::run(Command::new("apt-get").args(["update", "--quiet"]))?;
    let mut apt_get = Command::new("apt-get");
    apt_get.env("DEBIAN_FRONTEND", "noninteractive");
    shell::run(
        apt_get
            .args(["install", "--yes", "--quiet", "--no-install-recommends"])
            .args(packages),
    )
}

fn is_there() -> bool {
    shell::succeeds(Command::new("chromedriver").arg("--version"))
        && ["chromium", "google-chrome", "chrome"]
            .iter()
            .any(|name| shell::succeeds(Command::new(name).arg("--version")))
}

/// Builds the program with the app embedded and returns its path.
pub fn program() -> Result<PathBuf> {
    web::build()?;
    let mut command = shell::cargo([
        "build",
        "--locked",
        "--package",
        "fourfold",
        "--bin",
        "fourfold",
    ]);
    shell::run(web::embed(&mut command)?)?;
    let program = shell::target_directory()?.join("debug/fourfold");
    program
        .with_extension(std::env::consts::EXE_EXTENSION)
        .canonicalize()
        .context("cargo built no program")
}
