//! What checks in a real browser need: installs Chromium where allowed, and builds the program with
//! the app embedded.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::toolchain::WASM_TARGET;
use crate::{shell, web};

/// Debian packages: the browser, its WebDriver, and the browser without a window, which starts faster.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "chromium-headless-shell"];

/// Where Debian puts the last of them. The scenarios can do without it.
const HEADLESS_SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// Makes sure that Firefox and its driver are installed.
pub fn ensure_firefox() -> Result<()> {
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
    if is_there() && Path::new(HEADLESS_SHELL).is_file() {
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
pub fn install(packages: &[&str]) -> Result<()> {
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

/// `cargo xtask pictures`: takes a picture of every page at every size, light and dark, or of the
/// scenes with one of these words in their name.
pub fn pictures(scenes: &[String]) -> Result<()> {
    ensure_chromium()?;
    let served = program()?;
    let mut command = shell::cargo([
        "run",
        "--locked",
        "--package",
        "browser",
        "--bin",
        "pictures",
    ]);
    command
        .env("FOURFOLD_PROGRAM", served)
        .arg("--")
        .args(scenes);
    shell::run(&mut command)
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
