//! Puts the app into the program: writes the table of files that `src/assets.rs` includes.
//!
//! `FOURFOLD_WEB_DIR` names the folder that `cargo xtask web` wrote. Without it the table is empty,
//! and the server says how to get one that is not.

#![forbid(unsafe_code)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const VARIABLE: &str = "FOURFOLD_WEB_DIR";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let table = match env::var_os(VARIABLE) {
        None => Ok("[]".to_owned()),
        Some(folder) => table(Path::new(&folder)),
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
        if name.starts_with('.') || name.ends_with(".gz") {
            continue;
        }
        println!("cargo::rerun-if-changed={}", path.display());
        let compressed = path.with_file_name(format!("{name}.gz"));
        let gzip = if paths.contains(&compressed) {
            format!("Some(include_bytes!({compressed:?}))")
        } else {
            "None".to_owned()
        };
        let line =
            format!("File {{ name: {name:?}, plain: include_bytes!({path:?}), gzip: {gzip} }},");
        writeln!(table, "    {line}").map_err(|error| error.to_string())?;
    }
    if !paths.iter().any(|path| path.ends_with("index.html")) {
        return Err(complain(
            "there is no index.html in it: run `cargo xtask web`".to_owned(),
        ));
    }
    Ok(table + "]")
}
