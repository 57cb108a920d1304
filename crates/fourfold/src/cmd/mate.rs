//! `fourfold mate`: can this side still mate by any series of legal moves?

use std::io::{self, Write};

use chess::notation::{castling_mode, read_position};
use referee::{Budget, Prover};
use serde::Deserialize;
use terminal::mate::Question;

use super::positions::{CastlingArgs, each_fen, write_notes};
use crate::exit::Status;
use crate::jsonl::{self, JsonArgs, RequestError};
use crate::output::plain;

/// Arguments of `fourfold mate`.
#[derive(Debug, clap::Args)]
pub struct MateArgs {
    /// The FENs, each in quotes [default: one from each line of standard input]
    #[arg(value_name = "FEN", conflicts_with = "json")]
    pub fens: Vec<String>,
    /// Maximum number of positions each search may store; 0 uses the quick test only
    #[arg(long, value_name = "N", default_value_t = referee::Budget::FULL.limit())]
    pub budget: u32,
    #[command(flatten)]
    pub castling: CastlingArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
pub(super) struct Request {
    fen: String,
    budget: Option<u32>,
    #[serde(default)]
    chess960: bool,
}

/// Answers a person, or JSON requests.
pub fn run(args: &MateArgs) -> anyhow::Result<Status> {
    let mut prover = Prover::new();
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            let mode = castling_mode(request.chess960 || args.castling.chess960);
            let read = read_position(Some(&request.fen), mode)
                .map_err(|error| RequestError::new("bad_fen", error))?;
            let budget = Budget::positions(request.budget.unwrap_or(args.budget));
            let question = Question::ask(&mut prover, read.position, budget);
            Ok(jsonl::about(&read, question.to_json(mode)))
        })?;
        return Ok(Status::Fine);
    }
    let mut status = Status::Fine;
    let mut show = |text: &str| -> io::Result<()> {
        match read_position(Some(text), args.castling.mode()) {
            Ok(read) => {
                write_notes(&read)?;
                let budget = Budget::positions(args.budget);
                Question::ask(&mut prover, read.position, budget).write(&mut plain())
            }
            Err(error) => {
                status = Status::Refused;
                let shown: String = text.chars().take(100).collect();
                writeln!(plain(), "refused: {shown}\n  {error}")
            }
        }
    };
    each_fen(&args.fens, "mate", &mut show)?;
    Ok(status)
}
