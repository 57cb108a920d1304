//! `fourfold duplicate why`: what a move would do on each board, or which board forbids it.

use anyhow::Context;
use duplicate::SyncedMove;
use duplicate::save;
use serde::Deserialize;

use crate::args::duplicate::WhyArgs;
use crate::jsonl::{self, RequestError};
use crate::output::Status;

use super::{explain, refused, value};

#[derive(Deserialize)]
struct Request {
    #[serde(default)]
    moves: String,
    r#move: String,
}

/// Explains to a person, or answers requests. A forbidden move is an answer, not a failure.
pub fn run(args: &WhyArgs) -> anyhow::Result<Status> {
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            let m: SyncedMove = request
                .r#move
                .parse()
                .map_err(|error| RequestError::new("bad-entry", error))?;
            Ok(match save::from_line(&request.moves) {
                Ok(table) => value::why(&table, m),
                Err(error) => refused(&error),
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
    println!("{}", explain::why(&table, m));
    Ok(Status::Fine)
}
