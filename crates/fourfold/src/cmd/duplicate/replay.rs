//! `fourfold duplicate replay`: checks saved games and shows their last state.

use std::io::Write;
use std::path::PathBuf;

use duplicate::json::{self, Lists};
use duplicate::save;
use serde::Deserialize;
use serde_json::Value;
use terminal::four_boards::{picture, read};

use super::RulingsArgs;
use crate::exit::Status;
use crate::jsonl::{self, JsonArgs, Moves, RequestError};
use crate::output::plain;

/// Arguments of `fourfold duplicate replay`.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// A saved game in any form, JSON, line or link; - is standard input
    #[arg(
        value_name = "FILE",
        required_unless_present = "json",
        conflicts_with = "json"
    )]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub rulings: RulingsArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
pub(in crate::cmd) struct Request {
    moves: Option<Moves>,
    save: Option<String>,
    rulings: Option<Value>,
    #[serde(default)]
    lists: bool,
}

/// Replays for a person, or answers JSON requests.
pub fn run(args: &ReplayArgs) -> anyhow::Result<Status> {
    if args.json.json {
        jsonl::serve(&args.json, answer)?;
        return Ok(Status::Fine);
    }
    let Some(path) = &args.file else {
        anyhow::bail!("expected a file, such as: fourfold duplicate replay game.json");
    };
    let text = read(path)?;
    let loaded = match args.rulings.requested() {
        None => save::load(&text),
        Some(rulings) => save::load_under(&text, rulings),
    };
    let mut out = plain();
    match loaded {
        Ok(table) => {
            write!(out, "{}", picture::log(&table))?;
            write!(out, "\n{}", picture::boards(table.boards()))?;
            writeln!(out, "{}", picture::status(&table))?;
            Ok(Status::Fine)
        }
        Err(error) => {
            writeln!(out, "refused: {error} ({})", error.code())?;
            Ok(Status::Refused)
        }
    }
}

fn answer(request: Request) -> Result<Value, RequestError> {
    let text = match (request.moves, request.save) {
        (Some(moves), None) => format!("duplicate-chess 1 {}", moves.to_line()),
        (None, Some(save)) => save,
        _ => {
            let message = "expected either \"moves\" or \"save\"";
            return Err(RequestError::new("bad_request", message));
        }
    };
    let table = match &request.rulings {
        None => save::load(&text),
        Some(rulings) => {
            save::rulings_from_json(rulings).and_then(|rulings| save::load_under(&text, rulings))
        }
    };
    Ok(match table {
        Ok(table) if request.lists => json::replayed(table, Lists::Listed),
        Ok(table) => json::replayed(table, Lists::Counted),
        Err(error) => json::refused(&error),
    })
}
