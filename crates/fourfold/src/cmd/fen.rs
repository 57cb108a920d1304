//! `fourfold fen`: checks FENs and prints them in canonical form.

use std::io::{self, Write};

use chess::fen::{self, FenError, ReadFen, Warning};
use chess::notation::castling_mode;
use chess::{Position, Tolerance};
use serde::Deserialize;
use serde_json::{Value, json};
use terminal::letters;

use super::positions::each_fen;
use crate::exit::Status;
use crate::jsonl::{self, JsonArgs};
use crate::output::plain;

/// Arguments of `fourfold fen`.
#[derive(Debug, clap::Args)]
pub struct FenArgs {
    /// The FENs, each in quotes [default: one from each line of standard input]
    #[arg(value_name = "FEN", conflicts_with = "json")]
    pub fens: Vec<String>,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN)
    #[arg(long)]
    pub chess960: bool,
    /// Repair mistakes that have one obvious meaning, and report them
    #[arg(long)]
    pub lenient: bool,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
pub(super) struct Request {
    fen: String,
    #[serde(default)]
    chess960: bool,
    #[serde(default)]
    lenient: bool,
    /// Whether to list the legal moves.
    #[serde(default)]
    moves: bool,
}

/// Checks for a person, or answers JSON requests.
pub fn run(args: &FenArgs) -> anyhow::Result<Status> {
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            let read = read(&request.fen, request.chess960, request.lenient);
            Ok(answer(&request, &read))
        })?;
        return Ok(Status::Fine);
    }
    let mut status = Status::Fine;
    let mut check = |text: &str| -> io::Result<()> {
        let read = read(text, args.chess960, args.lenient);
        if read.is_err() {
            status = Status::Refused;
        }
        report(text, &read, args)
    };
    each_fen(&args.fens, "fen", &mut check)?;
    Ok(status)
}

fn read(text: &str, chess960: bool, lenient: bool) -> Result<ReadFen, FenError> {
    let tolerance = if lenient {
        Tolerance::Lenient
    } else {
        Tolerance::Strict
    };
    fen::read(text, castling_mode(chess960), tolerance)
}

fn answer(request: &Request, read: &Result<ReadFen, FenError>) -> Value {
    match read {
        Ok(read) => {
            let mut answer = json!({
                "ok": true,
                "fen": read.position.to_string(),
                "legal_moves": read.position.count_legal_moves(),
                "warnings": read.warnings.iter().map(Warning::code).collect::<Vec<_>>(),
            });
            if request.moves {
                let (moves, sans) = legal_moves(&read.position, request.chess960);
                answer["moves"] = json!(moves);
                answer["sans"] = json!(sans);
            }
            answer
        }
        Err(error) => {
            let errors: Vec<Value> = error
                .reasons()
                .into_iter()
                .map(|(code, message)| json!({ "code": code, "message": message }))
                .collect();
            json!({ "ok": false, "errors": errors })
        }
    }
}

/// The legal moves in UCI notation, sorted, and in SAN in the same order.
fn legal_moves(position: &Position, chess960: bool) -> (Vec<String>, Vec<String>) {
    let mode = castling_mode(chess960);
    let moves = position.legal_moves();
    let mut named: Vec<(String, String)> = moves
        .iter()
        .map(|&m| (m.to_uci(mode).to_string(), position.san(m).to_string()))
        .collect();
    named.sort();
    named.into_iter().unzip()
}

/// Prints the result for a FEN: the position, or everything that is wrong.
pub fn report(text: &str, read: &Result<ReadFen, FenError>, args: &FenArgs) -> io::Result<()> {
    let mut out = plain();
    match read {
        Ok(read) => {
            writeln!(out, "{}", read.position)?;
            write!(out, "{}", letters(read.position.board()))?;
            writeln!(out, "  {}", summary(&read.position))?;
            for warning in &read.warnings {
                writeln!(out, "  note: {warning}")?;
            }
        }
        Err(error) => {
            let shown: String = text.chars().take(100).collect();
            writeln!(out, "refused: {shown}")?;
            for (code, message) in error.reasons() {
                writeln!(out, "  {code}: {message}")?;
            }
            if self::read(text, args.chess960, true).is_ok() {
                writeln!(out, "  (--lenient would repair this)")?;
            }
        }
    }
    Ok(())
}

fn summary(position: &Position) -> String {
    let turn = position.turn();
    if position.is_checkmate() {
        return format!("{turn} is checkmated");
    }
    if position.is_stalemate() {
        return format!("{turn} to move is stalemated");
    }
    let moves = position.count_legal_moves();
    let plural = if moves == 1 { "" } else { "s" };
    let check = if position.is_check() {
        " in check,"
    } else {
        ""
    };
    format!("{turn} to move,{check} {moves} legal move{plural}")
}
