//! `xtask-web PAGE.wasm WORKER.wasm SOURCES FOLDER`: the last step of `cargo xtask web`.
//!
//! Generates the JavaScript bindings of both compiled programs, bundles them with the handwritten files
//! of `SOURCES` (`index.html` and everything in `static/`), and writes `FOLDER`. Does nothing if the
//! folder was built from the same inputs.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::{env, str};

use anyhow::{Context, Result, bail};
use repeatable::Fnv;
use wasm_bindgen_cli_support::Bindgen;
use xtask_web::bundle::{self, Mentions, PAGE, Source};
use xtask_web::folder::{self, Size};
use xtask_web::{parts, styles};

/// The bindings of the page; its program is `web_bg.wasm`.
const PAGE_GLUE: &str = "web";

/// The bindings of the worker; its program is `thinker_bg.wasm`.
const WORKER: &str = "thinker";

/// The names of openings, which the command line has too.
const OPENINGS: &str = "../../books/openings.txt";

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
    files = styles::join(files)?;
    let [page, worker] = programs;
    files.extend(page_program(&page)?);
    files.extend(worker_program(worker)?);
    let sizes = folder::write(output, &bundle::bundle(&files)?, fingerprint)?;
    report(output, &sizes);
    Ok(())
}

/// Reads the page and the static files, sorted by name.
fn hand_written(sources: &Path) -> Result<Vec<Source>> {
    let mut paths = vec![sources.join(PAGE), sources.join(OPENINGS)];
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
    paths.iter().map(|path| read_source(path)).collect()
}

fn read_source(path: &Path) -> Result<Source> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.with_context(|| format!("{} has no plain name", path.display()))?;
    let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Source {
        name: name.to_owned(),
        mentions: match str::from_utf8(&content) {
            Ok(_) => Mentions::All,
            Err(_) => Mentions::None,
        },
        content,
    })
}

/// Everything the folder depends on, including this program.
fn fingerprint(programs: &[Vec<u8>], files: &[Source]) -> Result<Fnv> {
    let this = env::current_exe()
        .and_then(fs::read)
        .context("cannot read this program")?;
    let mut fingerprint = Fnv::of(&this);
    for program in programs {
        fingerprint = fingerprint.with(program);
    }
    for file in files {
        fingerprint = fingerprint
            .with(file.name.as_bytes())
            .with(&[0])
            .with(&file.content);
    }
    Ok(fingerprint)
}

/// Splits the program of the page into parts, and generates the script that loads them.
fn page_program(program: &[u8]) -> Result<Vec<Source>> {
    let folder = tempfile::tempdir().context("cannot create a folder for the parts")?;
    let main = folder.path().join("main.wasm");
    let main_module = format!("./{PAGE_GLUE}.js");
    let mut options = wasm_split_cli_support::Options::new(program);
    options.output_dir = folder.path();
    options.main_out_path = &main;
    options.main_module = &main_module;
    options.link_name = parts::SCRIPT;
    let split = wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow::anyhow!("cannot cut the program into parts: {error:#}"))?;

    let read =
        |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    let loader = read(&folder.path().join(parts::SCRIPT))?;
    let loader = str::from_utf8(&loader).context("expected UTF-8 from the splitter")?;
    let glue = glue(PAGE_GLUE, read(&main)?, true)?;
    let mut files = vec![
        Source {
            mentions: Mentions::Known,
            ..generated(
                format!("{PAGE_GLUE}.js"),
                parts::inline(&glue.script, PAGE_GLUE, loader)?,
            )
        },
        generated(format!("{PAGE_GLUE}_bg.wasm"), glue.program),
    ];
    for path in split.split_modules {
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.with_context(|| format!("{} has no plain name", path.display()))?;
        files.push(generated(name.to_owned(), without_names(&read(&path)?)?));
    }
    Ok(files)
}

/// A module without the names of its functions, which only a debugger reads.
fn without_names(module: &[u8]) -> Result<Vec<u8>> {
    let mut config = walrus::ModuleConfig::new();
    config.generate_name_section(false);
    Ok(config.parse(module)?.emit_wasm())
}

/// Generates the script that loads the worker.
fn worker_program(program: Vec<u8>) -> Result<[Source; 2]> {
    let glue = glue(WORKER, program, false)?;
    Ok([
        generated(format!("{WORKER}.js"), glue.script),
        generated(format!("{WORKER}_bg.wasm"), glue.program),
    ])
}

fn generated(name: String, content: impl Into<Vec<u8>>) -> Source {
    Source {
        name,
        content: content.into(),
        mentions: Mentions::None,
    }
}

/// A program and the script that loads it.
struct Glue {
    script: String,
    program: Vec<u8>,
}

/// Generates the script that loads a program, and the program as that script expects it. A split
/// program needs the exports of the linker.
fn glue(name: &str, program: Vec<u8>, keep_exports: bool) -> Result<Glue> {
    let mut output = Bindgen::new()
        .input_bytes(name, program)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .remove_producers_section(true)
        .remove_name_section(true)
        .keep_lld_exports(keep_exports)
        .demangle(!keep_exports)
        .generate_output()
        .context("cannot generate the glue between the program and the page")?;
    // Every crate that could have scripts is listed, most of them without any.
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
    Ok(Glue {
        script: output.js().to_owned(),
        program: output.wasm_mut().emit_wasm(),
    })
}

fn report(folder: &Path, sizes: &[Size]) {
    for size in sizes {
        eprintln!(
            "    {:>9} {:>9} {:>9}  {}",
            size.plain, size.gzip, size.brotli, size.name
        );
    }
    let total = |of: fn(&Size) -> usize| sizes.iter().map(of).sum::<usize>();
    eprintln!(
        "    {:>9} {:>9} {:>9}  bytes, plain, after gzip and after brotli, in {}",
        total(|size| size.plain),
        total(|size| size.gzip),
        total(|size| size.brotli),
        folder.display()
    );
}
