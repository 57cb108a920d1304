//! `fourfold pgn`: reads PGN files, checks every move, and rewrites them.

mod json;
mod out;
mod reporter;

use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroU64;
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;
use arena::threads::Threads;
use clap::error::ErrorKind;
use game::pgn::{Builder, Checker, ExportCheck, Options, ReadGame, Reader, Report, Stream};
use terminal::pgn::FileReport;

use crate::exit::Status;
use crate::output::{complain, plain, plain_error};

use out::Output;
use reporter::Reporter;

/// Arguments of `fourfold pgn`.
#[derive(Debug, clap::Args)]
pub struct PgnArgs {
    /// The files to read; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Refuse malformed text even if it has one obvious meaning, and leave refused games out of the
    /// output
    #[arg(long)]
    pub strict: bool,
    /// Refuse every game whose text is not byte for byte the export format that --out writes
    #[arg(long)]
    pub export: bool,
    /// Print one JSON object for each game
    #[arg(long)]
    pub json: bool,
    /// Write the games to this file in export format; - is standard output. A refused game is
    /// written up to its error, with a comment
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Show every warning, not only the first of each kind
    #[arg(long, conflicts_with = "json")]
    pub all: bool,
    /// Maximum depth of nested variations [default: 256]
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Report on every game: inaccuracies, mistakes and blunders, accuracy, and better moves. --out
    /// writes the games with evaluations, glyphs and better lines
    #[arg(long)]
    pub report: bool,
    /// Number of nodes searched for each position of a report [default: 60000]
    #[arg(long, value_name = "N", requires = "report")]
    pub nodes: Option<NonZeroU64>,
    /// Number of threads of a report [default: one for each core]
    #[arg(long, value_name = "N", requires = "report")]
    pub threads: Option<Threads>,
}

impl PgnArgs {
    /// Whether refused games are left out of the output.
    fn leaves_out(&self) -> bool {
        self.strict || self.export
    }
}

/// An input that is read once, from start to end.
struct Games {
    checker: Checker<Stream<Box<dyn Read>>>,
    export: Option<ExportCheck>,
}

impl Games {
    /// Completes a game and refuses it if export format is required and not met.
    fn finish(&mut self, builder: Builder, report: Report) -> ReadGame {
        let mut read = builder.finish(self.checker.tags(), report);
        if let Some(export) = &mut self.export {
            export.check(&mut read);
        }
        read
    }
}

/// Checks for a person or answers in JSON, and writes the games if requested.
pub fn run(args: &PgnArgs) -> anyhow::Result<Status> {
    if args.json && args.out.as_deref() == Some(Path::new("-")) {
        let message = "--json and --out - both write to standard output: give --out a file name";
        clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).exit();
    }
    let mut output = args.out.as_deref().map(Output::create).transpose()?;
    let reporter = args.report.then(|| Reporter::new(args));
    let mut reporter = reporter.transpose()?;
    let mut status = Status::Fine;
    for file in &args.files {
        let is_fine = if args.json {
            json::answer(
                file,
                open(file, args),
                args,
                reporter.as_mut(),
                output.as_mut(),
            )?;
            true
        } else {
            let games = open(file, args).with_context(|| unreadable(file));
            match games
                .and_then(|games| check(file, games, args, reporter.as_mut(), output.as_mut()))
            {
                Ok(is_fine) => is_fine,
                Err(error) if crate::exit::is_closed_pipe(&error) => return Err(error),
                Err(error) => {
                    complain(&error);
                    false
                }
            }
        };
        if !is_fine {
            status = Status::Refused;
        }
    }
    if let Some(output) = output {
        output.finish()?;
    }
    Ok(status)
}

fn open(file: &Path, args: &PgnArgs) -> io::Result<Games> {
    let input: Box<dyn Read> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file)?)
    };
    let mut input: Box<dyn Read> = Box::new(game::pgn::open(input)?);
    let mut export = None;
    if args.export {
        let (tee, check) = ExportCheck::of(input);
        input = Box::new(tee);
        export = Some(check);
    }
    let mut options = if args.strict {
        Options::strict()
    } else {
        Options::default()
    };
    if let Some(depth) = args.depth {
        options.limits.variation_depth = depth;
    }
    if args.export {
        options.limits = options.limits.of_written();
    }
    let checker = Checker::new(Reader::from_stream_with(input, options));
    Ok(Games { checker, export })
}

fn unreadable(file: &Path) -> String {
    format!("cannot read {}", file.display())
}

/// Checks one file and reports to a person; returns whether every game could be read.
fn check(
    file: &Path,
    mut games: Games,
    args: &PgnArgs,
    mut reporter: Option<&mut Reporter>,
    mut output: Option<&mut Output>,
) -> anyhow::Result<bool> {
    // If the games go to standard output, the report goes elsewhere.
    let mut stdout = plain();
    let mut stderr = plain_error();
    let is_piped = output.as_ref().is_some_and(|output| output.is_stdout());
    let to: &mut dyn Write = if is_piped { &mut stderr } else { &mut stdout };
    let mut report = FileReport::new(file, args.all);
    loop {
        if output.is_none() && !args.export && !args.report {
            let found = games.checker.read_game(&mut report);
            let Some(found) = found.with_context(|| unreadable(file))? else {
                break;
            };
            report.game(games.checker.tags(), &found, to)?;
            continue;
        }
        let mut builder = Builder::new();
        let found = games.checker.read_game(&mut builder);
        let Some(found) = found.with_context(|| unreadable(file))? else {
            report.take(builder.diagnostics());
            break;
        };
        let mut read = games.finish(builder, found);
        report.take(&read.diagnostics);
        report.game(games.checker.tags(), &read.report, to)?;
        if let Some(reporter) = reporter.as_deref_mut() {
            let reported = reporter.report(&mut read);
            let title = reporter::title(read.report.game, &read.tags);
            write!(to, "{title}\n{}", reported.words())?;
        }
        if let Some(output) = output.as_deref_mut() {
            output.write(read, args.leaves_out())?;
        }
    }
    report.finish(to)?;
    Ok(report.is_fine())
}
