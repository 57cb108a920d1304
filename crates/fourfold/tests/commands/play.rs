//! `fourfold play` as used by people and scripts.
//!
//! Each transcript is a command line, the input after `> `, and the program's answers, compared byte
//! for byte. `UPDATE_TRANSCRIPTS=1` in the environment rewrites them; review the difference.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::program;

fn scratch() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn play(directory: &Path, args: &[&str], input: &[u8]) -> Output {
    program::run(directory, &[&["play"], args].concat(), input)
}

/// The words of a command line, with quotes around those that have spaces.
fn words(line: &str) -> Vec<&str> {
    line.split('\'')
        .enumerate()
        .flat_map(|(index, part)| {
            if index % 2 == 1 {
                vec![part]
            } else {
                part.split_whitespace().collect()
            }
        })
        .collect()
}

#[test]
fn every_transcript_matches() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");
    let mut paths: Vec<PathBuf> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 10);
    for path in paths {
        let expected = fs::read_to_string(&path).unwrap();
        let (command, _) = expected.split_once('\n').unwrap();
        let args = command.strip_prefix("$ fourfold play").unwrap();
        let mut args = words(args);
        args.push("--echo");
        let input: String = expected
            .lines()
            .filter_map(|line| line.strip_prefix('>'))
            .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
            .collect();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let scratch = scratch();
        let output = play(scratch.path(), &args, input.as_bytes());
        assert!(output.status.success(), "{name}");
        assert!(output.stderr.is_empty(), "{name}");
        let said = String::from_utf8(output.stdout).unwrap();
        let found = format!("{command}\n{said}");
        if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
            fs::write(&path, found).unwrap();
        } else {
            assert_eq!(found, expected, "{name}");
        }
    }
}

fn events(args: &[&str], input: &str) -> Vec<Value> {
    let scratch = scratch();
    let mut all = vec!["--json"];
    all.extend(args);
    let output = play(scratch.path(), &all, input.as_bytes());
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn names(events: &[Value]) -> Vec<&str> {
    events
        .iter()
        .map(|event| event["event"].as_str().unwrap())
        .collect()
}

#[test]
fn the_event_stream_names_every_event_in_order() {
    let input = "Nf3\nNf6\nNg1\nNg8\ng1f3\nNf6\nNg1\ndraw\nNg8\ne5\ndraw\npgn\nquit\nfen\n";
    let events = events(&[], input);
    assert_eq!(
        names(&events),
        [
            "state",
            "move_played",
            "move_played",
            "move_played",
            "move_played",
            "move_played",
            "move_played",
            "move_played",
            "claim_refused",
            "time_bonus_due",
            "draw_offered",
            "move_played",
            "threefold_available",
            "command_refused",
            "draw_claimed",
            "game_ended",
            "reset",
            "pgn",
            "quit",
        ]
    );
    assert_eq!(events[5]["move"], "g1f3");
    assert_eq!(events[5]["san"], "Nf3");
    assert_eq!(events[12]["occurrences"], 3);
    assert_eq!(events[13]["code"], "illegal_move");
    let claimed = &events[14];
    assert_eq!(claimed["claims"][0]["article"], "9.2.2");
    assert_eq!(claimed["record"]["moves"].as_array().unwrap().len(), 8);
    assert_eq!(claimed["record"]["result"], "1/2-1/2");
    let ended = &events[15];
    assert_eq!(
        (&ended["result"], &ended["reason"]),
        (&json!("1/2-1/2"), &json!("threefold_repetition"))
    );
    // The ending is about the game that ended, not about the next one on the board.
    assert_eq!(ended["fen"], claimed["record"]["final_fen"]);
    let pgn = events[17]["pgn"].as_str().unwrap();
    assert!(pgn.contains("[Result \"1/2-1/2\"]"), "{pgn}");
    assert!(
        pgn.replace('\n', " ")
            .ends_with("{(=) by Black} 4... Ng8 1/2-1/2 "),
        "{pgn}"
    );
}

#[test]
fn a_game_from_a_position_starts_again_from_there() {
    let events = events(&["--fen", FIFTY_MOVES_ARE_UP], "draw\n");
    assert_eq!(
        names(&events),
        [
            "state",
            "fifty_move_rule_available",
            "draw_claimed",
            "game_ended",
            "reset",
            "check",
            "fifty_move_rule_available"
        ]
    );
    assert_eq!(events[4]["fen"], FIFTY_MOVES_ARE_UP);
}

#[test]
fn a_position_that_was_repaired_is_noted() {
    let scratch = scratch();
    let fen = "4k3/8/8/8/8/8/R7/4K3 b - e3 0 1";
    for args in [&["--fen", fen, "--lines"][..], &["--fen", fen, "--json"]] {
        let output = play(scratch.path(), args, b"quit\n");
        assert!(output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("note: ") && said.contains("e3"), "{said}");
    }
}

#[test]
fn the_event_stream_ends_games_and_undoes_endings() {
    let events = events(&[], "f3\ne5\ng4\nQh4#\na3\nundo 2\nredo\nboard\n");
    assert_eq!(
        names(&events)[4..],
        [
            "move_played",
            "game_ended",
            "command_refused",
            "undone",
            "redone",
            "state"
        ]
    );
    assert_eq!(events[5]["reason"], "checkmate");
    assert_eq!(events[5]["result"], "0-1");
    assert_eq!(events[7]["steps"].as_array().unwrap().len(), 2);
    assert_eq!(events[9]["ply"], 3);
}

const FIFTY_MOVES_ARE_UP: &str = "4k3/8/8/8/8/8/4R3/4K3 b - - 100 90";

#[test]
fn a_claim_available_at_the_start_is_announced() {
    let from_fen = events(&["--fen", FIFTY_MOVES_ARE_UP], "quit\n");
    assert_eq!(
        names(&from_fen),
        ["state", "fifty_move_rule_available", "quit"]
    );
    assert_eq!(from_fen[1]["halfmoves"], 100);

    let scratch = scratch();
    let pgn = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n";
    fs::write(scratch.path().join("game.pgn"), pgn).unwrap();
    let said = |args: &[&str]| {
        let output = play(scratch.path(), args, b"quit\n");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(said(&["game.pgn", "--json"]).contains("\"threefold_available\""));
    let lines = said(&["game.pgn", "--lines"]);
    assert!(
        lines.ends_with("Type draw to claim it.\n"),
        "the notice comes last, under the board: {lines}"
    );
    let over = events(&["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], "quit\n");
    assert_eq!(names(&over), ["state", "quit"], "the state tells the end");
}

#[test]
fn an_engine_game_against_itself_stops_when_the_player_quits() {
    let said = events(&["--engine", "both", "--movetime", "200"], "quit\n");
    let names = names(&said);
    assert_eq!(names.last(), Some(&"quit"));
    assert!(names.len() < 10, "{names:?}");
}

/// The output up to the end of the game while the input stays open and nobody types.
fn said_without_input(args: &[&str], input: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input).unwrap();
    let (heard, wait) = channel();
    let leaver = thread::spawn(move || {
        // A program that waits for input would wait for ever.
        let ended = wait.recv_timeout(Duration::from_secs(300));
        stdin.write_all(b"quit\n").unwrap();
        ended.is_ok()
    });
    let mut said = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        said.push_str(&line);
        if line.contains("game_ended") || line.contains("Game over") {
            let _ = heard.send(());
        }
    }
    assert!(
        leaver.join().unwrap(),
        "the game ends without input: {said}"
    );
    assert!(child.wait().unwrap().success());
    said
}

#[test]
fn a_flag_falls_on_time_without_input() {
    let said = said_without_input(&["--json", "--time", "0.02"], b"e4\n");
    assert!(said.contains("\"reason\":\"flag_fall\""), "{said}");
    let said = said_without_input(&["--lines", "--board", "none", "--time", "0.02"], b"e4\n");
    assert!(said.contains("1-0: Black ran out of time"), "{said}");
}

#[test]
fn names_and_the_date_are_also_set_in_the_event_stream() {
    let events = events(&[], "name white Anna\ndate 2024.01.02\ndate soon\npgn\n");
    assert_eq!(
        names(&events),
        ["state", "tag_set", "tag_set", "command_refused", "pgn"]
    );
    assert_eq!(events[1]["tag"], "White");
    assert_eq!(events[1]["value"], "Anna");
    let pgn = events[4]["pgn"].as_str().unwrap();
    assert!(pgn.contains("[Date \"2024.01.02\"]"), "{pgn}");
    assert!(pgn.contains("[White \"Anna\"]"), "{pgn}");
}

#[test]
fn invalid_utf8_is_refused_and_the_game_goes_on() {
    let scratch = scratch();
    let mut input = b"e4\n\xff\xfe\0garbage\xc3\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 1_000_000));
    input.extend(b"\ne5\nfen");
    let output = play(scratch.path(), &["--board", "none"], &input);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let end = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
    assert!(text.ends_with(end), "{text}");
    assert!(text.len() < 2_000, "a long line is not repeated in full");
}

#[test]
fn a_saved_game_is_continued_from_the_command_line() {
    let scratch = scratch();
    let output = play(
        scratch.path(),
        &["--board", "none"],
        b"e4\ne5\noffer\nsave game.pgn\n",
    );
    assert!(output.status.success());
    let output = play(scratch.path(), &["--json", "game.pgn"], b"accept\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\"reason\":\"agreement\""), "{text}");
    let output = play(scratch.path(), &["missing.pgn"], b"");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("cannot load missing.pgn"), "{error}");
}

#[test]
fn wrong_usage_is_distinguished() {
    let scratch = scratch();
    for args in [
        &["--time", "soon"][..],
        &["--rules", "house"],
        &["--board", "wood"],
        &["a.pgn", "--fen", "x"],
    ] {
        let output = play(scratch.path(), args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    let output = play(scratch.path(), &["--fen", "nonsense"], b"");
    assert_eq!(output.status.code(), Some(1));
}
