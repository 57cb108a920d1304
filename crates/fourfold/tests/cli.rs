//! The program as seen by people and scripts: its output and exit codes.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/program.rs"]
mod program;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

fn fourfold(args: &[&str], input: &str) -> Output {
    program::run(Path::new("."), args, input)
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Sends requests, one per line, and returns the answers.
fn answers(command: &str, requests: &str) -> Vec<Value> {
    let output = fourfold(&[command, "--json"], requests);
    assert!(
        output.status.success(),
        "a filter exits with success whatever the requests are"
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
fn divide_counts_add_up() {
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
fn an_overlong_request_is_refused_and_the_next_is_answered() {
    let long = "x".repeat((16 << 20) + 5);
    let answers = answers("perft", &format!("{long}\n{{\"depth\":2}}\n"));
    assert_eq!(answers.len(), 2);
    let message = answers[0]["error"]["message"].as_str().unwrap();
    assert!(message.contains("at most 16777216 bytes"), "{message}");
    assert_eq!(answers[1]["nodes"], 400);
}

#[test]
fn perft_refuses_depths_that_would_exhaust_the_stack() {
    let refusals = answers("perft", "{\"depth\":10000}\n{\"depth\":65}\n{\"depth\":2}");
    for refusal in &refusals[..2] {
        assert_eq!(refusal["ok"], false);
        assert_eq!(refusal["error"]["code"], "depth_limit");
        let message = refusal["error"]["message"].as_str().unwrap();
        assert!(message.contains("a depth from 0 to 64"), "{message}");
    }
    assert_eq!(refusals[2]["nodes"], 400);
    let output = fourfold(&["duplicate", "perft", "--json"], "{\"depth\":100000}");
    assert!(text(&output).contains("\"code\":\"depth_limit\""));
    let commands: [&[&str]; 4] = [
        &["perft", "5000"],
        &["perft", "65", "--divide"],
        &["duplicate", "perft", "100000"],
        &["duplicate", "perft", "18446744073709551616"],
    ];
    for command in commands {
        let output = fourfold(command, "");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("a depth from 0 to 64"), "{message}");
    }
}

/// The deepest allowed perft fits the stack in a position where lines go on that long.
#[test]
fn the_deepest_perft_fits_the_stack() {
    // The kings move back and forth between two squares, and nothing else can move.
    let forced = "k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1B5 w - - 0 1";
    let request = json!({ "fen": forced, "depth": 64 }).to_string();
    assert_eq!(answers("perft", &request)[0]["nodes"], 1);
}

#[test]
fn too_many_threads_are_refused() {
    let commands: [&[&str]; 4] = [
        &["perft", "5", "--threads", "1000000"],
        &["duplicate", "perft", "3", "--threads", "0"],
        &["book", "balanced", "--count", "1", "--threads", "100000"],
        &["referee", "-", "--threads", "100000"],
    ];
    for command in commands {
        let output = fourfold(command, "");
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("a number from 1 to 1024"), "{message}");
    }
}

#[test]
fn fen_normalizes_and_warns() {
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
fn exit_codes_distinguish_refusal_from_wrong_usage() {
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
    let shown = text(&output);
    for expected in [
        "197,281 nodes at depth 4",
        "$ fourfold law Nf3",
        "9.2.2",
        "the position is dead: a draw at once (article 5.2.2)",
        "threefold_claimable: Black could claim",
        "Game over after 2... Qh4#: 0-1: checkmate",
        "d5c4 is",
    ] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
}

#[test]
fn the_help_of_every_command_lists_its_exit_codes() {
    let names = |args: &[&str]| -> Vec<String> {
        let help = text(&fourfold(args, ""));
        let commands = help.split("Commands:\n").nth(1).unwrap();
        commands
            .lines()
            .take_while(|line| !line.is_empty())
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
            .map(|line| line.split_whitespace().next().unwrap().to_owned())
            .filter(|name| name != "help")
            .collect()
    };
    let mut commands: Vec<Vec<String>> = vec![Vec::new()];
    commands.extend(names(&["--help"]).into_iter().map(|name| vec![name]));
    for name in names(&["duplicate", "--help"]) {
        commands.push(vec!["duplicate".to_owned(), name]);
    }
    assert!(commands.len() >= 20, "{commands:?}");
    for command in commands {
        for flag in ["-h", "--help"] {
            let words: Vec<&str> = command.iter().map(String::as_str).chain([flag]).collect();
            let help = text(&fourfold(&words, ""));
            assert!(help.contains("Exit codes: 0 "), "{words:?}: {help}");
        }
    }
    let help = Command::new(env!("CARGO_BIN_EXE_fourfold-uci"))
        .arg("--help")
        .output()
        .unwrap();
    assert!(text(&help).contains("Exit codes: 0 "));
}

/// Starts `fourfold serve` and returns it with the address it prints.
fn serving(args: &[&str]) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .arg("serve")
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let output = child.stdout.take().unwrap();
    BufReader::new(output).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Fourfold is at http://").unwrap();
    (child, address.trim_end_matches('/').to_owned())
}

#[test]
fn serve_answers_at_the_printed_address() {
    let (mut child, address) = serving(&["--port", "0"]);
    let mut stream = TcpStream::connect(&address).unwrap();
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
    assert!(
        answer.contains("content-security-policy: default-src 'none'"),
        "{answer}"
    );
    assert!(answer.contains("Fourfold"), "{answer}");
}

#[test]
fn a_port_in_use_is_refused_with_advice() {
    let (mut child, address) = serving(&["--port", "0"]);
    let port = address.rsplit(':').next().unwrap();
    let output = fourfold(&["serve", "--port", port], "");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains(&format!("cannot listen on {address}")),
        "{message}"
    );
    assert!(message.contains("--port 0"), "{message}");
}

#[test]
fn an_address_of_another_machine_is_refused() {
    // An address set aside for documentation, which no machine has.
    let output = fourfold(&["serve", "--bind", "192.0.2.1", "--port", "0"], "");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("--bind expects an address of this machine"),
        "{message}"
    );
    assert_eq!(
        fourfold(&["serve", "--bind", "here"], "").status.code(),
        Some(2)
    );
}

#[cfg(unix)]
#[test]
fn serve_stops_cleanly_on_a_signal() {
    let (mut child, _) = serving(&["--port", "0"]);
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Untrusted text never reaches the terminal as control sequences.
#[test]
fn control_characters_are_escaped() {
    let game = "[White \"\u{1b}]0;x\u{7}A\"]\n[Black \"\u{9b}2JB\"]\n[Result \"1-0\"]\n\n\
                1. e4 \u{1b}[31mzz e5 2. \u{7f}\u{8} 1-0\n\n\
                [White \"\u{1b}[1mC\"]\n[Result \"1-0\"]\n[Termination \"\u{1b}[1mmate\"]\n\n\
                1. f3 e5 2. g4 Qh4# 1-0\n";
    let line = "8/8/8/8/8/8/8/\u{1b}[2J w - - 0 1";
    let file = "no\u{1b}[31m-such.pgn";
    let commands: [(&[&str], &str); 16] = [
        (
            &["uci"],
            "go \u{1b}[2J\u{9b}\nposition fen \u{1b}[2J\nquit\n",
        ),
        (&["pgn", "-"], game),
        (&["pgn", "--all", "--export", "-"], game),
        (&["referee", "-"], game),
        (&["fen"], line),
        (&["fen", line], ""),
        (&["mate"], line),
        (&["law", "\u{1b}[2J"], ""),
        (&["law", "--fen", line], ""),
        (&["perft", "1", "--fen", line], ""),
        (&["perft", "\u{1b}[2J"], ""),
        (&["pgn", file], ""),
        (&["referee", file], ""),
        (&["duplicate", "why", "\u{1b}[2J"], ""),
        (&["match", "-config", file], ""),
        (
            &["play", "--lines", "--echo"],
            "\u{1b}[2J\nload \u{9b}1m\nsave /no/\u{1b}[m\n",
        ),
    ];
    for (args, input) in commands {
        let output = fourfold(args, input);
        for bytes in [output.stdout, output.stderr] {
            let shown = String::from_utf8(bytes).unwrap();
            let obeyed = shown.chars().find(|&c| c.is_control() && c != '\n');
            assert_eq!(obeyed, None, "{args:?}: {shown:?}");
        }
    }
    let shown = text(&fourfold(&["referee", "-"], game));
    assert!(shown.contains("\\u{1b}[1mC"), "{shown}");
}
