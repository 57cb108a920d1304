//! `xtask-web PROGRAM.wasm SOURCES FOLDER`: the last mile of `cargo xtask web`.
//!
//! Generates the glue between the compiled program and the page, bundles both with the hand-written
//! files of `SOURCES` (its `index.html` and everything in `static/`), and writes `FOLDER`. Does
//! nothing when the folder was made of the same things.

#![forbid(unsafe_code)]

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::{env, str};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;
use xtask_web::bundle::{self, PAGE, Source};
use xtask_web::fingerprint::Fingerprint;
use xtask_web::folder::{self, Size};

/// The name of the glue; the program beside it is `web_bg.wasm`.
const GLUE: &str = "web";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [program, sources, output] = arguments.as_slice() else {
        bail!(
            "expected PROGRAM.wasm SOURCES FOLDER, found {} arguments",
            arguments.len()
        );
    };
    let output = Path::new(output);
    let program = fs::read(program)
        .with_context(|| format!("cannot read {}", Path::new(program).display()))?;
    let mut files = hand_written(Path::new(sources))?;

    let fingerprint = fingerprint(&program, &files)?;
    if folder::is_fresh(output, fingerprint) {
        eprintln!("    nothing changed in {}", output.display());
        return Ok(());
    }
    files.extend(glue(program)?);
    let sizes = folder::write(output, &bundle::bundle(&files)?, fingerprint)?;
    report(output, &sizes);
    Ok(())
}

/// Reads the page and the files beside it, in the order of their names.
fn hand_written(sources: &Path) -> Result<Vec<Source>> {
    let mut paths = vec![sources.join(PAGE)];
    let folder = sources.join("static");
    let entries =
        fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        paths.push(
            entry
                .with_context(|| format!("cannot list {}", folder.display()))?
                .path(),
        );
    }
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<Source> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.with_context(|| format!("{} has no plain name", path.display()))?;
    let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Source {
        name: name.to_owned(),
        mentions_files: str::from_utf8(&content).is_ok(),
        content,
    })
}

/// Everything the folder depends on, this program included.
fn fingerprint(program: &[u8], files: &[Source]) -> Result<Fingerprint> {
    let this = env::current_exe()
        .and_then(fs::read)
        .context("cannot read this program")?;
    let mut fingerprint = Fingerprint::of(&this).and(program);
    for file in files {
        fingerprint = fingerprint
            .and(file.name.as_bytes())
            .and(&[0])
            .and(&file.content);
    }
    Ok(fingerprint)
}

/// Generates the script that loads the program, and the program as that script expects it.
fn glue(program: Vec<u8>) -> Result<[Source; 2]> {
    let mut output = Bindgen::new()
        .input_bytes(GLUE, program)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_producers_section(true)
        .remove_name_section(true)
        .generate_output()
        .context("cannot generate the glue between the program and the page")?;
    // Every crate that could bring scripts is listed, most of them with none.
    let mut scripts = output
        .snippets()
        .iter()
        .filter(|(_, scripts)| !scripts.is_empty());
    if let Some(name) = scripts
        .next()
        .map(|(name, _)| name)
        .or(output.local_modules().keys().next())
    {
        bail!("{name} brings scripts of its own, which the page does not serve");
    }
    let generated = |name: String, content: Vec<u8>| Source {
        name,
        content,
        mentions_files: false,
    };
    Ok([
        generated(format!("{GLUE}.js"), output.js().as_bytes().to_vec()),
        generated(format!("{GLUE}_bg.wasm"), output.wasm_mut().emit_wasm()),
    ])
}

fn report(folder: &Path, sizes: &[Size]) {
    for size in sizes {
        eprintln!(
            "    {:>9} {:>9}  {}",
            size.plain, size.compressed, size.name
        );
    }
    let total = |of: fn(&Size) -> usize| sizes.iter().map(of).sum::<usize>();
    eprintln!(
        "    {:>9} {:>9}  bytes, and bytes after gzip, in {}",
        total(|size| size.plain),
        total(|size| size.compressed),
        folder.display()
    );
}
