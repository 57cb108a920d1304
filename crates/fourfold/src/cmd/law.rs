//! `fourfold law`: applies the draw rules at every ply of a line of play.

use std::io::Write;

use chess::Position;
use chess::notation::{castling_mode, read_move, read_position};
use game::History;
use referee::{Budget, LawFacts, Prover};
use serde::Deserialize;
use serde_json::{Value, json};
use terminal::law;

use super::positions::{CastlingArgs, write_notes};
use crate::exit::Status;
use crate::jsonl::{self, JsonArgs, Moves, RequestError};
use crate::output::plain;

/// Arguments of `fourfold law`.
#[derive(Debug, clap::Args)]
pub struct LawArgs {
    /// The moves, in SAN or UCI; move numbers are allowed
    #[arg(value_name = "MOVE", conflicts_with = "json")]
    pub moves: Vec<String>,
    /// The position to start from [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    #[command(flatten)]
    pub castling: CastlingArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
pub(super) struct Request {
    fen: Option<String>,
    #[serde(default)]
    moves: Moves,
    #[serde(default)]
    chess960: bool,
}

/// Shows the draw rules for a person, or answers JSON requests.
pub fn run(args: &LawArgs) -> anyhow::Result<Status> {
    if args.json.json {
        let mut prover = Prover::new();
        jsonl::serve(&args.json, |request: Request| answer(&mut prover, &request))?;
        return Ok(Status::Fine);
    }
    let read = read_position(args.fen.as_deref(), args.castling.mode())?;
    write_notes(&read)?;
    show(read.position, &args.moves)
}

/// The budget of the dead-position proof. Some locked positions need all of it.
const PROOF: Budget = Budget::positions(1_000_000);

fn answer(prover: &mut Prover, request: &Request) -> Result<Value, RequestError> {
    let mode = castling_mode(request.chess960);
    let read = read_position(request.fen.as_deref(), mode)
        .map_err(|error| RequestError::new("bad_fen", error))?;
    let start = read.position;
    let mut position = start;
    let mut moves = Vec::new();
    for text in without_numbers(request.moves.iter()) {
        let m = read_move(&position, text).map_err(|error| {
            RequestError::new("illegal_move", error)
                .with("ply", moves.len())
                .with("move", text)
        })?;
        position = position.play_unchecked(m);
        moves.push(m);
    }
    let mut plies = Vec::new();
    let mut ended_ply = None;
    prover
        .follow_line(start, &moves, PROOF, &mut |history, facts| {
            plies.push(law::to_json(history, facts, mode));
            if facts.is_over() {
                ended_ply = ended_ply.or(Some(history.ply()));
            }
        })
        .expect("the moves were read as legal ones");
    let answer = json!({ "plies": plies, "ended_ply": ended_ply });
    Ok(jsonl::about(&read, answer))
}

/// One line per ply: the move, the counts, and the available claims.
fn show(start: Position, texts: &[String]) -> anyhow::Result<Status> {
    let mut position = start;
    let mut moves = Vec::new();
    let mut refused = None;
    for text in without_numbers(texts.iter().map(String::as_str)) {
        match read_move(&position, text) {
            Ok(m) => {
                position = position.play_unchecked(m);
                moves.push(m);
            }
            Err(error) => {
                refused = Some(format!("{text}: {error}"));
                break;
            }
        }
    }
    let mut out = plain();
    writeln!(out, " ply  move      clock  occurs  what the law says")?;
    let mut written = Ok(());
    let mut before = start;
    let mut show = |history: &History, facts: &LawFacts| {
        let played = match history.moves().last() {
            Some(&m) => before.san(m).to_string(),
            None => "start".to_owned(),
        };
        before = *history.position();
        writeln!(
            out,
            "{:4}  {played:<8}  {:5}  {:6}  {}",
            history.ply(),
            before.halfmoves(),
            history.occurrences(),
            law::words(history, facts)
        )
    };
    Prover::new().follow_line(start, &moves, PROOF, &mut |history, facts| {
        if written.is_ok() {
            written = show(history, facts);
        }
    })?;
    written?;
    match refused {
        Some(refused) => {
            writeln!(out, "refused after ply {}: {refused}", moves.len())?;
            Ok(Status::Refused)
        }
        None => Ok(Status::Fine),
    }
}

fn without_numbers<'t>(texts: impl Iterator<Item = &'t str>) -> impl Iterator<Item = &'t str> {
    texts.map(without_number).filter(|text| !text.is_empty())
}

/// Removes the move number from a move, as in `1.e4` and `1...e5`. A move number alone leaves
/// nothing.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    // Castling may begin with a zero, but digits followed by a dot are never a move.
    if rest.len() < text.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        text
    }
}
