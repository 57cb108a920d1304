//! Duplicate chess programs as used by people and scripts.

use std::fs;
use std::path::Path;
use std::process::Output;

use duplicate::{DuplicateGame, Seat};
use serde_json::{Value, json};

use crate::support::program;

fn fourfold(folder: &Path, args: &[&str], input: &str) -> Output {
    program::run(folder, &[&["duplicate"], args].concat(), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn think(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let output = fourfold(Path::new("."), &["think", "--json"], &lines.join("\n"));
    assert!(output.status.success());
    let answers = text(&output.stdout);
    answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_thought_has_a_move_scores_and_a_playable_line() {
    let request = json!({ "moves": ["e2e4", "d2d4"], "nodes": 2000, "seed": 7 });
    let answers = think(&[request.clone(), request]);
    assert_eq!(
        answers[0], answers[1],
        "the same nodes and seed give the same answer"
    );
    let mut game = DuplicateGame::new();
    for m in ["e2e4", "d2d4"] {
        game.play(m.parse().unwrap()).unwrap();
    }
    let line = answers[0]["line"].as_array().unwrap();
    assert_eq!(line[0], answers[0]["move"]);
    for m in line {
        game.play(m.as_str().unwrap().parse().unwrap()).unwrap();
    }
    for seat in Seat::ALL {
        let score = answers[0]["scores"][seat.to_string().to_lowercase()]
            .as_f64()
            .unwrap();
        assert!((-1.0..=1.0).contains(&score));
    }
    assert!(answers[0]["nodes"].as_u64().unwrap() >= 2000);
    assert!(answers[0]["depth"].as_u64().unwrap() >= 1);
}

#[test]
fn invalid_requests_are_refused_with_a_reason() {
    let mated = [
        "f2f3", "a2a3", "a7a6", "e7e5", "g2g4", "b2b3", "b7b6", "d8h4",
    ];
    let answers = think(&[
        json!({ "moves": ["e2e5"] }),
        json!({ "moves": ["nonsense"] }),
        json!({ "moves": mated }),
        json!({ "moves": [], "level": 9 }),
        json!({ "moves": [], "nodes": 0 }),
        json!({ "moves": [], "rulings": { "stalemate": "perhaps" } }),
        json!({ "moves": {} }),
    ]);
    let codes: Vec<&str> = answers
        .iter()
        .map(|answer| answer["error"]["code"].as_str().unwrap())
        .collect();
    assert_eq!(
        codes,
        [
            "illegal",
            "bad_entry",
            "game_over",
            "bad_level",
            "bad_limit",
            "bad_rulings",
            "bad_request"
        ]
    );
    assert!(
        answers
            .iter()
            .all(|answer| !answer["error"]["message"].as_str().unwrap().is_empty())
    );
}

#[test]
fn a_person_plays_north_against_three_programs() {
    let input = "e2e4\nhint\neval\nundo\nseat w human\nseat w 9\nseat x 3\nquit\n";
    let args = ["play", "--seats", "n=human,s=1,e=1,w=1"];
    let output = fourfold(Path::new("."), &args, input);
    assert!(output.status.success());
    let said = text(&output.stdout);
    for expected in [
        "South (level 1) plays",
        "East (level 1) plays",
        "West (level 1) plays",
        "North plays",
        "a win is +1",
        "West is played by a person",
        "from 1 to 8",
        "expected N, S, E or W",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    // Undo went back past the programs' moves to the person's turn.
    assert!(said.trim_end().contains("North to move, 20 moves"));
    let wrong = fourfold(Path::new("."), &["play", "--seats", "n=12"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("from 1 to 8"));
}

#[test]
fn programs_alone_play_a_whole_game() {
    let output = fourfold(Path::new("."), &["play", "--seats", "n=1,s=1,e=1,w=1"], "");
    assert!(output.status.success());
    let said = text(&output.stdout);
    assert!(said.contains("win") || said.contains("draw"), "{said}");
}

#[test]
fn a_match_continues_to_the_same_bytes_with_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let run = |journal: &str, blocks: &str, threads: &str| {
        let args = [
            "match", "-player", "nodes100", "-against", "greedy", "-blocks", blocks, "-journal",
            journal, "-threads", threads, "--json",
        ];
        let output = fourfold(folder.path(), &args, "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let whole = run("whole.jsonl", "6", "2");
    run("parts.jsonl", "2", "1");
    // A truncated line is discarded, and its block is played again.
    let parts = folder.path().join("parts.jsonl");
    let mut bytes = fs::read(&parts).unwrap();
    bytes.truncate(bytes.len() - 30);
    fs::write(&parts, bytes).unwrap();
    let resumed = run("parts.jsonl", "6", "2");
    assert_eq!(whole, resumed);
    assert_eq!(whole["games"], json!(24));
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("whole.jsonl"), read("parts.jsonl"));
    // A different plan is refused.
    let args = [
        "match",
        "--player",
        "nodes99",
        "--against",
        "greedy",
        "--journal",
        "whole.jsonl",
    ];
    let other = fourfold(folder.path(), &args, "");
    assert!(!other.status.success());
    assert!(
        text(&other.stderr).contains("other"),
        "{}",
        text(&other.stderr)
    );
}

#[test]
fn invalid_matches_are_wrong_usage() {
    for args in [
        &["match", "--player", "level9", "--against", "greedy"][..],
        &["match", "--player", "greedy"],
        &["match", "--nonsense"],
        &[
            "match",
            "--player",
            "greedy",
            "--against",
            "random",
            "--test",
            "0.2",
            "0.1",
        ],
    ] {
        let output = fourfold(Path::new("."), args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
    let help = fourfold(Path::new("."), &["match", "-help"], "");
    assert!(help.status.success());
    assert!(text(&help.stdout).contains("--against"));
}

#[test]
fn a_rejected_match_decides_the_exit_code_wherever_it_is_in_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let rejected = "[[match]]\nplayer = \"random\"\nagainst = \"greedy\"\nblocks = 60\n\
                    test = [0.0, 0.8]\n";
    let fine = "[[match]]\nplayer = \"random\"\nagainst = \"random\"\nblocks = 1\n";
    let code = |plan: String| {
        fs::write(folder.path().join("plan.toml"), plan).unwrap();
        let output = fourfold(folder.path(), &["match", "-config", "plan.toml"], "");
        output.status.code()
    };
    assert_eq!(code(fine.to_owned()), Some(0));
    assert_eq!(code(format!("{rejected}{fine}")), Some(4));
    assert_eq!(code(format!("{fine}{rejected}")), Some(4));
}

#[test]
fn a_study_writes_the_same_page_again_from_its_journals() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "study",
        "--rulings",
        "default",
        "--rulings",
        "stalemate=loss,halfRound=together",
        "--games",
        "6",
        "--player",
        "nodes50",
        "--strong-games",
        "3",
        "--strong",
        "nodes200",
        "--pie",
        "level1",
        "--pie-rounds",
        "2",
        "--pie-games",
        "2",
        "--out",
        "rulings.md",
    ];
    let run = || {
        let output = fourfold(folder.path(), &args, "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        fs::read_to_string(folder.path().join("rulings.md")).unwrap()
    };
    let page = run();
    assert!(page.contains("stalemate=loss,halfRound=together"));
    assert!(page.contains("rulings.svg"));
    assert!(page.contains("## A pie rule") && page.contains("second minus first"));
    assert!(
        fs::read_to_string(folder.path().join("rulings.svg"))
            .unwrap()
            .starts_with("<svg")
    );
    assert_eq!(page, run());
    let wrong = fourfold(
        folder.path(),
        &["study", "--rulings", "stalemate=perhaps"],
        "",
    );
    assert!(
        text(&wrong.stderr).contains("draw, pass or loss"),
        "{}",
        text(&wrong.stderr)
    );
}
