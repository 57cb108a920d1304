//! `fourfold law` against the draw vectors: the real program, every field of every position.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::support::program;

const FIELDS: [&str; 14] = [
    "dead",
    "ply",
    "fen",
    "clock",
    "reps",
    "fivefold",
    "seventyfive",
    "check",
    "checkmate",
    "stalemate",
    "insufficient_material",
    "insufficient_white",
    "insufficient_black",
    "legal_moves",
];

/// Fields that apply only while the game is in progress.
const RIGHTS: [&str; 4] = ["threefold_now", "threefold_with", "fifty_now", "fifty_with"];

fn law(args: &[&str], input: String) -> Output {
    program::run(Path::new("."), &[&["law"], args].concat(), input)
}

fn answers(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let output = law(&["--json"], lines.join("\n"));
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), requests.len());
    answers
}

fn shown(args: &[&str]) -> (String, Option<i32>) {
    let output = law(args, String::new());
    (
        String::from_utf8(output.stdout).unwrap(),
        output.status.code(),
    )
}

#[test]
fn every_field_of_the_vectors_is_answered_by_the_program() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../game/tests/data/draws.jsonl"
    );
    let lines: Vec<Value> = fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 118);
    let requests: Vec<Value> = lines
        .iter()
        .map(|line| {
            json!({
                "fen": line["start_fen"],
                "moves": line["moves"],
                "chess960": line["chess960"],
            })
        })
        .collect();
    for (line, answer) in lines.iter().zip(answers(&requests)) {
        let id = &line["id"];
        let plies = line["plies"].as_array().unwrap();
        // The vectors end games by material alone; the program also proves dead positions.
        let is_over = |ply: &Value| ply["dead"] == true || !ply["outcome"].is_null();
        let ended = plies.iter().position(is_over);
        assert_eq!(
            answer["ended_ply"].as_u64(),
            ended.map(|ply| ply as u64),
            "{id}"
        );
        assert_eq!(
            answer["plies"].as_array().unwrap().len(),
            plies.len(),
            "{id}"
        );
        for (expected, found) in plies.iter().zip(answer["plies"].as_array().unwrap()) {
            let place = format!("{id} ply {}", expected["ply"]);
            for field in FIELDS {
                assert_eq!(found[field], expected[field], "{place} {field}");
            }
            check_end(expected, found, ended, &place);
        }
    }
}

/// Checks that the game ends at the first dead position, with all that follows from it.
fn check_end(expected: &Value, found: &Value, ended: Option<usize>, place: &str) {
    let ply = expected["ply"].as_u64().unwrap() as usize;
    let is_over = ended.is_some_and(|ended| ply >= ended);
    for field in RIGHTS {
        match &found[field] {
            Value::Bool(right) if is_over => assert!(!right, "{place} {field}"),
            Value::Array(moves) if is_over => assert!(moves.is_empty(), "{place} {field}"),
            right => assert_eq!(right, &expected[field], "{place} {field}"),
        }
    }
    let after_end = ended.is_some_and(|ended| ply > ended);
    assert_eq!(found["after_end"] == true, after_end, "{place}");
    let outcome = match &expected["outcome"] {
        Value::Null if expected["dead"] == true => {
            json!({ "result": "1/2-1/2", "reason": "dead_position" })
        }
        outcome => outcome.clone(),
    };
    assert_eq!(found.get("outcome"), Some(&outcome), "{place}");
}

#[test]
fn the_standard_start_is_the_default_and_fivefold_precedes_seventy_five() {
    let shuffle = ["h1g1", "d6d7", "g1h1", "d7d6"];
    let moves: Vec<&str> = shuffle.iter().copied().cycle().take(16).collect();
    let answers = answers(&[
        json!({ "moves": ["e2e4"] }),
        json!({ "fen": "8/8/3k4/8/3K4/8/7R/7R w - - 134 130", "moves": moves }),
    ]);
    assert_eq!(answers[0]["plies"][1]["clock"], 0);
    assert_eq!(answers[0]["ended_ply"], Value::Null);
    assert_eq!(answers[1]["ended_ply"], 16);
    let last = &answers[1]["plies"][16];
    assert_eq!(last["outcome"]["reason"], "fivefold_repetition");
    assert_eq!(
        last["reasons"],
        json!(["fivefold_repetition", "seventyfive_moves"])
    );
}

#[test]
fn a_refusal_names_its_place_and_the_next_line_is_answered() {
    let answers = answers(&[
        json!({ "moves": ["e2e4", "e2e4"] }),
        json!({ "moves": ["Nf5"] }),
        json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1", "moves": [] }),
        json!({ "moves": { "first": "e2e4" } }),
        json!({ "fen": "8/P5k1/8/8/8/8/8/6K1 w - - 0 1", "moves": ["a7a8"] }),
        json!({ "moves": [] }),
    ]);
    assert_eq!(answers[0]["ok"], false);
    let error = &answers[0]["error"];
    assert_eq!(
        (&error["code"], &error["ply"], &error["move"]),
        (&json!("illegal_move"), &json!(1), &json!("e2e4"))
    );
    assert_eq!(answers[1]["error"]["code"], "illegal_move");
    assert_eq!(answers[2]["error"]["code"], "bad_fen");
    assert_eq!(answers[3]["error"]["code"], "bad_request");
    assert_eq!(answers[4]["error"]["code"], "illegal_move");
    assert_eq!(answers[5]["plies"].as_array().unwrap().len(), 1);
}

#[test]
fn a_dead_position_is_reported_and_ends_the_line() {
    let (text, status) = shown(&[
        "--fen",
        "8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1",
        "Ke3",
    ]);
    assert_eq!(status, Some(0));
    assert!(
        text.contains(
            "1/2-1/2: dead position: no series of legal moves leads to mate (article 5.2.2)"
        ),
        "{text}"
    );
    assert!(text.ends_with("after the end\n"), "{text}");
}

#[test]
fn move_numbers_are_skipped() {
    let (plain, _) = shown(&["e4", "e5", "Nf3", "Nc6"]);
    for numbered in [
        &["1.", "e4", "e5", "2.", "Nf3", "Nc6"][..],
        &["1.e4", "1...e5", "2.Nf3", "2...", "Nc6"],
    ] {
        assert_eq!(shown(numbered), (plain.clone(), Some(0)), "{numbered:?}");
    }
    let (said, code) = shown(&["1", "e4"]);
    assert!(said.contains("refused after ply 0: 1:"), "{said}");
    assert_eq!(code, Some(1));
    let (said, _) = shown(&["0-0"]);
    assert!(said.contains("refused after ply 0: 0-0:"), "{said}");
}

#[test]
fn people_get_one_line_per_ply() {
    let (text, status) = shown(&["Nf3", "Nf6", "g1", "Ng8"]);
    assert_eq!(status, Some(1));
    assert!(text.contains("refused after ply 2: g1:"), "{text}");
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "f6g8"];
    let (text, status) = shown(&moves);
    assert_eq!(status, Some(0));
    let expected = "   7  Ng1           7       2  \
                    Black may claim threefold repetition (article 9.2.1) by naming Ng8\n   \
                    8  Ng8           8       3  \
                    White may claim threefold repetition (article 9.2.2)\n";
    assert!(text.ends_with(expected), "{text}");
}
