//! `fourfold duplicate play`: people and programs at one terminal, or a script through a pipe.

mod dialog;
mod requests;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use duplicate::{Table, save};
use rival::Rival;

use super::RulingsArgs;
use crate::jsonl::{self, JsonArgs};
use crate::output::{Status, plain};

use super::seats::{Occupant, Seats};
use super::{explain, picture};
use dialog::Reply;
use requests::Request;

/// Arguments of `fourfold duplicate play`.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// A saved game to continue
    #[arg(value_name = "FILE", conflicts_with = "json")]
    pub file: Option<PathBuf>,
    /// Who plays: human, or a level from 1 to 8 for a program [default: people at all seats]
    #[arg(long, value_name = "n=human,s=5,e=5,w=3", conflicts_with = "json")]
    pub seats: Option<Seats>,
    /// Seed that breaks ties between equally good moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub rulings: RulingsArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Plays with people, or answers JSON requests.
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
    let mut seats = args.seats.clone().unwrap_or_default();
    let is_terminal = io::stdin().is_terminal();
    let mut lines = io::stdin().lock().lines();
    loop {
        play_programs(&mut table, &seats, args.seed, &mut out)?;
        if !seats.any_human() && table.ending().is_some() && !is_terminal {
            return Ok(Status::Fine);
        }
        if is_terminal {
            write!(out, "{}> ", table.turn())?;
        }
        out.flush()?;
        let Some(line) = lines.next() else {
            return Ok(Status::Fine);
        };
        match dialog::respond(&mut table, &mut seats, line?.trim()) {
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

/// Lets programs move until it is a person's turn, the game is over, or an earlier state is shown.
fn play_programs(
    table: &mut Table,
    seats: &Seats,
    seed: u64,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut moved = false;
    while table.shown() == table.steps().len()
        && let Occupant::Program(level) = seats.0[table.turn()]
        && let Some(thought) = Rival::new(level, seed).think(table)
    {
        let played = table.play(thought.m)?;
        writeln!(
            out,
            "{} (level {}) plays {}",
            played.seat,
            level.number(),
            played.m
        )?;
        let events = explain::played(played.seat, &played.effects);
        if !events.is_empty() {
            writeln!(out, "{events}")?;
        }
        out.flush()?;
        moved = true;
    }
    if moved {
        write!(out, "\n{}", picture::boards(table.boards()))?;
        writeln!(out, "{}", picture::status(table))?;
    }
    Ok(())
}
