//! `xtask-web PAGE.wasm WORKER.wasm SOURCES FOLDER`: the last mile of `cargo xtask web`.
//!
//! Generates the glue around both compiled programs, bundles them with the hand-written
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

/// The names of the glue; the programs beside it are `web_bg.wasm` and `thinker_bg.wasm`.
const GLUE: [&str; 2] = ["web", "thinker"];

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
    let [page, worker, sources, output] = arguments.as_slice() else {
        bail!(
            "expected PAGE.wasm WORKER.wasm SOURCES FOLDER, found {} arguments",
            arguments.len()
        );
    };
    let output = Path::new(output);
    let read_program = |program| {
        let path = Path::new(program);
        fs::read(path).with_context(|| format!("cannot read {}", path.display()))
    };
    let programs = [read_program(page)?, read_program(worker)?];
    let mut files = hand_written(Path::new(sources))?;

    let fingerprint = fingerprint(&programs, &files)?;
    if folder::is_fresh(output, fingerprint) {
        eprintln!("    nothing changed in {}", output.display());
        return Ok(());
    }
    for (name, program) in GLUE.into_iter().zip(programs) {
        files.extend(glue(name, program)?);
    }
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
fn fingerprint(programs: &[Vec<u8>], files: &[Source]) -> Result<Fingerprint> {
    let this = env::current_exe()
        .and_then(fs::read)
        .context("cannot read this program")?;
    let mut fingerprint = Fingerprint::of(&this);
    for program in programs {
        fingerprint = fingerprint.and(program);
    }
    for file in files {
        fingerprint = fingerprint
            .and(file.name.as_bytes())
            .and(&[0])
            .and(&file.content);
    }
    Ok(fingerprint)
}

/// Generates the script that loads the program, and the program as that script expects it.
fn glue(name: &str, program: Vec<u8>) -> Result<[Source; 2]> {
    let mut output = Bindgen::new()
        .input_bytes(name, program)
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
    if let Some(source) = scripts
        .next()
        .map(|(source, _)| source)
        .or(output.local_modules().keys().next())
    {
        bail!("{source} brings scripts of its own, which the page does not serve");
    }
    let generated = |name: String, content: Vec<u8>| Source {
        name,
        content,
        mentions_files: false,
    };
    Ok([
        generated(format!("{name}.js"), output.js().as_bytes().to_vec()),
        generated(format!("{name}_bg.wasm"), output.wasm_mut().emit_wasm()),
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
