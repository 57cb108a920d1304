//! `fourfold duplicate` as used by people and scripts.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::support::program;

fn fourfold(args: &[&str], input: &str) -> Output {
    program::run(Path::new("."), &[&["duplicate"], args].concat(), input)
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn answers(command: &str, requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let output = fourfold(&[command, "--json"], &lines.join("\n"));
    assert!(
        output.status.success(),
        "a filter exits with success whatever the requests are"
    );
    let answers: Vec<Value> = text(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), requests.len());
    answers
}

fn lines_of(name: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../duplicate/tests/data");
    let text = fs::read_to_string(folder.join(name)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Checks that every expected field is there; further fields are allowed.
fn assert_contains(found: &Value, expected: &Value, id: &Value) {
    match expected {
        Value::Object(fields) => {
            for (name, value) in fields {
                assert_contains(&found[name], value, id);
            }
        }
        Value::Array(items) => {
            assert_eq!(found.as_array().map(Vec::len), Some(items.len()), "{id}");
            for (index, item) in items.iter().enumerate() {
                assert_contains(&found[index], item, id);
            }
        }
        _ => assert_eq!(found, expected, "{id}"),
    }
}

#[test]
fn replay_answers_in_the_fields_of_the_vectors() {
    let games = lines_of("games_short.jsonl");
    let requests: Vec<Value> = games
        .iter()
        .map(|game| json!({ "moves": game["moves"] }))
        .collect();
    for (game, answer) in games.iter().zip(answers("replay", &requests)) {
        let expected = json!({
            "ok": true,
            "plies": game["plies"],
            "states": game["states"],
            "outcome": game["outcome"],
        });
        assert_contains(&answer, &expected, &game["id"]);
    }
    let positions = lines_of("positions.jsonl");
    let request = |position: &Value| json!({ "moves": position["moves"], "lists": true });
    let requests: Vec<Value> = positions.iter().map(request).collect();
    for (position, answer) in positions.iter().zip(answers("replay", &requests)) {
        let last = answer["states"].as_array().unwrap().last().unwrap();
        assert_contains(last, &position["state"], &position["id"]);
    }
}

#[test]
fn replay_judges_saves() {
    let refused = lines_of("refused.jsonl");
    let requests: Vec<Value> = refused
        .iter()
        .map(|save| json!({ "save": save["text"] }))
        .collect();
    for (save, answer) in refused.iter().zip(answers("replay", &requests)) {
        // The vectors write the codes with hyphens.
        let code = save["error"].as_str().unwrap().replace('-', "_");
        let error = json!({ "code": code, "ply": save["ply"] });
        assert_contains(
            &answer,
            &json!({ "ok": false, "error": error }),
            &save["id"],
        );
    }
    let accepted = lines_of("accepted.jsonl");
    let requests: Vec<Value> = accepted
        .iter()
        .map(|save| json!({ "save": save["text"] }))
        .collect();
    for (save, answer) in accepted.iter().zip(answers("replay", &requests)) {
        let expected = json!({
            "ok": true,
            "plies": save["plies"],
            "player": save["player"],
            "outcome": save["outcome"],
        });
        assert_contains(&answer, &expected, &save["id"]);
        let last = answer["states"].as_array().unwrap().last().unwrap();
        assert_contains(&last["fen"], &save["fen"], &save["id"]);
    }
}

#[test]
fn replay_compares_rulings() {
    let mates_two = "f2f4 g2g4 h7h5 e7e5 g2g4 f2f4 a7a5 d8h4";
    let answers = answers(
        "replay",
        &[
            json!({ "moves": mates_two }),
            json!({ "moves": mates_two, "rulings": { "halfRound": "together" } }),
            json!({ "moves": "", "rulings": { "stalemate": "maybe" } }),
            json!({ "moves": "e2e4", "save": "" }),
            json!({}),
        ],
    );
    assert_eq!(answers[0]["outcome"]["result"]["S"], "draw");
    assert_eq!(answers[0]["outcome"]["provisional"], json!(["halfRound"]));
    assert_eq!(answers[1]["outcome"]["losers"], json!(["N", "S"]));
    assert_eq!(answers[2]["error"]["code"], "bad_rulings");
    assert_eq!(answers[3]["error"]["code"], "bad_request");
    assert_eq!(answers[4]["ok"], false);
}

#[test]
fn repetition_ends_the_game_as_each_reading_says() {
    let cases = lines_of("repetition.jsonl");
    for reading in ["board", "reachable", "raw"] {
        let request = |case: &Value| {
            let expect = &case["expect"][reading]["endsAfterPly"];
            let moves: Vec<&str> = case["moves"].as_str().unwrap().split(' ').collect();
            let plies = expect.as_u64().map_or(moves.len(), |plies| plies as usize);
            json!({ "moves": moves[..plies].join(" "), "rulings": { "repetition": reading } })
        };
        let requests: Vec<Value> = cases.iter().map(request).collect();
        for (case, answer) in cases.iter().zip(answers("replay", &requests)) {
            let expected = &case["expect"][reading]["reason"];
            assert_eq!(
                &answer["outcome"]["reason"], expected,
                "{} {reading}",
                case["id"]
            );
        }
    }
}

#[test]
fn perft_counts_for_people_and_programs() {
    let output = fourfold(&["perft", "4", "--threads", "2"], "");
    assert!(
        text(&output).starts_with("160,000 nodes at depth 4"),
        "{}",
        text(&output)
    );
    let divided = text(&fourfold(
        &["perft", "2", "--divide", "--moves", "e2e4"],
        "",
    ));
    assert!(divided.starts_with("a2a3: 20\n"), "{divided}");
    let lines = lines_of("perft.jsonl");
    let request = |line: &Value| json!({ "moves": line["moves"], "depth": 3 });
    let requests: Vec<Value> = lines.iter().map(request).collect();
    for (line, answer) in lines.iter().zip(answers("perft", &requests)) {
        assert_eq!(answer["nodes"], line["perft"][2], "{}", line["id"]);
    }
    let bad = answers(
        "perft",
        &[
            json!({ "moves": "e2e4 e7e5", "depth": 1 }),
            json!({ "depth": 0 }),
        ],
    );
    assert_contains(
        &bad[0],
        &json!({ "ok": false, "error": { "code": "illegal", "ply": 1 } }),
        &json!(0),
    );
    assert_eq!(bad[1]["nodes"], 1);
}

#[test]
fn replay_shows_files_to_people() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let accepted = lines_of("accepted.jsonl");
    let mate = accepted
        .iter()
        .find(|save| save["id"] == "ended_by_checkmate")
        .unwrap();
    fs::write(&file, mate["text"].as_str().unwrap()).unwrap();
    let output = fourfold(&["replay", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(0));
    let shown = text(&output);
    assert!(
        shown.contains("North is checkmated on NW and NE, East and West win"),
        "{shown}"
    );
    assert!(
        shown.contains("provisional: in a mate on both boards both"),
        "{shown}"
    );
    let output = fourfold(
        &["replay", file.to_str().unwrap(), "--ruling", "winners=last"],
        "",
    );
    assert!(text(&output).contains("on NW and NE, West wins"));

    let output = fourfold(&["replay", "-"], "e2e4 e2e5");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).starts_with("refused: move 2: e2e5 is legal on neither board"));
    let output = fourfold(&["replay", "no-such-file"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fourfold(&["replay"], "").status.code(), Some(2));
}

#[test]
fn people_can_play_and_ask_why() {
    let script = "e2e4\nd2d4\nc7c5\ne7e5\ng1f3\nc2c4\nwhy c5d4\nc5d4\ngrab SE c5\nwhat now\nresign W\nundo\nquit\n";
    let shown = text(&fourfold(&["play"], script));
    let reason = "c5d4 is legal on SE only: on NE there is nothing to capture on d4";
    assert_eq!(shown.matches(reason).count(), 2, "{shown}");
    assert!(shown.contains("on NE only: c4\non SE only: d4"), "{shown}");
    assert!(shown.contains("try `help`"));
    assert!(shown.contains("West resigns, North and South win"));
    assert!(
        shown.trim_end().ends_with("East to move, 21 moves"),
        "{shown}"
    );
}

#[test]
fn programs_can_play_and_ask_why() {
    let moves = ["e2e4", "d2d4", "d7d5", "d7d5", "e4d5", "c2c4"];
    let mut requests: Vec<Value> = moves
        .iter()
        .map(|m| json!({ "do": "move", "move": m }))
        .collect();
    requests.extend([
        json!({ "do": "why", "move": "d5c4" }),
        json!({ "do": "grab", "board": "SE", "square": "d5" }),
        json!({ "do": "move", "move": "d5c4" }),
        json!({ "do": "nonsense" }),
        json!({ "do": "undo" }),
        json!({ "do": "redo" }),
        json!({ "do": "redo" }),
        json!({ "do": "save" }),
        json!({ "do": "load", "save": "duplicate-chess 9" }),
        json!({ "do": "resign", "player": "S" }),
        json!({ "do": "show", "step": 2 }),
        json!({ "do": "state" }),
    ]);
    let answers = answers("play", &requests);
    let capture = &answers[4]["effects"][0]["captured"];
    assert_eq!(
        capture,
        &json!({ "square": "d5", "piece": "p", "ghost": false })
    );
    let why = &answers[6]["why"]["objections"][0];
    assert_eq!(
        (&why["board"], &why["reason"]),
        (&json!("NE"), &json!("twin_captured"))
    );
    assert_eq!(
        answers[7]["stuck"],
        "it is a ghost: its twin was captured on NE"
    );
    assert_eq!(answers[8]["error"]["code"], "not_synced");
    assert_eq!(answers[9]["error"]["code"], "bad_request");
    assert_eq!(answers[10]["state"]["ply"], 5);
    assert_eq!(answers[11]["state"]["ply"], 6);
    assert_eq!(answers[12]["error"]["code"], "nothing_to_redo");
    assert_eq!(
        answers[13]["line"],
        format!("duplicate-chess 1 {}", moves.join(" "))
    );
    assert_eq!(answers[14]["error"]["code"], "bad_version");
    assert_eq!(answers[15]["outcome"]["resigned"], "S");
    assert_eq!(answers[16]["outcome"], Value::Null);
    assert_eq!(answers[17]["state"]["moves"].as_array().unwrap().len(), 20);
}

#[test]
fn a_single_question_is_answered() {
    let moves = "e2e4 d2d4 d7d5 d7d5 e4d5 c2c4";
    let shown = text(&fourfold(&["why", "d5c4", "--moves", moves], ""));
    let ghost = "the pawn on d5 is a ghost, its twin was captured on NE";
    assert_eq!(shown.trim(), format!("d5c4 is legal on SE only: {ghost}"));
    let shown = text(&fourfold(&["why", "e2e4"], ""));
    let expected =
        "e2e4 is legal on both boards: on NW the pawn goes to e4; on NE the pawn goes to e4";
    assert_eq!(shown.trim(), expected);
    let answers = answers(
        "why",
        &[
            json!({ "moves": moves, "move": "d5c4" }),
            json!({ "move": "e2e4" }),
            json!({ "moves": "e2e5", "move": "e2e4" }),
            json!({ "move": "castle" }),
        ],
    );
    assert_eq!(
        answers[0]["why"]["objections"][0]["reason"],
        "twin_captured"
    );
    assert_eq!(answers[1]["legal"], true);
    assert_eq!(answers[2]["error"]["ply"], 0);
    assert_eq!(answers[3]["error"]["code"], "bad_entry");
}

#[test]
fn random_games_are_repeatable_by_seed() {
    let request = json!({ "seed": 7, "plies": 80 });
    let games = answers("random", &[request.clone(), request, json!({ "seed": 8 })]);
    assert_eq!(games[0], games[1]);
    assert_ne!(games[0]["moves"], games[2]["moves"]);
    assert_ne!(games[2]["outcome"], Value::Null);
    let replayed = answers("replay", &[json!({ "moves": games[2]["moves"] })]);
    assert_eq!(replayed[0]["outcome"], games[2]["outcome"]);
    let line = text(&fourfold(
        &["random", "--seed", "8", "--ruling", "stalemate=loss"],
        "",
    ));
    assert!(
        line.starts_with("duplicate-chess 1 stalemate=loss "),
        "{line}"
    );
    let wrong = fourfold(&["random", "--ruling", "stalemate=never"], "");
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn a_save_replaces_only_a_save() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (game, newer, diary) = (path("game.json"), path("newer.json"), path("diary.txt"));
    fs::write(
        &newer,
        r#"{"format":"duplicate-chess","version":99,"moves":[]}"#,
    )
    .unwrap();
    fs::write(&diary, "Dear diary").unwrap();
    let input =
        format!("e2e4\nsave {game}\nsave {game}\nsave {newer}\nsave {diary}\nresign\nquit\n");
    let said = text(&fourfold(&["play"], &input));
    assert_eq!(said.matches("saved to").count(), 2, "{said}");
    assert_eq!(said.matches("choose another name").count(), 2, "{said}");
    assert!(said.contains("expected the player"), "{said}");
    assert_eq!(fs::read_to_string(&diary).unwrap(), "Dear diary");
    assert!(fs::read_to_string(&newer).unwrap().contains("99"));
    let loaded = text(&fourfold(&["play"], &format!("load {game}\nquit\n")));
    assert!(loaded.contains("South to move"), "{loaded}");
    // No draft is left beside the saves.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}
