//! `fourfold book`: openings made by our own engine.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use arena::book::{self, Recipe};

use crate::args::book::{Balance, BookArgs};
use crate::output::Status;

/// Makes a book and writes it when it is whole.
pub fn run(args: &BookArgs) -> anyhow::Result<Status> {
    let recipe = Recipe {
        balance: match args.balance {
            Balance::Balanced => book::Balance::Balanced,
            Balance::Unbalanced => book::Balance::Unbalanced,
        },
        plies: args.plies,
        nodes: args.nodes,
        seed: args.seed,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    let shows_progress = io::stderr().is_terminal();
    let mut tell = |made: usize| {
        if shows_progress && (made.is_multiple_of(20) || made == args.count) {
            eprint!("\r{made} of {} positions", args.count);
        }
    };
    let made = recipe.make(args.count, threads, &stop, &mut tell);
    if shows_progress {
        eprintln!();
    }
    let Some(lines) = made? else {
        eprintln!("stopped; nothing was written");
        return Ok(Status::Refused);
    };
    let mut text = String::new();
    for line in lines {
        writeln!(text, "{line}")?;
    }
    match &args.out {
        Some(path) => whole_file::write(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(Status::Fine)
}
