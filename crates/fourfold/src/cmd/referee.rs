//! `fourfold referee`: what the Laws say about the games of PGN databases.

mod progress;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use arena::threads::Threads;
use referee::audit::Kinds;
use referee::audit::{self, BlockReport, Options, Summary};

use crate::exit::{Status, help, is_closed_pipe};
use crate::output::{complain, plain, plain_error};

use progress::Progress;

/// Arguments of `fourfold referee`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = exit_codes(),
    after_long_help = format!("{KINDS_HELP}\n\n{}", exit_codes())
)]
pub struct RefereeArgs {
    /// The PGN files to audit, of any size; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Look only for these kinds of findings, separated by commas: the groups claims, play, results and
    /// text, or single kinds (--help lists them)
    #[arg(long, value_name = "KINDS", default_value = "claims,play,results,text")]
    pub only: Kinds,
    /// Print one JSON object for each finding
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print CSV, one row for each finding
    #[arg(long)]
    pub csv: bool,
    /// Print nothing but the summary
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub summary: bool,
    /// End with exit code 1 if there are findings
    #[arg(long)]
    pub check: bool,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
    /// Size of the blocks that threads audit, in kilobytes
    #[arg(long, value_name = "N", default_value = "1024", hide = true)]
    pub block: NonZeroUsize,
}

fn exit_codes() -> String {
    help(
        "all files were read",
        "a file failed or --check found something",
    )
}

const KINDS_HELP: &str = "\
Kinds of findings:
  claims   threefold_claimable fifty_claimable
           when a draw could first have been claimed, by whom, and with which move
  play     play_after_checkmate play_after_stalemate play_after_dead_position
           play_after_fivefold play_after_seventyfive
  results  wrong_result         the board brings another result
           result_mismatch      the Result tag and the end of the moves differ
           time_forfeit         won on time by a side that cannot mate (article 6.9)
           time_forfeit_drawn   drawn on time though both sides can mate
           resignation          won by resignation by a side that cannot mate (5.1.2)
           win_without_mate     won in an unstated way by a side that cannot mate
           wrong_termination    the Termination tag says what the game does not show
  text     illegal_move broken_header broken_text";

/// Audits files one after another, each on all cores.
pub fn run(args: &RefereeArgs) -> anyhow::Result<Status> {
    let mut options = Options {
        kinds: args.only,
        block_bytes: args.block.get().saturating_mul(1024),
        ..Options::default()
    };
    options.threads = args.threads.map_or(options.threads, Threads::non_zero);
    let begun = Instant::now();
    // Output for programs is written unchanged, unless it goes to a terminal.
    let is_data = (args.json || args.csv) && !io::stdout().is_terminal();
    let stdout: Box<dyn Write> = if is_data {
        Box::new(io::stdout().lock())
    } else {
        Box::new(plain())
    };
    let mut out = BufWriter::new(stdout);
    if args.csv {
        out.write_all(audit::row::CSV_HEAD.as_bytes())?;
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
                complain(&error);
                is_fine = false;
            }
        }
    }
    progress.clear();
    let table = terminal::audit::summary(&total, begun.elapsed());
    if args.json || args.csv {
        out.flush()?;
        // Standard output has only the findings.
        if io::stderr().is_terminal() {
            write!(plain_error(), "{table}")?;
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

/// The number of bytes to read, if it is known for all files.
fn total_bytes(args: &RefereeArgs) -> Option<u64> {
    let size = |file: &PathBuf| Some(file.metadata().ok()?.len());
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
    let input = game::pgn::open(input).with_context(unreadable)?;
    let mut refused = None;
    let mut tell = |block: &BlockReport| {
        if !block.findings.is_empty() {
            progress.clear();
        }
        let written = block.findings.iter().try_for_each(|finding| {
            if args.summary {
                Ok(())
            } else if args.json {
                writeln!(out, "{}", audit::row::json(&name, finding))
            } else if args.csv {
                out.write_all(audit::row::csv(&name, finding).as_bytes())
            } else {
                terminal::audit::write_finding(&name, finding, out)
            }
        });
        progress.advance(block);
        let written = written.and_then(|()| match block.findings.is_empty() {
            true => Ok(()),
            false => out.flush(),
        });
        written.inspect_err(|error| refused = Some(error.kind()))
    };
    let audited = audit::audit(input, options, &mut tell);
    match refused {
        Some(_) => audited.context("cannot write what was found"),
        None => audited.with_context(unreadable),
    }
}
