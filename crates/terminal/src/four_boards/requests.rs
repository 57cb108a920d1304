//! The same game for programs: one JSON request per line, answered by its effects and the new state
//! of the table.

use chess::Square;
use duplicate::json::{self, Lists};
use duplicate::{BoardName, Declaration, Refusal, Seat, SyncedMove, Table, TouchedPiece, save};
use serde::Deserialize;
use serde_json::{Value, json};

/// A request of a program.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// Plays a move.
    Move {
        /// The move.
        r#move: String,
    },
    /// Asks what a move would do, or why it is refused.
    Why {
        /// The move.
        r#move: String,
    },
    /// Asks where a piece can go.
    Grab {
        /// The board.
        board: String,
        /// The square of the piece.
        square: String,
    },
    /// Takes back the last step.
    Undo,
    /// Redoes it.
    Redo,
    /// Shows the table after this many steps.
    Show {
        /// The number of steps.
        step: usize,
    },
    /// Declares a draw.
    Draw,
    /// Resigns for a player.
    Resign {
        /// The letter of the player.
        player: String,
    },
    /// Asks for the game in all its forms.
    Save,
    /// Loads a game.
    Load {
        /// The game, in any form.
        save: String,
    },
    /// Asks for the state of the table, with all moves.
    State,
}

/// Handles a request. A refusal leaves the table unchanged.
#[must_use]
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
            Err(error) => Err(json::refused(&error)),
        },
        Request::State => {
            return json!({
                "ok": true,
                "state": json::state(table, Lists::Listed),
                "outcome": json::outcome(table.ending()),
            });
        }
    };
    match done {
        Err(refusal) => refusal,
        Ok(mut answer) => {
            answer["ok"] = json!(true);
            answer["state"] = json::state(table, Lists::Counted);
            answer["outcome"] = json::outcome(table.ending());
            answer
        }
    }
}

fn play(table: &mut Table, text: &str) -> Result<Value, Value> {
    let m = read_move(text)?;
    let played = table.play(m).map_err(|refusal| refusal_answer(&refusal))?;
    let passed: Vec<String> = played.passed_over.iter().map(json::letter).collect();
    Ok(json!({
        "player": json::letter(played.seat),
        "move": m.to_string(),
        "effects": played.effects.map(|effect| json::change(&effect)),
        "passedOver": passed,
    }))
}

fn why(table: &Table, text: &str) -> Value {
    match read_move(text) {
        Ok(m) => json::why(table, m),
        Err(refusal) => refusal,
    }
}

fn grab(table: &Table, board: &str, square: &str) -> Value {
    let (Some(board), Ok(square)) = (BoardName::from_name(board), square.parse::<Square>()) else {
        return error(
            "bad-square",
            "expected a board such as NW and a square such as e2",
        );
    };
    match table.touch(board, square) {
        Err(refusal) => refusal_answer(&refusal),
        Ok(TouchedPiece {
            playable,
            only,
            stuck,
            ..
        }) => {
            let only: Value = only
                .into_iter()
                .map(|(board, set)| (board.name().to_owned(), json::squares(set)))
                .collect();
            let stuck = stuck.map(|stuck| stuck.to_string());
            json!({ "ok": true, "playable": json::squares(playable), "only": only, "stuck": stuck })
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
    json!({ "ok": false, "error": json::refusal(refusal) })
}
