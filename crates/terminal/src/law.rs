//! The draw law at one position of a line: in words and as JSON.

use chess::Color;
use chess::fen::CastlingMode;
use game::{AutomaticDraws, Claim, Ending, Ground, History};
use referee::LawFacts;
use serde_json::{Value, json};

/// What the draw law says about a position, as JSON. Fields may be added, never changed or removed.
#[must_use]
pub fn to_json(history: &History, facts: &LawFacts, mode: CastlingMode) -> Value {
    let position = history.position();
    let board = position.board();
    let draws = AutomaticDraws::of(position, history.occurrences());
    let now = |ground| facts.claims.iter().any(|claim| claim.ground == ground);
    let played = history
        .moves()
        .last()
        .zip(history.position_at(history.ply().wrapping_sub(1)));
    let mut ply = json!({
        "ply": history.ply(),
        "move": played.map(|(m, _)| m.to_uci(mode).to_string()),
        "san": played.map(|(m, before)| before.san(*m).to_string()),
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

/// What the draw law says about a position, in words.
#[must_use]
pub fn words(history: &History, facts: &LawFacts) -> String {
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
