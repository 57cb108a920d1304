//! Embeds the app: writes the table of files that `src/assets.rs` includes.
//!
//! `FOURFOLD_WEB_DIR` names the folder that `cargo xtask web` wrote; if it is set but empty, there
//! is no app. If it is not set, a release build builds the app itself, so that `cargo install
//! --path` and `cargo build --release` give a complete program. A debug build does without, and the
//! server then says how to get the app.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const VARIABLE: &str = "FOURFOLD_WEB_DIR";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let is_release = env::var_os("PROFILE").is_some_and(|profile| profile == "release");
    let folder = match env::var_os(VARIABLE) {
        Some(folder) => (!folder.is_empty()).then(|| PathBuf::from(folder)),
        None if is_release => build_app(),
        None => None,
    };
    let table = match folder {
        None => Ok("[]".to_owned()),
        Some(folder) => table(&folder),
    };
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    let written = match (table, out) {
        (Ok(table), Some(out)) => {
            fs::write(out.join("embedded.rs"), table).map_err(|error| error.to_string())
        }
        (Err(error), _) => Err(error),
        (_, None) => Err("cargo sets OUT_DIR".to_owned()),
    };
    if let Err(error) = written {
        println!("cargo::error=cannot embed the app: {error}");
    }
}

/// Builds the app with the repository's own tool, in a separate target directory. A package without
/// the rest of the repository is built without the app.
fn build_app() -> Option<PathBuf> {
    let root = Path::new("../..");
    if !root.join("xtask/Cargo.toml").is_file() {
        println!(
            "cargo::warning=the sources of the app are not here: `fourfold serve` has no page"
        );
        return None;
    }
    for sources in ["crates", "nets", "xtask/web"] {
        println!("cargo::rerun-if-changed={}", root.join(sources).display());
    }
    let target = PathBuf::from(env::var_os("OUT_DIR")?).join("app");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args([
            "run",
            "--quiet",
            "--locked",
            "--package",
            "xtask",
            "--",
            "web",
        ])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", &target);
    // The variables that cargo sets for this script do not apply to the app.
    for variable in [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "TARGET",
    ] {
        command.env_remove(variable);
    }
    match command.output() {
        Ok(output) if output.status.success() => Some(target.join("web")),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.lines().rfind(|line| !line.trim().is_empty());
            let last = last.unwrap_or("no reason given");
            println!(
                "cargo::warning=the app could not be built, so `fourfold serve` has no page: {last}"
            );
            None
        }
        Err(error) => {
            println!("cargo::warning=the app could not be built: {error}");
            None
        }
    }
}

/// Returns the source text of the table, or what is wrong with the folder.
fn table(folder: &Path) -> Result<String, String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let complain = |error| format!("{VARIABLE} is {}, but {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(|error| complain(error.to_string()))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(|error| complain(error.to_string()))?.path());
    }
    paths.sort();

    let mut table = "[\n".to_owned();
    for path in &paths {
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| complain(format!("{path:?} has no plain name")))?;
        if name.starts_with('.') || name.ends_with(".gz") || name.ends_with(".br") {
            continue;
        }
        println!("cargo::rerun-if-changed={}", path.display());
        let compressed = |kind: &str| {
            let compressed = path.with_file_name(format!("{name}.{kind}"));
            match paths.contains(&compressed) {
                true => format!("Some(include_bytes!({compressed:?}))"),
                false => "None".to_owned(),
            }
        };
        let (gzip, brotli) = (compressed("gz"), compressed("br"));
        let line = format!(
            "File {{ name: {name:?}, plain: include_bytes!({path:?}), gzip: {gzip}, brotli: {brotli} }},"
        );
        writeln!(table, "    {line}").map_err(|error| error.to_string())?;
    }
    if !paths.iter().any(|path| path.ends_with("index.html")) {
        return Err(complain(
            "there is no index.html in it: run `cargo xtask web`".to_owned(),
        ));
    }
    Ok(table + "]")
}
