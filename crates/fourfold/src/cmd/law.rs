//! `fourfold law`: applies the draw rules at every ply of a line of play.

use std::io::Write;

use chess::fen::CastlingMode;
use chess::notation::{castling_mode, read_move, read_position};
use chess::{Color, Position};
use game::{AutomaticDraws, Claim, Ending, Ground, History};
use referee::{Budget, LawFacts, Prover};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::jsonl::{self, JsonArgs, RequestError};
use crate::output::{Status, plain};

/// Arguments of `fourfold law`.
#[derive(Debug, clap::Args)]
pub struct LawArgs {
    /// The moves, in SAN or UCI; move numbers are allowed
    #[arg(value_name = "MOVE", conflicts_with = "json")]
    pub moves: Vec<String>,
    /// The position to start from [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN) and write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
struct Request {
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
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
    let position = read_position(args.fen.as_deref(), castling_mode(args.chess960))?;
    show(position, &args.moves)
}

/// The budget of the dead-position proof. Some locked positions need all of it.
const PROOF: Budget = Budget::positions(1_000_000);

fn answer(prover: &mut Prover, request: &Request) -> Result<Value, RequestError> {
    let mode = castling_mode(request.chess960);
    let start = read_position(request.fen.as_deref(), mode)
        .map_err(|error| RequestError::new("bad_fen", error))?;
    let mut position = start;
    let mut moves = Vec::new();
    for (at, text) in request.moves.iter().enumerate() {
        let m = position.parse_uci(text).map_err(|error| {
            RequestError::new("illegal_move", error)
                .with("ply", at)
                .with("move", text.as_str())
        })?;
        position = position.play_unchecked(m);
        moves.push(m);
    }
    let mut plies = Vec::new();
    let mut ended_ply = None;
    prover
        .follow_line(start, &moves, PROOF, &mut |history, facts| {
            plies.push(ply(history, facts, mode));
            if facts.is_over() {
                ended_ply = ended_ply.or(Some(history.ply()));
            }
        })
        .expect("the moves were read as legal ones");
    Ok(json!({ "plies": plies, "ended_ply": ended_ply }))
}

/// One position in the JSON contract.
fn ply(history: &History, facts: &LawFacts, mode: CastlingMode) -> Value {
    let position = history.position();
    let board = position.board();
    let draws = AutomaticDraws::of(position, history.occurrences());
    let now = |ground| facts.claims.iter().any(|claim| claim.ground == ground);
    let mut ply = json!({
        "ply": history.ply(),
        "fen": position.to_string(),
        "clock": position.halfmoves(),
        "reps": history.occurrences(),
        "threefold_now": now(Ground::Threefold),
        "threefold_with": moves_of(&facts.claims_with, Ground::Threefold, mode),
        "fifty_now": now(Ground::FiftyMoves),
        "fifty_with": moves_of(&facts.claims_with, Ground::FiftyMoves, mode),
        "fivefold": draws.fivefold,
        "seventyfive": draws.seventy_five_moves,
        "check": position.is_check(),
        "checkmate": position.is_checkmate(),
        "stalemate": position.is_stalemate(),
        "insufficient_material": board.has_insufficient_material(),
        "insufficient_white": board.lacks_mating_material(Color::White),
        "insufficient_black": board.lacks_mating_material(Color::Black),
        "dead": facts.dead,
        "legal_moves": position.count_legal_moves(),
        "outcome": facts.ending.as_ref().map(outcome),
    });
    if let Some(ending) = &facts.ending {
        ply["reasons"] = ending.reasons.iter().map(|reason| reason.code()).collect();
    }
    if facts.after_end {
        ply["after_end"] = Value::Bool(true);
    }
    ply
}

/// The result and the official reason; all reasons are beside it.
fn outcome(ending: &Ending) -> Value {
    json!({
        "result": ending.outcome.to_string(),
        "reason": ending.reason().code(),
    })
}

/// The moves that give a right, sorted by text.
fn moves_of(claims: &[Claim], ground: Ground, mode: CastlingMode) -> Vec<String> {
    let mut moves: Vec<String> = claims
        .iter()
        .filter(|claim| claim.ground == ground)
        .filter_map(|claim| Some(claim.with?.to_uci(mode).to_string()))
        .collect();
    moves.sort();
    moves
}

/// One line per ply: the move, the counts, and the available claims.
fn show(start: Position, texts: &[String]) -> anyhow::Result<Status> {
    let mut position = start;
    let mut moves = Vec::new();
    let mut refused = None;
    let texts = texts.iter().map(|text| without_number(text));
    for text in texts.filter(|text| !text.is_empty()) {
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
            remark(history, facts)
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

/// The draw rules applied to a position, in words.
fn remark(history: &History, facts: &LawFacts) -> String {
    let position = history.position();
    let mut parts = Vec::new();
    if facts.after_end {
        parts.push("after the end".to_owned());
    } else if let Some(ending) = &facts.ending {
        parts.push(ending.to_string());
    }
    if position.is_check() && facts.ending.is_none() {
        parts.push("check".to_owned());
    }
    let turn = position.turn();
    for ground in Ground::ALL {
        let on_this = |claim: &&Claim| claim.ground == ground;
        let mut with = facts.claims_with.iter().filter(on_this).peekable();
        if let Some(claim) = facts.claims.iter().find(on_this) {
            parts.push(format!("{turn} may claim {claim}"));
        } else if let Some(claim) = with.peek().copied() {
            let moves: Vec<String> = with
                .filter_map(|claim| Some(position.san(claim.with?).to_string()))
                .collect();
            let moves = abridged(&moves);
            parts.push(format!("{turn} may claim {claim} by naming {moves}"));
        }
    }
    parts.join("; ")
}

/// A list of moves, shortened to fit on a line.
fn abridged(moves: &[String]) -> String {
    const SHOWN: usize = 6;
    match moves.len().checked_sub(SHOWN) {
        None | Some(0) => moves.join(" "),
        Some(more) => format!("{} and {more} more", moves[..SHOWN].join(" ")),
    }
}
