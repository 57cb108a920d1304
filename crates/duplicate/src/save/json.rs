//! The JSON file: `{"variant":"duplicate-chess","version":1,"moves":[…]}`.
//!
//! Version 1 has three optional keys: `"rulings"`, an object with the rulings that differ from the
//! defaults; `"setup"`, the start boards ([`Boards::set_up`]); and `"ending"`, one of
//! `{"reason":"draw"}`, `{"reason":"resignation","player":"N"}` and, with `flag_fall` or `absence`
//! as the reason, `{"reason":"flag_fall","player":"N"}`, to which a table where all draw by it adds
//! `"result":"draw"`. Other keys are ignored.

use core::fmt::Write;

use chess::{Role, Square};
use serde_json::{Map, Value};

#[cfg(doc)]
use crate::Boards;
use crate::{
    Declaration, DuplicateGame, Lapse, LapseKind, LapseOutcome, Rulings, Seat, Step, SyncedMove,
};

use super::{
    LoadError, MoveFault, VARIANT, VERSION, begin, check_length, declare, excerpt, play, seat_of,
    setup_word,
};

/// The game as a JSON file, one round per line.
///
/// ```
/// use fourfold_duplicate::save;
/// let game = save::load("duplicate-chess 1 e2e4 d2d4")?;
/// let json = save::to_json(&game);
/// assert_eq!(save::from_json(&json)?.steps(), game.steps());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn to_json(game: &DuplicateGame) -> String {
    let mut text = format!("{{\"variant\":\"{VARIANT}\",\"version\":{VERSION},\n");
    let changes = game.rulings().changes();
    if !changes.is_empty() {
        let rulings: Vec<String> = changes
            .iter()
            .map(|(ruling, reading)| match reading.parse::<u32>() {
                Ok(number) => format!("\"{ruling}\":{number}"),
                Err(_) => format!("\"{ruling}\":\"{reading}\""),
            })
            .collect();
        writeln!(text, "\"rulings\":{{{}}},", rulings.join(",")).expect(WRITABLE);
    }
    if let Some(word) = setup_word(game) {
        writeln!(text, "\"setup\":\"{word}\",").expect(WRITABLE);
    }
    text.push_str("\"moves\":[");
    let mut ending = String::new();
    for (index, step) in game.steps().iter().enumerate() {
        match step {
            Step::Moved { seat, m } => {
                let comma = if index == 0 { "" } else { "," };
                let line = if *seat == Seat::North { "\n" } else { "" };
                write!(text, "{comma}{line}{}", entry(*seat, *m)).expect(WRITABLE);
            }
            Step::Declared(Declaration::Draw) => {
                ending = ",\n\"ending\":{\"reason\":\"draw\"}".to_owned()
            }
            Step::Declared(Declaration::Resignation(seat)) => {
                let player = seat.letter();
                ending =
                    format!(",\n\"ending\":{{\"reason\":\"resignation\",\"player\":\"{player}\"}}");
            }
            Step::Declared(Declaration::Lapse(lapse)) => {
                let (reason, player) = (lapse.kind.name(), lapse.seat.letter());
                let result = match lapse.outcome {
                    LapseOutcome::Resignation => "",
                    LapseOutcome::Draw => ",\"result\":\"draw\"",
                };
                ending = format!(
                    ",\n\"ending\":{{\"reason\":\"{reason}\",\"player\":\"{player}\"{result}}}"
                );
            }
        }
    }
    writeln!(text, "]{ending}}}").expect(WRITABLE);
    text
}

const WRITABLE: &str = "writing to a string cannot fail";

fn entry(seat: Seat, m: SyncedMove) -> String {
    let promotion = m.promotion().map_or(String::new(), |role| {
        format!(",\"promotion\":\"{}\"", role.letter().to_ascii_lowercase())
    });
    let (from, to) = (m.from(), m.to());
    format!(
        "{{\"player\":\"{}\",\"from\":\"{from}\",\"to\":\"{to}\"{promotion}}}",
        seat.letter()
    )
}

/// Loads a game from a JSON file.
///
/// ```
/// use fourfold_duplicate::save;
/// let text = r#"{"variant":"duplicate-chess","version":1,
///     "moves":[{"player":"N","from":"e2","to":"e4"}]}"#;
/// assert_eq!(save::from_json(text)?.ply(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the part of the file that is wrong and why, with the index of a wrong move.
pub fn from_json(text: &str) -> Result<DuplicateGame, LoadError> {
    read(text, None)
}

/// Reads a game, under its own rulings unless others are given.
pub(super) fn read(text: &str, under: Option<Rulings>) -> Result<DuplicateGame, LoadError> {
    check_length(text)?;
    let value: Value = serde_json::from_str(text).map_err(|error| LoadError::NotJson {
        line: error.line(),
        column: error.column(),
        problem: error.to_string(),
    })?;
    let Value::Object(save) = &value else {
        return Err(LoadError::NotObject {
            found: kind(&value),
        });
    };
    if save.get("variant").and_then(Value::as_str) != Some(VARIANT) {
        let found = shown(save.get("variant"));
        return Err(LoadError::Variant { found });
    }
    if save.get("version").and_then(Value::as_u64) != Some(VERSION.into()) {
        let found = shown(save.get("version"));
        return Err(LoadError::Version { found });
    }
    let rulings = match save.get("rulings") {
        Some(rulings) => rulings_from_json(rulings)?,
        None => Rulings::default(),
    };
    let moves = match save.get("moves") {
        Some(Value::Array(moves)) => moves,
        Some(other) => return Err(LoadError::Moves { found: kind(other) }),
        None => return Err(LoadError::Moves { found: "nothing" }),
    };
    let setup = match save.get("setup") {
        None => None,
        Some(Value::String(word)) => Some(word.as_str()),
        Some(_) => return Err(crate::SetupError::Parts { found: 0 }.into()),
    };
    let mut game = begin(setup, under.unwrap_or(rulings))?;
    for (ply, entry) in moves.iter().enumerate() {
        let m = read_entry(&game, entry).map_err(|fault| LoadError::Move { ply, fault })?;
        play(&mut game, m)?;
    }
    if let Some(ending) = save.get("ending") {
        declare(&mut game, read_ending(ending)?)?;
    }
    Ok(game)
}

/// Reads rulings from a JSON object such as `{"stalemate":"pass","quietTurns":100}`.
///
/// ```
/// use fourfold_duplicate::StalemateRule;
/// let value = serde_json::json!({ "stalemate": "pass" });
/// let rulings = fourfold_duplicate::save::rulings_from_json(&value)?;
/// assert_eq!(rulings.stalemate, StalemateRule::Pass);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Refuses anything but an object, and unknown names: a ruling decides results.
pub fn rulings_from_json(value: &Value) -> Result<Rulings, LoadError> {
    let mut rulings = Rulings::default();
    let Value::Object(changes) = value else {
        return Err(LoadError::Rulings(crate::UnknownRuling {
            expected: "an object".to_owned(),
            found: kind(value).to_owned(),
        }));
    };
    for (ruling, reading) in changes {
        let reading = match reading {
            Value::String(reading) => reading.clone(),
            other => other.to_string(),
        };
        rulings.set(ruling, &reading)?;
    }
    Ok(rulings)
}

fn read_entry(game: &DuplicateGame, entry: &Value) -> Result<SyncedMove, MoveFault> {
    let Value::Object(entry) = entry else {
        return Err(MoveFault::Entry { found: kind(entry) });
    };
    let seat = entry
        .get("player")
        .and_then(Value::as_str)
        .and_then(seat_of);
    let found = seat.ok_or_else(|| MoveFault::Player {
        found: shown(entry.get("player")),
    })?;
    let expected = game.turn();
    if found != expected && game.ending().is_none() {
        return Err(MoveFault::WrongPlayer { expected, found });
    }
    let m = SyncedMove::new(square(entry, "from")?, square(entry, "to")?);
    let Some(promotion) = entry.get("promotion").filter(|value| !value.is_null()) else {
        return Ok(m);
    };
    let role = match promotion.as_str() {
        Some("q") => Some(Role::Queen),
        Some("r") => Some(Role::Rook),
        Some("b") => Some(Role::Bishop),
        Some("n") => Some(Role::Knight),
        _ => None,
    };
    role.and_then(|role| m.with_promotion(Some(role)))
        .ok_or_else(|| MoveFault::Promotion {
            found: shown(Some(promotion)),
        })
}

fn square(entry: &Map<String, Value>, field: &'static str) -> Result<Square, MoveFault> {
    let square = entry.get(field).and_then(Value::as_str);
    square
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| MoveFault::Square {
            field,
            found: shown(entry.get(field)),
        })
}

fn read_ending(ending: &Value) -> Result<Declaration, LoadError> {
    let player = ending["player"].as_str().and_then(seat_of);
    let lapse = |seat, kind| {
        let outcome = match ending.get("result").map(Value::as_str) {
            None => LapseOutcome::Resignation,
            Some(Some("draw")) => LapseOutcome::Draw,
            Some(_) => {
                return Err(LoadError::Ending {
                    problem: format!(
                        "expected the result \"draw\" or none, found {}",
                        shown(ending.get("result"))
                    ),
                });
            }
        };
        Ok(Declaration::Lapse(Lapse {
            seat,
            kind,
            outcome,
        }))
    };
    match (ending["reason"].as_str(), player) {
        (Some("draw"), _) => Ok(Declaration::Draw),
        (Some("resignation"), Some(seat)) => Ok(Declaration::Resignation(seat)),
        (Some("flag_fall"), Some(seat)) => lapse(seat, LapseKind::Flag),
        (Some("absence"), Some(seat)) => lapse(seat, LapseKind::Absence),
        (Some("resignation" | "flag_fall" | "absence"), None) => Err(LoadError::Ending {
            problem: format!(
                "expected a player N, S, E or W, found {}",
                shown(ending.get("player"))
            ),
        }),
        _ => Err(LoadError::Ending {
            problem: format!(
                "expected the reason \"draw\", \"resignation\", \"flag_fall\" or \"absence\", found {}",
                shown(ending.get("reason"))
            ),
        }),
    }
}

/// The JSON type of a value, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// A value, shortened for a message.
fn shown(value: Option<&Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(value @ (Value::Array(_) | Value::Object(_))) => kind(value).to_owned(),
        Some(value) => excerpt(&value.to_string()),
    }
}
