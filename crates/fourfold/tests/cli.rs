//! The program as people and scripts meet it: what it prints, and how it exits.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn fourfold(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Sends requests, one a line, and returns the answers.
fn answers(command: &str, requests: &str) -> Vec<Value> {
    let output = fourfold(&[command, "--json"], requests);
    assert!(
        output.status.success(),
        "a filter ends well whatever it is asked"
    );
    text(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn perft_counts_for_people() {
    let output = fourfold(&["perft", "3", "--threads", "2"], "");
    assert!(output.status.success());
    assert!(
        text(&output).starts_with("8,902 nodes at depth 3"),
        "{}",
        text(&output)
    );
}

#[test]
fn divide_adds_up() {
    let output = fourfold(&["perft", "4", "--divide", "--threads", "2"], "");
    let shown = text(&output);
    let sum: u64 = shown
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(_, nodes)| nodes.parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 197_281);
    assert!(shown.contains("g1f3: 9748"));
}

#[test]
fn perft_answers_requests_in_order_and_survives_bad_ones() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let inner = "r3k2r/8/8/8/8/8/8/RR2K1RR w GBha - 0 1";
    let requests = [
        json!({ "fen": kiwipete, "depth": 3 }).to_string(),
        "{ this is not JSON".to_owned(),
        json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1", "depth": 1 }).to_string(),
        json!({ "depth": 0 }).to_string(),
        json!({ "fen": inner, "depth": 2, "chess960": true }).to_string(),
    ];
    let answers = answers("perft", &requests.join("\n"));
    assert_eq!(answers[0]["nodes"], 97_862);
    assert_eq!(answers[1]["error"]["code"], "bad_request");
    assert_eq!(answers[2]["ok"], false);
    assert_eq!(answers[2]["error"]["code"], "bad_fen");
    assert_eq!(answers[3]["nodes"], 1);
    assert_eq!(answers[4]["nodes"], 799);
}

#[test]
fn fen_normalises_and_warns() {
    let requests = [
        json!({ "fen": "8/8/3p4/KPp4r/8/8/8/k7 w - c6 0 1" }),
        json!({ "fen": "8/8/3k4/8/3K4/8/7R/7R w - - 99 1" }),
        json!({ "fen": " 8/8/3k4/8/3K4/8/7R/7R w - -", "lenient": true }),
        json!({ "fen": "4k3/8/8/8/8/8/8/P3K2N w K - 0 1" }),
    ];
    let requests: Vec<String> = requests.iter().map(Value::to_string).collect();
    let answers = answers("fen", &requests.join("\n"));
    assert_eq!(answers[0]["fen"], "8/8/3p4/KPp4r/8/8/8/k7 w - - 0 1");
    assert_eq!(answers[0]["legal_moves"], 4);
    assert_eq!(answers[1]["warnings"], json!(["warn_clock_exceeds_game"]));
    assert_eq!(answers[2]["warnings"], json!(["whitespace", "field_count"]));
    assert_eq!(answers[3]["errors"][0]["code"], "pawn_rank");
    assert_eq!(answers[3]["errors"][1]["code"], "castling_rights");
}

#[test]
fn exit_codes_tell_refusal_from_wrong_usage() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(fourfold(&["fen", start], "").status.code(), Some(0));
    assert_eq!(fourfold(&["fen", "nonsense"], "").status.code(), Some(1));
    assert_eq!(
        fourfold(&["perft", "3", "--fen", "nonsense"], "")
            .status
            .code(),
        Some(1)
    );
    assert_eq!(fourfold(&["perft", "many"], "").status.code(), Some(2));
    assert_eq!(fourfold(&["no-such-command"], "").status.code(), Some(2));
}

#[test]
fn fen_reads_lines_from_a_pipe() {
    let output = fourfold(
        &["fen"],
        "8/8/3k4/8/3K4/8/7R/7R w - - 0 1\n4k3/8/8/8/8/8/8/8 w - - 0 1\n",
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output).contains("White to move, 25 legal moves"),
        "{}",
        text(&output)
    );
    assert!(text(&output).contains("king_count: expected one white king, found 0"));
}

#[test]
fn the_tour_shows_real_output() {
    let output = fourfold(&["tour"], "");
    assert!(output.status.success());
    assert!(text(&output).contains("197,281 nodes at depth 4"));
}
