//! The same game for programs: one request a line, each answered by what it did and how the table
//! then stands.

use chess::{Bitboard, Square};
use duplicate::{
    BoardName, Declaration, Effect, Grab, Objection, Refusal, Seat, SyncedMove, Table, save,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::refused;
use super::super::state::{self, Lists};

/// What a program can ask for.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// Plays a move.
    Move { r#move: String },
    /// Asks what a move would do, or why not.
    Why { r#move: String },
    /// Asks where a piece can go.
    Grab { board: String, square: String },
    /// Takes back the last step.
    Undo,
    /// Makes it again.
    Redo,
    /// Looks at the table after so many steps.
    Show { step: usize },
    /// Declares a draw.
    Draw,
    /// Lets a player resign.
    Resign { player: String },
    /// Asks for the game in all its forms.
    Save,
    /// Loads a game.
    Load { save: String },
    /// Asks how the table stands, with all moves.
    State,
}

/// Does what is asked; on a refusal the table stays as it was.
pub fn answer(table: &mut Table, request: Request) -> Value {
    let done = match request {
        Request::Move { r#move } => play(table, &r#move),
        Request::Why { r#move } => return why(table, &r#move),
        Request::Grab { board, square } => return grab(table, &board, &square),
        Request::Undo => done(table.undo(), "nothing-to-undo"),
        Request::Redo => done(table.redo(), "nothing-to-redo"),
        Request::Show { step } => {
            table.show(step);
            Ok(json!({}))
        }
        Request::Draw => declare(table, Some(Declaration::Draw)),
        Request::Resign { player } => {
            let mut letters = player.chars();
            let seat = letters.next().and_then(Seat::from_letter);
            let seat = seat.filter(|_| letters.next().is_none());
            declare(table, seat.map(Declaration::Resignation))
        }
        Request::Save => {
            return json!({
                "ok": true,
                "json": save::to_json(table),
                "line": save::to_line(table),
                "link": save::to_link(table),
            });
        }
        Request::Load { save } => match save::load(&save) {
            Ok(loaded) => {
                *table = loaded;
                Ok(json!({}))
            }
            Err(error) => Err(refused(&error)),
        },
        Request::State => {
            return json!({
                "ok": true,
                "state": state::state(table, Lists::Listed),
                "outcome": state::outcome(table.ending()),
            });
        }
    };
    match done {
        Err(refusal) => refusal,
        Ok(mut answer) => {
            answer["ok"] = json!(true);
            answer["state"] = state::state(table, Lists::Counted);
            answer["outcome"] = state::outcome(table.ending());
            answer
        }
    }
}

fn play(table: &mut Table, text: &str) -> Result<Value, Value> {
    let m = read_move(text)?;
    let played = table.play(m).map_err(|refusal| refusal_answer(&refusal))?;
    let passed: Vec<String> = played.passed_over.iter().map(state::letter).collect();
    Ok(json!({
        "player": state::letter(played.seat),
        "move": m.to_string(),
        "effects": played.effects.map(|effect| effect_value(&effect)),
        "passedOver": passed,
    }))
}

fn why(table: &Table, text: &str) -> Value {
    let m = match read_move(text) {
        Ok(m) => m,
        Err(refusal) => return refusal,
    };
    match table.why_not(m) {
        None => json!({
            "ok": true,
            "legal": true,
            "effects": table.boards().effects(m).map(|effect| effect_value(&effect)),
        }),
        Some(refusal) => json!({ "ok": true, "legal": false, "why": refusal_value(&refusal) }),
    }
}

fn grab(table: &Table, board: &str, square: &str) -> Value {
    let (Some(board), Ok(square)) = (BoardName::from_name(board), square.parse::<Square>()) else {
        return error(
            "bad-square",
            "expected a board such as NW and a square such as e2",
        );
    };
    match table.grab(board, square) {
        Err(refusal) => refusal_answer(&refusal),
        Ok(Grab {
            playable,
            only,
            stuck,
            ..
        }) => {
            let only: Value = only
                .into_iter()
                .map(|(board, set)| (board.name().to_owned(), squares(set)))
                .collect();
            let stuck = stuck.map(|stuck| stuck.to_string());
            json!({ "ok": true, "playable": squares(playable), "only": only, "stuck": stuck })
        }
    }
}

fn declare(table: &mut Table, declaration: Option<Declaration>) -> Result<Value, Value> {
    let Some(declaration) = declaration else {
        return Err(error("bad-player", "expected a player N, S, E or W"));
    };
    match table.declare(declaration) {
        Ok(_) => Ok(json!({})),
        Err(refusal) => Err(refusal_answer(&refusal)),
    }
}

fn done(done: bool, code: &'static str) -> Result<Value, Value> {
    if done {
        Ok(json!({}))
    } else {
        Err(error(code, "there is no such step"))
    }
}

fn read_move(text: &str) -> Result<SyncedMove, Value> {
    text.parse()
        .map_err(|fault: chess::uci::ParseUciError| error("bad-entry", &fault.to_string()))
}

fn error(code: &'static str, message: &str) -> Value {
    json!({ "ok": false, "error": { "code": code, "message": message } })
}

fn refusal_answer(refusal: &Refusal) -> Value {
    json!({ "ok": false, "error": refusal_value(refusal) })
}

fn refusal_value(refusal: &Refusal) -> Value {
    let objections: Vec<Value> = refusal.objections().iter().map(objection_value).collect();
    json!({
        "code": refusal.code(),
        "message": refusal.to_string(),
        "objections": objections,
    })
}

fn objection_value(objection: &Objection) -> Value {
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

fn effect_value(effect: &Effect) -> Value {
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

fn squares(set: Bitboard) -> Value {
    let mut names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
    names.sort();
    json!(names)
}
