//! `fourfold pgn` on real files: the vectors, rewriting, and what a person reads.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../game/tests/data/pgn")
}

fn fourfold(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args(args)
        .current_dir(vectors())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn answers(args: &[&str], input: &[u8]) -> Vec<Value> {
    let args: Vec<&str> = ["pgn", "--json"].iter().chain(args).copied().collect();
    let output = fourfold(&args, input);
    assert!(output.status.success(), "in JSON a refusal is an answer");
    text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn expected() -> Vec<Value> {
    fs::read_to_string(vectors().join("expected.jsonl"))
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Fields that are equal in the answer if a vector has them.
const EQUAL: [&str; 16] = [
    "file",
    "game",
    "tags",
    "chess960",
    "start_fen",
    "moves",
    "sans",
    "final_fen",
    "termination",
    "result_tag",
    "comments",
    "nags",
    "clocks",
    "evals",
    "variations",
    "max_nesting",
];

fn check_against(vector: &Value, answer: &Value) {
    let file = vector["file"].as_str().unwrap();
    for field in EQUAL {
        if let Some(due) = vector.get(field) {
            assert_eq!(&answer[field], due, "{file}: {field}");
        }
    }
    assert_eq!(answer["ok"], vector["accept_strict"], "{file}");
    if let Some(due) = vector.get("ended_ply") {
        assert_eq!(&answer["ended_ply"], due, "{file}");
    }
    let found = answer["warnings"].as_array().unwrap();
    for warning in vector["warnings"].as_array().unwrap() {
        assert!(found.contains(warning), "{file}: {warning} in {found:?}");
    }
    if vector["error"].is_null() {
        assert!(answer["error"].is_null(), "{file}: {}", answer["error"]);
        return;
    }
    for field in ["class", "ply", "token"] {
        assert_eq!(answer["error"][field], vector["error"][field], "{file}");
    }
    for field in ["line", "column"] {
        assert!(answer["error"][field].is_u64(), "{file}: {field}");
    }
}

#[test]
fn every_vector_is_read_as_it_is_due_strictly_and_leniently() {
    let expected = expected();
    let mut files: Vec<&str> = expected
        .iter()
        .map(|vector| vector["file"].as_str().unwrap())
        .collect();
    files.dedup();
    for mode in [&["--strict"][..], &[]] {
        let args: Vec<&str> = mode.iter().chain(&files).copied().collect();
        let answers = answers(&args, b"");
        assert_eq!(answers.len(), expected.len());
        for (vector, answer) in expected.iter().zip(&answers) {
            check_against(vector, answer);
        }
    }
}

#[test]
fn a_long_header_is_read_whole() {
    let answers = answers(&["48_huge_header.pgn"], b"");
    let tags = answers[0]["tags"].as_object().unwrap();
    assert_eq!(tags.len(), 308);
    let longest = tags.values().map(|value| value.as_str().unwrap().len());
    assert_eq!(longest.max(), Some(65_000));
}
