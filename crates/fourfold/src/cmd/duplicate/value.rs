//! Effects, refusals and their culprits as JSON.

use chess::Bitboard;
use duplicate::{Change, Objection, Refusal, SyncedMove, Table};
use serde_json::{Value, json};

use super::state;

/// What a move would do, or why it is refused.
pub fn why(table: &Table, m: SyncedMove) -> Value {
    match table.why_not(m) {
        None => json!({
            "ok": true,
            "legal": true,
            "effects": table.boards().effects(m).map(|each| effect(&each)),
        }),
        Some(each) => json!({ "ok": true, "legal": false, "why": refusal(&each) }),
    }
}

/// Why a move was refused.
pub fn refusal(refusal: &Refusal) -> Value {
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
            "owner": state::letter(culprit.owner),
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
pub fn effect(effect: &Change) -> Value {
    let captured = effect.captured.map(|captured| {
        json!({
            "square": captured.square.to_string(),
            "piece": captured.piece.letter().to_string(),
            "ghost": captured.was_ghost,
        })
    });
    json!({
        "board": effect.board.name(),
        "captured": captured,
        "rook": effect.rook.map(|(from, to)| [from.to_string(), to.to_string()]),
        "check": effect.gives_check,
    })
}

/// Squares sorted by name.
pub fn squares(set: Bitboard) -> Value {
    let mut names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
    names.sort();
    json!(names)
}
