//! `fourfold referee`: what the Laws say about the games of PGN databases.

mod progress;
mod row;
mod table;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use referee::audit::{self, BlockReport, Options, Summary};

use crate::args::referee::RefereeArgs;
use crate::output::{Status, is_closed_pipe};

use progress::Progress;

/// Audits files one after another, each on all cores.
pub fn run(args: &RefereeArgs) -> anyhow::Result<Status> {
    let mut options = Options {
        kinds: args.only,
        block_bytes: args.block.get().saturating_mul(1024),
        ..Options::default()
    };
    options.threads = args.threads.unwrap_or(options.threads);
    let begun = Instant::now();
    let mut out = BufWriter::new(io::stdout().lock());
    if args.csv {
        out.write_all(row::CSV_HEAD.as_bytes())?;
    }
    let mut progress = Progress::new(total_bytes(args));
    let mut total = Summary::default();
    let mut is_fine = true;
    for file in &args.files {
        match audit_file(file, args, &options, &mut out, &mut progress) {
            Ok(summary) => total.add(&summary),
            Err(error) if is_closed_pipe(&error) => return Err(error),
            Err(error) => {
                progress.clear();
                eprintln!("fourfold: {error:#}");
                is_fine = false;
            }
        }
    }
    progress.clear();
    let table = table::summary(&total, begun.elapsed());
    if args.json || args.csv {
        out.flush()?;
        // Standard output has findings and nothing else.
        if io::stderr().is_terminal() {
            eprint!("{table}");
        }
    } else {
        out.write_all(table.as_bytes())?;
        out.flush()?;
    }
    let is_refused = !is_fine || args.check && !total.findings.is_empty();
    Ok(if is_refused {
        Status::Refused
    } else {
        Status::Fine
    })
}

/// How many bytes there are to read, if all files say so.
fn total_bytes(args: &RefereeArgs) -> Option<u64> {
    let size = |file: &std::path::PathBuf| Some(file.metadata().ok()?.len());
    args.files.iter().map(size).sum()
}

fn audit_file(
    file: &Path,
    args: &RefereeArgs,
    options: &Options,
    out: &mut impl Write,
    progress: &mut Progress,
) -> anyhow::Result<Summary> {
    let unreadable = || format!("cannot read {}", file.display());
    let (name, input): (_, Box<dyn Read + Send>) = match file.to_str() {
        Some("-") => ("standard input".to_owned(), Box::new(io::stdin())),
        _ => {
            let input = File::open(file).with_context(unreadable)?;
            (file.display().to_string(), Box::new(input))
        }
    };
    let mut refused = None;
    let mut tell = |block: &BlockReport| {
        if !block.findings.is_empty() {
            progress.clear();
        }
        let told = block.findings.iter().try_for_each(|finding| {
            if args.summary {
                Ok(())
            } else if args.json {
                row::json(&name, finding, out)
            } else if args.csv {
                row::csv(&name, finding, out)
            } else {
                row::line(&name, finding, out)
            }
        });
        progress.advance(block);
        let told = told.and_then(|()| match block.findings.is_empty() {
            true => Ok(()),
            false => out.flush(),
        });
        told.inspect_err(|error| refused = Some(error.kind()))
    };
    let audited = audit::audit(input, options, &mut tell);
    match refused {
        Some(_) => audited.context("cannot write what was found"),
        None => audited.with_context(unreadable),
    }
}
