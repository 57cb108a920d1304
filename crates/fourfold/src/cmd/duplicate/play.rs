//! `fourfold duplicate play`: four people at one terminal, or a program at the other end of a pipe.

mod dialog;
mod requests;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use duplicate::{Table, save};

use super::RulingsArgs;
use crate::jsonl::{self, JsonArgs};
use crate::output::{Status, plain};

use super::picture;
use dialog::Reply;
use requests::Request;

/// Arguments of `fourfold duplicate play`.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// A saved game to go on with
    #[arg(value_name = "FILE", conflicts_with = "json")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub rulings: RulingsArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Plays with people, or answers requests.
pub fn run(args: &PlayArgs) -> anyhow::Result<Status> {
    let rulings = super::rulings(&args.rulings)?;
    let mut table = Table::with_rulings(rulings);
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            Ok(requests::answer(&mut table, request))
        })?;
        return Ok(Status::Fine);
    }
    if let Some(path) = &args.file {
        table = save::load(&super::read(path)?)?;
    }
    let mut out = plain();
    write!(out, "{}", picture::boards(table.boards()))?;
    writeln!(out, "{}", picture::status(&table))?;
    writeln!(out, "Type a move such as e2e4, `why e2e4`, or `help`.")?;
    let is_terminal = io::stdin().is_terminal();
    let mut lines = io::stdin().lock().lines();
    loop {
        if is_terminal {
            write!(out, "{}> ", table.turn())?;
        }
        out.flush()?;
        let Some(line) = lines.next() else {
            return Ok(Status::Fine);
        };
        match dialog::respond(&mut table, line?.trim()) {
            Reply::Nothing => {}
            Reply::Say(text) => writeln!(out, "{text}")?,
            Reply::Show(text) => {
                if !text.is_empty() {
                    writeln!(out, "{text}")?;
                }
                write!(out, "\n{}", picture::boards(table.boards()))?;
                writeln!(out, "{}", picture::status(&table))?;
            }
            Reply::Quit => return Ok(Status::Fine),
        }
    }
}
