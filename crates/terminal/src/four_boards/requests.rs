//! The same game for programs: one JSON request per line, answered by its effects and the new state
//! of the game.

use chess::Square;
use duplicate::json::{self, Lists};
use duplicate::{
    BoardName, Declaration, DuplicateGame, MoveRefusal, Seat, SyncedMove, TouchedPiece, save,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// A request of a program. Which fields are needed depends on what to do.
#[derive(Debug, Deserialize)]
pub struct Request {
    r#do: Verb,
    /// The move to play or to explain.
    r#move: Option<String>,
    /// The board of a piece.
    board: Option<String>,
    /// The square of the piece.
    square: Option<String>,
    /// The number of steps after which to show the game.
    step: Option<usize>,
    /// The letter of the player who resigns.
    player: Option<String>,
    /// The game to load, in any form.
    save: Option<String>,
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verb {
    Move,
    /// Say what a move would do, or why it is refused.
    Why,
    /// Say where a piece can go.
    Grab,
    Undo,
    Redo,
    /// Show the table after some steps.
    Show,
    Draw,
    Resign,
    /// Give the game in all its forms.
    Save,
    Load,
    /// Give the state of the table, with all moves.
    State,
}

/// Handles a request. A refusal leaves the table unchanged.
#[must_use]
pub fn answer(game: &mut DuplicateGame, request: &Request) -> Value {
    answer_or_refuse(game, request).unwrap_or_else(|refusal| refusal)
}

fn answer_or_refuse(game: &mut DuplicateGame, request: &Request) -> Result<Value, Value> {
    let done = match request.r#do {
        Verb::Move => play(game, needed("move", request.r#move.as_ref())?),
        Verb::Why => return Ok(why(game, needed("move", request.r#move.as_ref())?)),
        Verb::Grab => {
            let board = needed("board", request.board.as_ref())?;
            let square = needed("square", request.square.as_ref())?;
            return Ok(grab(game, board, square));
        }
        Verb::Undo => done(game.undo(), "nothing_to_undo"),
        Verb::Redo => done(game.redo(), "nothing_to_redo"),
        Verb::Show => {
            game.show(*needed("step", request.step.as_ref())?);
            Ok(json!({}))
        }
        Verb::Draw => declare(game, Some(Declaration::Draw)),
        Verb::Resign => {
            let player = needed("player", request.player.as_ref())?;
            let mut letters = player.chars();
            let seat = letters.next().and_then(Seat::from_letter);
            let seat = seat.filter(|_| letters.next().is_none());
            declare(game, seat.map(Declaration::Resignation))
        }
        Verb::Save => {
            return Ok(json!({
                "ok": true,
                "json": save::to_json(game),
                "line": save::to_line(game),
                "link": save::to_link(game),
            }));
        }
        Verb::Load => match save::load(needed("save", request.save.as_ref())?) {
            Ok(loaded) => {
                *game = loaded;
                Ok(json!({}))
            }
            Err(error) => Err(json::refused(&error)),
        },
        Verb::State => {
            return Ok(json!({
                "ok": true,
                "state": json::state(game, Lists::Listed),
                "outcome": json::outcome(game.ending()),
            }));
        }
    };
    let mut answer = done?;
    answer["ok"] = json!(true);
    answer["state"] = json::state(game, Lists::Counted);
    answer["outcome"] = json::outcome(game.ending());
    Ok(answer)
}

fn needed<'r, T>(name: &str, field: Option<&'r T>) -> Result<&'r T, Value> {
    field.ok_or_else(|| error("bad_request", &format!("expected the field \"{name}\"")))
}

fn play(game: &mut DuplicateGame, text: &str) -> Result<Value, Value> {
    let m = read_move(text)?;
    let played = game.play(m).map_err(|refusal| refusal_answer(&refusal))?;
    let passed: Vec<String> = played.passed_over.iter().map(json::letter).collect();
    Ok(json!({
        "player": json::letter(played.seat),
        "move": m.to_string(),
        "effects": played.effects.map(|effect| json::change(&effect)),
        "passedOver": passed,
    }))
}

fn why(game: &DuplicateGame, text: &str) -> Value {
    match read_move(text) {
        Ok(m) => json::why(game, m),
        Err(refusal) => refusal,
    }
}

fn grab(game: &DuplicateGame, board: &str, square: &str) -> Value {
    let (Some(board), Ok(square)) = (BoardName::from_name(board), square.parse::<Square>()) else {
        return error(
            "bad_square",
            "expected a board such as NW and a square such as e2",
        );
    };
    match game.touch(board, square) {
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

fn declare(game: &mut DuplicateGame, declaration: Option<Declaration>) -> Result<Value, Value> {
    let Some(declaration) = declaration else {
        return Err(error("bad_player", "expected a player N, S, E or W"));
    };
    match game.declare(declaration) {
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
        .map_err(|fault: chess::uci::ParseUciError| error("bad_entry", &fault.to_string()))
}

fn error(code: &'static str, message: &str) -> Value {
    json!({ "ok": false, "error": { "code": code, "message": message } })
}

fn refusal_answer(refusal: &MoveRefusal) -> Value {
    json!({ "ok": false, "error": json::refusal(refusal) })
}
