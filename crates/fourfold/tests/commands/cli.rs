//! The program as seen by people and scripts: its output and exit codes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::support::program;

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

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Two engines that play at once.
const ENGINES: [&str; 8] = [
    "-engine",
    "cmd=internal",
    "name=a",
    "nodes=1",
    "-engine",
    "cmd=internal",
    "name=b",
    "nodes=1",
];

/// A match between them with these flags.
fn engines<'a>(command: &'a str, flags: &[&'a str]) -> Vec<&'a str> {
    [&[command][..], &ENGINES, flags].concat()
}

/// The names of all commands, from the help.
fn commands() -> Vec<Vec<String>> {
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
    let mut commands: Vec<Vec<String>> = Vec::new();
    for name in names(&["--help"]) {
        if ["duplicate", "table"].contains(&name.as_str()) {
            let below = names(&[&name, "--help"]);
            commands.extend(below.into_iter().map(|below| vec![name.clone(), below]));
        }
        commands.push(vec![name]);
    }
    assert!(commands.len() > 25, "{commands:?}");
    commands
}

#[test]
fn wrong_usage_of_every_command_ends_with_2() {
    for command in commands() {
        let mut args: Vec<&str> = command.iter().map(String::as_str).collect();
        args.push("--no-such-flag");
        let output = fourfold(&args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let cases: [Vec<&str>; 24] = [
        vec!["no-such-command"],
        vec!["perft", "many"],
        vec!["pgn"],
        vec!["pgn", "--json", "--out", "-", "a.pgn"],
        vec!["referee", "--only", "nonsense", "-"],
        vec!["play", "--time", "soon"],
        vec!["play", "--level", "11"],
        vec!["match"],
        vec!["sprt"],
        engines("match", &["-sprt", "elo0=5", "elo1=0"]),
        engines("sprt", &["-sprt", "alpha=2"]),
        engines("match", &["-each", "tc=abc"]),
        engines("match", &["-resign", "score=-5"]),
        engines("match", &["-draw", "movecount=0"]),
        engines("match", &["-law", "none"]),
        vec!["match", "-engine", "cmd=internal", "tc=abc", "nodes=5"],
        vec!["duplicate", "think", "--level", "0"],
        vec!["duplicate", "think", "--nodes", "0"],
        vec!["duplicate", "random", "--ruling", "stalemate=never"],
        vec!["duplicate", "study", "--rulings", "stalemate=perhaps"],
        vec![
            "duplicate",
            "match",
            "--player",
            "level9",
            "--against",
            "greedy",
        ],
        vec!["table", "--json"],
        vec!["serve", "--bind", "0.0.0.0", "--port", "0"],
        vec!["book", "sideways"],
    ];
    for args in cases {
        let output = program::run(folder.path(), &args, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    }
    assert_eq!(
        folder.path().read_dir().unwrap().count(),
        0,
        "nothing was done"
    );
}

#[test]
fn refused_input_and_failures_end_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("games.pgn.zst", b"\x28\xb5\x2f\xfd\x24\0\0");
    write("over.epd", b"8/8/3k4/8/3K4/8/8/8 w - - 0 1\n");
    write("bad.toml", b"nonsense = 1\n");
    let engines_of_plan =
        "[[engine]]\ncmd = \"a\"\nnodes = 1\n[[engine]]\ncmd = \"b\"\nnodes = 1\n";
    let test = format!("{engines_of_plan}[sprt]\nelo0 = 5\nelo1 = 0\n");
    write("test.toml", test.as_bytes());
    let cases: [Vec<&str>; 31] = [
        vec!["fen", "nonsense"],
        vec!["perft", "3", "--fen", "nonsense"],
        vec!["law", "e5"],
        vec!["law", "--fen", "nonsense"],
        vec!["mate", "nonsense"],
        vec!["play", "--fen", "nonsense"],
        vec!["play", "missing.pgn"],
        vec!["play", "games.pgn.zst"],
        vec!["pgn", "missing.pgn"],
        vec!["pgn", "games.pgn.zst"],
        vec!["referee", "missing.pgn"],
        vec!["referee", "games.pgn.zst"],
        vec!["match", "-config", "missing.toml"],
        vec!["match", "-config", "bad.toml"],
        vec!["match", "-config", "test.toml"],
        engines("match", &["-openings", "file=missing.epd"]),
        engines("match", &["-openings", "file=over.epd"]),
        engines("match", &["-openings", "file=games.pgn.zst"]),
        vec!["tune", "missing.toml"],
        vec!["tune", "bad.toml"],
        vec![
            "book", "balanced", "--count", "2", "--plies", "0", "--nodes", "1",
        ],
        vec!["man", "missing"],
        vec!["table", "backup", "missing.db", "copy.db"],
        vec!["table", "restore", "missing.db", "copy.db"],
        vec!["table", "new", "--server", "http://127.0.0.1:1"],
        vec!["duplicate", "replay", "missing"],
        vec!["duplicate", "play", "missing"],
        vec!["duplicate", "perft", "1", "--moves", "e2e5"],
        vec!["duplicate", "why", "e2e4", "--moves", "e2e5"],
        vec!["duplicate", "think", "e2e5"],
        vec!["duplicate", "match", "--config", "missing.toml"],
    ];
    for args in cases {
        let output = program::run(folder.path(), &args, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        if args.iter().any(|word| word.contains(".zst")) {
            assert!(said.contains("compressed (zstd)"), "{args:?}: {said}");
        }
    }
}

#[test]
fn what_was_done_ends_with_0() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(Vec<&str>, &str); 17] = [
        (vec!["fen", START], ""),
        (vec!["perft", "1"], ""),
        (vec!["law", "e4"], ""),
        (vec!["mate", "8/8/3k4/8/3K4/8/8/7N w - - 0 1"], ""),
        (vec!["play"], "quit\n"),
        (vec!["pgn", "-"], "1. e4 *\n"),
        (vec!["referee", "-"], "1. e4 *\n"),
        (vec!["uci"], "quit\n"),
        (vec!["tune", "--list"], ""),
        (vec!["completions", "bash"], ""),
        (vec!["man", "."], ""),
        (engines("match", &["-rounds", "1"]), ""),
        (vec!["match", "-help"], ""),
        (vec!["duplicate", "perft", "1"], ""),
        (vec!["duplicate", "replay", "-"], "e2e4\n"),
        (vec!["duplicate", "why", "e2e5"], ""),
        (vec!["duplicate", "play"], "quit\n"),
    ];
    for (args, input) in cases {
        let output = program::run(folder.path(), &args, input);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    }
}

/// A journal that is a device would be read without end.
#[cfg(unix)]
#[test]
fn a_journal_is_a_regular_file() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "trials = 1\n[parameters]\n";
    std::fs::write(folder.path().join("tune.toml"), plan).unwrap();
    for args in [
        engines("match", &["-journal", "/dev/full"]),
        engines("match", &["-journal", "/dev/zero"]),
        vec![
            "duplicate",
            "match",
            "--player",
            "greedy",
            "--against",
            "random",
            "--blocks",
            "1",
            "--journal",
            "/dev/full",
        ],
    ] {
        let output = program::run(folder.path(), &args, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains("expected a regular file"), "{args:?}: {said}");
    }
}

/// A closed or full output is an error at most, never a panic.
#[cfg(target_os = "linux")]
#[test]
fn no_command_panics_if_its_output_cannot_be_written() {
    let full = || {
        std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    for args in [
        vec!["tour"],
        vec!["fen", START],
        vec!["perft", "2"],
        vec!["law", "e4"],
        vec!["mate", START],
        vec!["match", "-help"],
        vec!["duplicate", "why", "e2e4"],
        vec!["duplicate", "match", "--help"],
        vec!["completions", "bash"],
        vec!["tune", "--list"],
        engines("match", &["-rounds", "1"]),
    ] {
        let run = |stdout: Stdio, stderr: Stdio| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_fourfold"));
            let child = command
                .args(&args)
                .current_dir(folder.path())
                .stdin(Stdio::null());
            child.stdout(stdout).stderr(stderr).output().unwrap()
        };
        let output = run(full().into(), Stdio::piped());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!said.contains("panicked"), "{args:?}: {said}");
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        let code = run(Stdio::null(), full().into()).status.code();
        assert!(matches!(code, Some(0 | 1)), "{args:?}: {code:?}");
        // Nobody reads.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(writer.into(), Stdio::piped());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    }
}

#[test]
fn unknown_fields_are_named_and_answers_say_that_all_is_well() {
    let cases: [(&[&str], &str); 10] = [
        (&["perft"], r#"{"depth":1}"#),
        (&["fen"], r#"{"fen":"8/8/3k4/8/3K4/8/7R/7R w - - 0 1"}"#),
        (&["law"], r#"{"moves":"e4 e5"}"#),
        (&["mate"], r#"{"fen":"8/8/3k4/8/3K4/8/7R/7R w - - 0 1"}"#),
        (&["duplicate", "perft"], r#"{"depth":1}"#),
        (&["duplicate", "replay"], r#"{"moves":"e2e4"}"#),
        (&["duplicate", "why"], r#"{"move":"e2e4"}"#),
        (&["duplicate", "play"], r#"{"do":"state"}"#),
        (&["duplicate", "random"], r#"{"seed":1,"plies":4}"#),
        (&["duplicate", "think"], r#"{"moves":[],"nodes":10}"#),
    ];
    for (command, request) in cases {
        let args = [command, &["--json"]].concat();
        let typo = request.replace('}', r#","lenent":true}"#);
        let output = fourfold(&args, &format!("{request}\n{typo}\n{{\"lenent\":1}}\n"));
        let shown = text(&output);
        let answers: Vec<Value> = shown
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(answers[0]["ok"], true, "{args:?}: {shown}");
        let warnings = answers[0]["warnings"].as_array();
        assert!(warnings.is_none_or(Vec::is_empty), "{args:?}: {shown}");
        assert_eq!(answers[1]["ok"], true, "{args:?}: {shown}");
        assert_eq!(
            answers[1]["warnings"],
            json!(["unknown_field: lenent"]),
            "{args:?}"
        );
        assert_eq!(
            answers[2]["warnings"],
            json!(["unknown_field: lenent"]),
            "{args:?}"
        );
    }
}

#[test]
fn error_codes_have_one_spelling() {
    let requests = [
        "nonsense",
        r#"{"fen":"8/8/8/8/8/8/8/8 w - - 0 1","depth":1}"#,
        r#"{"depth":99}"#,
        r#"{"moves":["e2e5"],"depth":1,"move":"e2e4"}"#,
        r#"{"moves":["e2"],"depth":1,"move":"e2e4"}"#,
        r#"{"move":"e2"}"#,
        r#"{"save":"{}"}"#,
        r#"{"save":"duplicate-chess 9"}"#,
        r#"{"moves":"","seed":1,"rulings":{"stalemate":"never"}}"#,
        r#"{"moves":[],"level":0}"#,
        r#"{"moves":[],"nodes":0}"#,
        r#"{"do":"undo"}"#,
        r#"{"do":"move","move":"e2e5"}"#,
        r#"{"do":"grab","board":"XX","square":"e2"}"#,
        r#"{"do":"resign","player":"Q"}"#,
    ];
    let mut codes = std::collections::BTreeSet::new();
    for command in [
        "fen", "law", "mate", "perft", "replay", "why", "play", "random", "think",
    ] {
        for family in [&[command][..], &["duplicate", command]] {
            let output = fourfold(&[family, &["--json"]].concat(), &requests.join("\n"));
            for line in text(&output).lines() {
                let Ok(answer) = serde_json::from_str::<Value>(line) else {
                    continue; // the other `play` is not a filter
                };
                let errors = answer["errors"].as_array().into_iter().flatten();
                for error in errors.chain([&answer["error"]]) {
                    codes.extend(error["code"].as_str().map(str::to_owned));
                }
            }
        }
    }
    assert!(codes.len() > 10, "{codes:?}");
    let is_usual = |code: &String| code.bytes().all(|c| c.is_ascii_lowercase() || c == b'_');
    assert!(codes.iter().all(is_usual), "{codes:?}");
}

#[test]
fn moves_are_a_list_or_a_text() {
    let requests = [
        json!({ "moves": ["g1f3", "g8f6"] }),
        json!({ "moves": "g1f3 g8f6" }),
        json!({ "moves": ["Nf3", "Nf6"] }),
        json!({ "moves": "1. Nf3 Nf6" }),
        json!({ "moves": 1 }),
    ];
    let requests: Vec<String> = requests.iter().map(Value::to_string).collect();
    let law = answers("law", &requests.join("\n"));
    for answer in &law[..4] {
        assert_eq!(answer, &law[0]);
    }
    let played: Vec<_> = law[0]["plies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ply| (&ply["move"], &ply["san"]))
        .collect();
    let due = [
        (json!(null), json!(null)),
        (json!("g1f3"), json!("Nf3")),
        (json!("g8f6"), json!("Nf6")),
    ];
    assert_eq!(
        played,
        due.iter().map(|(m, san)| (m, san)).collect::<Vec<_>>()
    );
    let message = law[4]["error"]["message"].as_str().unwrap();
    assert!(message.contains("a list of moves or a text"), "{message}");
    for (command, more) in [
        ("perft", r#""depth":1"#),
        ("replay", r#""lists":false"#),
        ("why", r#""move":"a2a3""#),
        ("think", r#""nodes":10"#),
    ] {
        let requests = format!(
            "{{\"moves\":\"e2e4 d2d4\",{more}}}\n{{\"moves\":[\"e2e4\",\"d2d4\"],{more}}}\n"
        );
        let shown = text(&fourfold(&["duplicate", command, "--json"], &requests));
        let mut found: Vec<Value> = shown
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        for answer in &mut found {
            assert_eq!(answer["ok"], true, "{command}: {answer}");
            answer
                .as_object_mut()
                .unwrap()
                .retain(|name, _| !["seconds", "ms"].contains(&name.as_str()));
        }
        assert_eq!(found[0], found[1], "{command}");
    }
}

#[test]
fn fen_lists_the_legal_moves_on_request() {
    let castling = "r3k2r/8/8/8/8/8/8/4K2R w K - 0 1";
    let requests = [
        json!({ "fen": castling, "moves": true }),
        json!({ "fen": castling, "moves": true, "chess960": true }),
        json!({ "fen": castling }),
    ];
    let requests: Vec<String> = requests.iter().map(Value::to_string).collect();
    let answers = answers("fen", &requests.join("\n"));
    let moves = answers[0]["moves"].as_array().unwrap();
    let sans = answers[0]["sans"].as_array().unwrap();
    assert_eq!(json!(moves.len()), answers[0]["legal_moves"]);
    assert!(moves.is_sorted_by_key(|m| m.as_str()));
    let castle = moves.iter().position(|m| m == "e1g1").unwrap();
    assert_eq!(sans[castle], "O-O");
    assert!(
        answers[1]["moves"]
            .as_array()
            .unwrap()
            .contains(&json!("e1h1"))
    );
    assert_eq!(answers[2].get("moves"), None);
}

#[test]
fn a_repaired_position_is_noted() {
    let fen = "4k3/8/8/8/8/8/R7/4K3 b - e3 0 1";
    for args in [
        &["law", "--fen", fen][..],
        &["mate", fen],
        &["perft", "1", "--fen", fen],
    ] {
        let output = fourfold(args, "");
        assert!(output.status.success(), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.starts_with("note: ") && said.contains("e3"),
            "{args:?}: {said}"
        );
    }
    for (command, request) in [
        ("law", json!({ "fen": fen, "typo": 1 })),
        ("mate", json!({ "fen": fen, "typo": 1 })),
        ("perft", json!({ "fen": fen, "depth": 1, "typo": 1 })),
    ] {
        let warnings = &answers(command, &request.to_string())[0]["warnings"];
        assert_eq!(
            warnings,
            &json!(["ep_no_pawn", "unknown_field: typo"]),
            "{command}"
        );
    }
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
    let mut commands = commands();
    commands.push(Vec::new());
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
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
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
    let game = "[White \"\u{202e}\u{1b}]0;x\u{7}A\"]\n[Black \"\u{9b}2JB\"]\n[Result \"1-0\"]\n\n\
                1. e4 \u{1b}[31mzz e5 2. \u{7f}\u{8} 1-0\n\n\
                [White \"\u{1b}[1mC\"]\n[Result \"1-0\"]\n[Termination \"\u{1b}[1mmate\"]\n\n\
                1. f3 e5 2. g4 Qh4# 1-0\n";
    let line = "8/8/8/8/8/8/8/\u{1b}[2J w - - 0 1";
    let file = "no\u{1b}[31m-such.pgn";
    let commands: [(&[&str], &str); 18] = [
        (
            &["uci"],
            "go \u{1b}[2J\u{9b}\nposition fen \u{1b}[2J\nquit\n",
        ),
        (&["pgn", "-"], game),
        (&["pgn", "--all", "--export", "-"], game),
        (&["referee", "-"], game),
        (&["referee", "--csv", "-"], game),
        (&["referee", "--json", "-"], game),
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
            let is_obeyed = |c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c);
            let obeyed = shown.chars().find(|&c| is_obeyed(c) && c != '\n');
            assert_eq!(obeyed, None, "{args:?}: {shown:?}");
        }
    }
    let shown = text(&fourfold(&["referee", "-"], game));
    assert!(shown.contains("\\u{1b}[1mC"), "{shown}");
}
