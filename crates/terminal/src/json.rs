//! The game as a stream of JSON objects, one event per line.
//!
//! Each line of input is what a player would type. Every event of the game is an object with its
//! name as `event`. Answers to questions have the same form, and a refusal is `command_refused`. The
//! first object describes the state of the game; available claims follow it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use chess::Color;
use game::{Claim, Ending, Event, Game, Reason, Record, Step};
use serde_json::{Value, json};

use super::dialog::{Advice, Dialog, Reply};
use super::typed::{NextLine, Typed};

/// Plays until the player quits or the input ends.
pub fn run(mut dialog: Dialog) -> anyhow::Result<()> {
    let begin = Instant::now();
    let mut typed = Typed::start()?;
    let mut out = io::stdout().lock();
    write_line(&mut out, &state(&dialog, begin.elapsed()))?;
    for reply in dialog.open_claims() {
        write_line(&mut out, &to_json(&reply, &dialog, begin.elapsed()))?;
    }
    write_engine(&mut out, &mut dialog, &mut typed, begin)?;
    loop {
        let next = typed.next(dialog.time_until_flag(begin.elapsed()))?;
        let now = begin.elapsed();
        let replies = match next {
            NextLine::End => return Ok(()),
            NextLine::Line(line) => dialog.submit(&line, now),
            NextLine::TimedOut => dialog.tick(now),
        };
        for reply in replies {
            write_line(&mut out, &to_json(&reply, &dialog, now))?;
            if matches!(reply, Reply::Quit) {
                return Ok(());
            }
        }
        write_engine(&mut out, &mut dialog, &mut typed, begin)?;
    }
}

/// Waits until the engine has nothing more to do, or a spectator quits.
fn write_engine(
    out: &mut impl Write,
    dialog: &mut Dialog,
    typed: &mut Typed,
    begin: Instant,
) -> io::Result<()> {
    while let Some(replies) = dialog.wait_for_engine(|| begin.elapsed()) {
        for reply in replies {
            write_line(out, &to_json(&reply, dialog, begin.elapsed()))?;
        }
        if dialog.is_watched() && typed.asks_to_quit() {
            break;
        }
    }
    Ok(())
}

fn write_line(out: &mut impl Write, value: &Value) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    out.flush()
}

pub fn to_json(reply: &Reply, dialog: &Dialog, now: Duration) -> Value {
    let game = dialog.game();
    match reply {
        Reply::Event(event) => event_to_json(event, dialog),
        Reply::Refused(reason) => refused(reason.code, &reason.message),
        Reply::Board | Reply::Flipped => state(dialog, now),
        Reply::Moves(moves) => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            json!({ "event": "moves", "moves": moves })
        }
        Reply::Claims(claims) => {
            let claims: Vec<Value> = claims
                .iter()
                .map(|(claim, _)| claim_to_json(claim, game))
                .collect();
            json!({ "event": "claims", "claims": claims })
        }
        Reply::Score(text) => json!({ "event": "score", "score": text }),
        Reply::Fen(fen) => json!({ "event": "fen", "fen": fen }),
        Reply::Pgn(pgn) => json!({ "event": "pgn", "pgn": pgn }),
        Reply::Saved(path) => json!({ "event": "saved", "file": path.display().to_string() }),
        Reply::Tagged(tag, value) => json!({ "event": "tag_set", "tag": tag, "value": value }),
        Reply::Note(note) => json!({ "event": "note", "note": note }),
        Reply::Help => {
            let commands: Vec<Value> = super::input::COMMANDS
                .iter()
                .map(|(name, argument, what)| {
                    json!({ "command": name, "argument": argument, "what": what })
                })
                .collect();
            json!({ "event": "help", "commands": commands })
        }
        Reply::Hint(advice) => advice_to_json("hint", advice),
        Reply::Eval(advice) => advice_to_json("eval", advice),
        Reply::Quit => json!({ "event": "quit" }),
    }
}

fn state(dialog: &Dialog, now: Duration) -> Value {
    let game = dialog.game();
    let mut state = json!({
        "event": "state",
        "fen": game.position().to_string(),
        "ply": game.ply(),
        "turn": side(game.position().turn()),
        "result": game.result().token(),
        "ending": game.ending().map(|ending| ending_to_json(ending, game)),
    });
    let left = Color::ALL.map(|side| dialog.timed().left(side, now));
    if let [Some(white), Some(black)] = left.map(|left| left.map(|left| left.as_secs_f64())) {
        state["clocks"] = json!({ "white": white, "black": black });
    }
    state
}

fn event_to_json(event: &Event, dialog: &Dialog) -> Value {
    let game = dialog.game();
    let name = event.code();
    let mode = game.start().mode;
    match event {
        Event::MovePlayed {
            ply,
            m,
            san,
            position,
        } => json!({
            "event": name,
            "ply": ply,
            "move": m.to_uci(mode).to_string(),
            "san": san.to_string(),
            "fen": position.to_string(),
        }),
        Event::Check(by) | Event::DrawOffered(by) => json!({ "event": name, "by": side(*by) }),
        Event::FiftyMoveRuleAvailable { by, halfmoves } => {
            json!({ "event": name, "by": side(*by), "article": "9.3.2", "halfmoves": halfmoves })
        }
        Event::ThreefoldAvailable { by, occurrences } => json!({
            "event": name,
            "by": side(*by),
            "article": "9.2.2",
            "occurrences": occurrences,
        }),
        Event::DrawClaimed { by, claims } => {
            let claims: Vec<Value> = claims
                .iter()
                .map(|claim| claim_to_json(claim, game))
                .collect();
            json!({
                "event": name,
                "by": side(*by),
                "claims": claims,
                "record": record_to_json(&dialog.kept().game().record()),
            })
        }
        Event::ClaimRefused { claim, shortfalls } => {
            let missing: Vec<String> = shortfalls.iter().map(ToString::to_string).collect();
            json!({
                "event": name,
                "by": side(claim.by),
                "move": claim.with.map(|m| m.to_uci(mode).to_string()),
                "missing": missing,
            })
        }
        Event::TimeBonusDue(to) => json!({ "event": name, "to": side(*to) }),
        Event::DrawDeclined { by, how } => {
            let how = format!("{how:?}").to_lowercase();
            json!({ "event": name, "by": side(*by), "how": how })
        }
        Event::GameEnded(ending) => {
            // After a claim, another game is already on the board.
            let mut value = ending_to_json(ending, dialog.kept().game());
            value["event"] = json!(name);
            value
        }
        Event::Undone(steps) | Event::Redone(steps) => {
            let steps: Vec<Value> = steps.iter().map(|step| step_to_json(step, game)).collect();
            let fen = game.position().to_string();
            json!({ "event": name, "steps": steps, "ply": game.ply(), "fen": fen })
        }
        Event::Reset(start) => json!({ "event": name, "fen": start.position.to_string() }),
        Event::Loaded { start, plies } => json!({
            "event": name,
            "start_fen": start.position.to_string(),
            "plies": plies,
            "fen": game.position().to_string(),
        }),
        Event::CommandRefused(refusal) => refused(refusal.code(), &refusal.to_string()),
    }
}

/// The engine's assessment, from White's point of view.
fn advice_to_json(name: &str, advice: &Advice) -> Value {
    let line: Vec<String> = advice.line.iter().map(ToString::to_string).collect();
    json!({
        "event": name,
        "line": line,
        "centipawns": advice.mate.is_none().then_some(advice.centipawns),
        "mate": advice.mate,
        "depth": advice.depth,
        "static": advice.at_first_sight,
    })
}

fn refused(code: &str, message: &str) -> Value {
    json!({ "event": "command_refused", "code": code, "message": message })
}

fn side(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn claim_to_json(claim: &Claim, game: &Game) -> Value {
    json!({
        "ground": claim.ground.code(),
        "article": claim.article(),
        "move": claim.with.map(|m| m.to_uci(game.start().mode).to_string()),
    })
}

fn ending_to_json(ending: &Ending, game: &Game) -> Value {
    let reasons: Vec<&str> = ending.reasons.iter().map(Reason::code).collect();
    json!({
        "result": ending.outcome.to_string(),
        "reason": ending.reason().code(),
        "reasons": reasons,
        "article": ending.reason().article(),
        "message": ending.to_string(),
        "fen": game.position().to_string(),
    })
}

fn record_to_json(record: &Record) -> Value {
    let moves: Vec<String> = record
        .moves
        .iter()
        .map(|m| m.to_uci(record.start.mode).to_string())
        .collect();
    json!({
        "start_fen": record.start.position.to_string(),
        "moves": moves,
        "final_fen": record.last.to_string(),
        "result": record.result().token(),
    })
}

fn step_to_json(step: &Step, game: &Game) -> Value {
    match step {
        Step::Played(m) => json!({ "move": m.to_uci(game.start().mode).to_string() }),
        Step::Ended(ending) => match ending.reason() {
            Reason::Resignation(by) => json!({ "resigned": side(by) }),
            Reason::FlagFall(by) => json!({ "flag_fell": side(by) }),
            Reason::Agreement => json!("agreed"),
            Reason::Claimed(_) => json!("claimed"),
            Reason::Checkmate
            | Reason::Stalemate
            | Reason::InsufficientMaterial
            | Reason::DeadPosition
            | Reason::FivefoldRepetition
            | Reason::SeventyFiveMoves
            | Reason::ThreefoldRepetition
            | Reason::FiftyMoves
            | Reason::CannotMate(_)
            | Reason::Unstated => json!({ "recorded": ending.outcome.to_string() }),
        },
    }
}
