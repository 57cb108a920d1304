//! What a move does, and why it is refused.

use chess::Bitboard;
use serde_json::{Value, json};

use super::letter;
use crate::{Change, DuplicateGame, MoveRefusal, Objection, SyncedMove};

/// What a move would do, or why it is refused.
#[must_use]
pub fn why(game: &DuplicateGame, m: SyncedMove) -> Value {
    match game.why_not(m) {
        None => json!({
            "ok": true,
            "legal": true,
            "effects": game.boards().effects(m).map(|each| change(&each)),
        }),
        Some(each) => json!({ "ok": true, "legal": false, "why": refusal(&each) }),
    }
}

/// Why a move was refused.
#[must_use]
pub fn refusal(refusal: &MoveRefusal) -> Value {
    let objections: Vec<Value> = refusal.objections().iter().map(objection).collect();
    json!({
        "code": refusal.code(),
        "message": refusal.to_string(),
        "objections": objections,
    })
}

fn objection(objection: &Objection) -> Value {
    let culprit = objection.culprit.map(|culprit| {
        json!({
            "square": culprit.square.to_string(),
            "piece": culprit.piece.letter().to_string(),
            "owner": letter(culprit.owner),
            "ghost": culprit.is_ghost,
        })
    });
    json!({
        "board": objection.board.name(),
        "reason": objection.reason.code(),
        "message": objection.to_string(),
        "culprit": culprit,
        "line": squares(objection.line),
    })
}

/// What a move does on one board.
#[must_use]
pub fn change(change: &Change) -> Value {
    let captured = change.captured.map(|captured| {
        json!({
            "square": captured.square.to_string(),
            "piece": captured.piece.letter().to_string(),
            "ghost": captured.was_ghost,
        })
    });
    json!({
        "board": change.board.name(),
        "captured": captured,
        "rook": change.rook.map(|(from, to)| [from.to_string(), to.to_string()]),
        "check": change.gives_check,
    })
}

/// Squares sorted by name.
#[must_use]
pub fn squares(set: Bitboard) -> Value {
    let mut names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
    names.sort();
    json!(names)
}
