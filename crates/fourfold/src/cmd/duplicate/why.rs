//! `fourfold duplicate why`: what a move would do on each board, or which board forbids it.

use std::io::Write;

use anyhow::Context;
use duplicate::{SyncedMove, json, save};
use serde::Deserialize;
use terminal::four_boards::explain;

use crate::exit::Status;
use crate::jsonl::{self, JsonArgs, Moves, RequestError};
use crate::output::plain;

/// Arguments of `fourfold duplicate why`.
#[derive(Debug, clap::Args)]
pub struct WhyArgs {
    /// The move, such as e2e4 or e7e8q
    #[arg(value_name = "MOVE", required_unless_present = "json")]
    pub m: Option<String>,
    /// Moves from the start position to the table, as in "e2e4 d2d4"
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
pub(in crate::cmd) struct Request {
    #[serde(default)]
    moves: Moves,
    r#move: String,
}

/// Explains for a person, or answers JSON requests. A forbidden move is an answer, not a failure.
pub fn run(args: &WhyArgs) -> anyhow::Result<Status> {
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            let m: SyncedMove = request
                .r#move
                .parse()
                .map_err(|error| RequestError::new("bad_entry", error))?;
            Ok(match save::from_line(&request.moves.to_line()) {
                Ok(table) => json::why(&table, m),
                Err(error) => json::refused(&error),
            })
        })?;
        return Ok(Status::Fine);
    }
    let text = args
        .m
        .as_deref()
        .context("expected a move, such as: fourfold duplicate why e2e4")?;
    let m = text.parse()?;
    let table = save::from_line(&args.moves)?;
    writeln!(plain(), "{}", explain::why(&table, m))?;
    Ok(Status::Fine)
}
