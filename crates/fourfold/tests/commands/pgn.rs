//! `fourfold pgn` on real files: the vectors, rewriting, and reports for people.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use crate::support::program;

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../game/tests/data/pgn")
}

fn fourfold(args: &[&str], input: &[u8]) -> Output {
    program::run(&vectors(), args, input)
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

/// A lenient reader accepts these for their obvious meaning.
const NULL_MOVES: &str = "41_null_moves.pgn";
const PROMOTION_IN_PARENTHESES: &str = "58c_promotion_paren.pgn";

/// Fields that must be equal if a vector has them.
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
fn every_vector_is_read_as_specified_strictly_and_leniently() {
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
            if vector["file"] == NULL_MOVES && mode.is_empty() {
                let moves = ["e2e4", "0000", "d2d4", "0000", "g1f3", "d7d5"];
                assert_eq!(answer["moves"], json!(moves), "as python-chess reads it");
                assert_eq!(answer["sans"], json!(["e4", "--", "d4", "--", "Nf3", "d5"]));
                assert_eq!(answer["warnings"], json!(["null_move_in_main_line"]));
                assert_eq!(answer["ok"], true);
                continue;
            }
            if vector["file"] == PROMOTION_IN_PARENTHESES && mode.is_empty() {
                assert_eq!(answer["warnings"][0], "promotion_sign");
                assert_eq!(answer["moves"][0], "a7b8q");
                continue;
            }
            check_against(vector, answer);
        }
    }
}

#[test]
fn a_colon_is_a_capture_with_a_warning_of_its_own() {
    let answers = answers(&["-"], b"1. e4 d5 2. e:d5 N:f6 *\n");
    let warnings = answers[0]["warnings"].as_array().unwrap();
    assert_eq!(
        warnings[1..],
        ["colon_capture", "needless_capture"],
        "{warnings:?}"
    );
}

/// A game in export format.
const EXPORTED: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.01.31\"]\n[Round \"1\"]\n\
     [White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Annotator \"C\"]\n[ECO \"C20\"]\n\n\
     1. e4 $1 {best} 1... e5 2. Nf3 (2. f4 exf4) 2... d6 3. Bc4 h6 4. O-O Nf6 5. d4\n\
     Nxe4 6. dxe5 dxe5 1-0\n";

#[test]
fn export_format_is_accepted_and_nothing_else() {
    let fine = |text: &str| {
        let output = fourfold(&["pgn", "--export", "-"], text.as_bytes());
        (output.status.success(), self::text(&output.stdout))
    };
    assert!(fine(EXPORTED).0, "{}", fine(EXPORTED).1);
    let two = format!("{EXPORTED}\n{EXPORTED}");
    assert!(fine(&two).0, "{}", fine(&two).1);
    for (part, other, place) in [
        ("4. O-O", "4. 0-0", "11:66"),
        ("2. Nf3", "2. Ng1-f3", "11:28"),
        ("dxe5 dxe5", "d:e5 dxe5", "12:9"),
        ("1. e4", "1.e4", "11:1"),
        ("$1", "!", "11:7"),
        ("{best}", ";best\n", "11:10"),
        ("5. d4\n", "5. d4 ", "11:79"),
        (
            "[Event \"?\"]\n[Site \"?\"]",
            "[Site \"?\"]\n[Event \"?\"]",
            "1:1",
        ),
        ("[Date \"2024.01.31\"]\n", "", "3:1"),
        ("[ECO \"C20\"]", "[ECO  \"C20\"]", "9:6"),
        ("1-0\n", "0-1\n", "7:9"),
    ] {
        assert!(EXPORTED.contains(part), "{part}");
        let (is_fine, said) = fine(&EXPORTED.replacen(part, other, 1));
        assert!(!is_fine, "{other}: {said}");
        let due = format!("standard input:{place}: error: not_export_format: ");
        assert!(said.contains(&due), "{other}: {said}");
    }
    let loose = format!("{EXPORTED}\n\n{EXPORTED}");
    assert!(
        fine(&loose)
            .1
            .contains("expected one empty line between games")
    );
    assert!(fine(&format!("\n{EXPORTED}")).1.contains("begin the file"));
}

#[test]
fn the_output_is_export_format() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let out = folder.join("exported.pgn");
    let mut files: Vec<String> = fs::read_dir(vectors())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".pgn"))
        .collect();
    files.sort();
    assert!(files.len() > 40);
    for mode in [&["--strict"][..], &[]] {
        let mut args = [&["pgn", "--out", out.to_str().unwrap()], mode].concat();
        args.extend(files.iter().map(String::as_str));
        fourfold(&args, b"");
        let output = fourfold(&["pgn", "--export", out.to_str().unwrap()], b"");
        assert!(output.status.success(), "{}", text(&output.stdout));
        assert!(text(&output.stdout).contains("none refused"));
    }
}

#[test]
fn whatever_is_wrong_the_advice_to_rewrite_it_helps() {
    for (game, tag) in [
        ("[Result \"0-2\"]\n\n1. e4 0-1\n", "[Result \"0-1\"]\n"),
        ("[Eve<nt \"y\"]\n\n1. e4 *\n", "[Eve_nt \"y\"]\n"),
        ("[Result \"1-0\"]\n\n1. e4 0-1\n", "[Result \"0-1\"]\n"),
        ("1. e4 -- 2. d4 $999 *\n", "[Result \"*\"]\n"),
        ("1. e4 {Z0} e5 (1... Z0) 2. g1f3 *\n", "[Result \"*\"]\n"),
        ("[Variant \"Atomic\"]\n\n1. e4 *\n", "[Result \"*\"]\n"),
    ] {
        let refused = fourfold(&["pgn", "--export", "-"], game.as_bytes());
        assert_eq!(refused.status.code(), Some(1), "{game}");
        let rewritten = fourfold(&["pgn", "--out", "-", "-"], game.as_bytes()).stdout;
        assert!(text(&rewritten).contains(tag), "{}", text(&rewritten));
        let output = fourfold(&["pgn", "--export", "-"], &rewritten);
        assert!(output.status.success(), "{game}: {}", text(&output.stdout));
    }
}

#[test]
fn compressed_files_are_named_and_the_others_are_read() {
    let directory = tempfile::tempdir().unwrap();
    for (name, begin) in [
        ("zstd", &b"\x28\xb5\x2f\xfd\x24"[..]),
        ("gzip", b"\x1f\x8b\x08\0"),
        ("bzip2", b"BZh91AY&SY"),
        ("xz", b"\xfd7zXZ\0"),
        ("zip", b"PK\x03\x04"),
    ] {
        let path = directory.path().join(name);
        fs::write(&path, [begin, &[0xff; 100]].concat()).unwrap();
        let path = path.to_str().unwrap();
        let due = format!("compressed ({name})");
        for command in ["pgn", "referee"] {
            let output = fourfold(&[command, path, "01_minimal.pgn"], b"");
            assert_eq!(output.status.code(), Some(1), "{command} {name}");
            assert!(
                text(&output.stderr).contains(&due),
                "{}",
                text(&output.stderr)
            );
            let others = text(&output.stdout);
            assert!(others.contains("4"), "the other file is read: {others}");
        }
        let answers = answers(&[path, "01_minimal.pgn"], b"");
        assert_eq!(answers[0]["error"]["class"], "compressed");
        assert_eq!(answers[1]["ok"], true);
    }
}

#[test]
fn very_many_warnings_are_counted_and_the_first_are_listed() {
    let game = format!("1. e4 {} *\n", "!!! ".repeat(30_000));
    let answers = answers(&["-"], game.as_bytes());
    assert_eq!(answers[0]["warning_count"], 30_001);
    assert_eq!(answers[0]["diagnostics"].as_array().unwrap().len(), 10_000);
    let said = text(&fourfold(&["pgn", "-"], game.as_bytes()).stdout);
    assert!(
        said.contains("20,001 more, in games with very many warnings"),
        "{said}"
    );
}

#[test]
fn a_long_header_is_read_completely() {
    let answers = answers(&["48_huge_header.pgn"], b"");
    let tags = answers[0]["tags"].as_object().unwrap();
    assert_eq!(tags.len(), 308);
    let longest = tags.values().map(|value| value.as_str().unwrap().len());
    assert_eq!(longest.max(), Some(65_000));
}

#[test]
fn the_report_says_where_it_went_wrong_and_what_to_do() {
    let output = fourfold(&["pgn", "31_illegal_then_next_game.pgn"], b"");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[0].starts_with("31_illegal_then_next_game.pgn:9:13: error: illegal_move: \"Ke3\": "),
        "{said}"
    );
    assert_eq!(lines[1], "  in game 1, White, W – Black, B, after 2 plies");
    assert!(lines[2].contains("compare the earlier moves"), "{said}");
    assert!(said.ends_with("2 games, 6 moves, 1 refused\n"), "{said}");
}

#[test]
fn standard_input_is_read_and_good_games_pass() {
    let output = fourfold(&["pgn", "-"], b"1. e4 e5 2. Nf3 *\n\n1. d4 *\n");
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    assert!(
        said.contains("standard input: 2 games, 4 moves, none refused"),
        "{said}"
    );
    assert!(said.contains("       2 missing_tags"), "{said}");
    let answers = answers(&["-"], b"");
    assert_eq!(answers[0]["warnings"], serde_json::json!(["no_games"]));
    assert_eq!(answers[0]["game"], Value::Null);
}

#[test]
fn an_unreadable_file_is_reported_and_the_others_are_read() {
    let output = fourfold(&["pgn", "no_such_file.pgn", "01_minimal.pgn"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot read no_such_file.pgn"));
    assert!(text(&output.stdout).contains("01_minimal.pgn: 1 game, 4 moves, none refused"));
    let answers = answers(&["no_such_file.pgn", "01_minimal.pgn"], b"");
    assert_eq!(answers[0]["error"]["class"], "unreadable");
    assert_eq!(answers[1]["ok"], true);
}

#[test]
fn games_are_rewritten_completely_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("out.pgn");
    let path = out.to_str().unwrap();
    for (mode, games, note) in [
        (&["pgn", "--strict"][..], 1, false),
        (&["pgn"], 2, true),
        (&["pgn", "--json"], 2, true),
    ] {
        let args = [mode, &["--out", path, "31_illegal_then_next_game.pgn"]].concat();
        fourfold(&args, b"");
        let written = fs::read_to_string(&out).unwrap();
        assert_eq!(written.matches("[Event ").count(), games, "{written}");
        let says_so = "{left out from here: illegal_move at line 9, column 13: Ke3; the Result tag \
                       says 1-0} *";
        assert_eq!(
            written.replace('\n', " ").contains(says_so),
            note,
            "{written}"
        );
        assert_eq!(
            fs::read_dir(directory.path()).unwrap().count(),
            1,
            "no draft is left"
        );
    }
    // A file can be rewritten in place, and the output is valid.
    assert!(
        fourfold(&["pgn", "--out", path, path], b"")
            .status
            .success()
    );
    assert!(fourfold(&["pgn", "--strict", path], b"").status.success());
}

#[test]
fn games_can_be_piped_on() {
    let output = fourfold(&["pgn", "--out", "-", "06_nested_variations.pgn"], b"");
    let games = text(&output.stdout);
    assert!(games.starts_with("[Event \"Test vector\"]"), "{games}");
    assert!(text(&output.stderr).contains("none refused"));
    let again = fourfold(&["pgn", "--strict", "--out", "-", "-"], games.as_bytes());
    assert_eq!(text(&again.stdout), games);
}

#[test]
fn wrong_usage_is_distinguished_from_refusal() {
    assert_eq!(fourfold(&["pgn"], b"").status.code(), Some(2));
    let both = fourfold(&["pgn", "--json", "--out", "-", "01_minimal.pgn"], b"");
    assert_eq!(both.status.code(), Some(2));
    let deep = fourfold(&["pgn", "--depth", "59", "74_deep_nesting.pgn"], b"");
    assert_eq!(deep.status.code(), Some(1));
    let deep = fourfold(
        &["pgn", "--depth", "20000", "75_very_deep_nesting.pgn"],
        b"",
    );
    assert_eq!(deep.status.code(), Some(0));
}

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

#[test]
fn a_report_is_the_same_on_any_number_of_threads_and_in_all_forms() {
    let report = |more: &[&str]| {
        let args = ["pgn", "--report", "--nodes", "1000", "-"];
        let args: Vec<&str> = args.iter().chain(more).copied().collect();
        let output = fourfold(&args, GAME.as_bytes());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let one = report(&["--threads", "1"]);
    assert_eq!(one, report(&["--threads", "3"]));
    for words in [
        "game 1, A \u{2013} B",
        "C20 King's pawn: Patzer opening",
        "3...Nf6??",
        "to #1; better 3...",
    ] {
        assert!(one.contains(words), "{words} in {one}");
    }
    let answer: Value = serde_json::from_str(&report(&["--json"])).unwrap();
    let found = &answer["report"];
    assert_eq!(found["nodes"], 1_000);
    assert_eq!(found["black"]["blunders"], 1);
    assert_eq!(found["positions"].as_array().unwrap().len(), 8);
    assert_eq!(found["positions"][6]["eval"], "#1");
    assert_eq!(found["positions"][6]["best"][0], "h5f7");
    assert_eq!(found["moves"][5]["judgment"], "blunder");
    // Another network may find fault with other moves too: the glyphs are what the report says.
    let moves = found["moves"].as_array().unwrap();
    let glyphs = moves.iter().zip(1..).filter_map(|(m, ply)| {
        let glyph = match m["judgment"].as_str()? {
            "inaccuracy" => 6,
            "mistake" => 2,
            "blunder" => 4,
            other => panic!("{other} is no judgment"),
        };
        Some(json!([ply, glyph]))
    });
    assert_eq!(answer["nags"], Value::Array(glyphs.collect()));
    let games = report(&["--out", "-"]).replace('\n', " ");
    assert!(
        games.contains("[%eval #1]") && games.contains("Nf6 $4"),
        "{games}"
    );
    // What was written is read as the same report, and can be reported on again.
    let again = fourfold(
        &["pgn", "--report", "--nodes", "1000", "--out", "-", "-"],
        report(&["--out", "-"]).as_bytes(),
    );
    assert_eq!(text(&again.stdout).replace('\n', " "), games);
}

#[test]
fn a_report_covers_a_refused_game_up_to_its_error() {
    let text_of = "[White \"A\"]\n\n1. e4 Ke7 *\n";
    let args = ["pgn", "--report", "--nodes", "500", "-"];
    let output = fourfold(&args, text_of.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout).contains("  White"),
        "{}",
        text(&output.stdout)
    );
    for wrong in [
        &["pgn", "--nodes", "5", "-"][..],
        &["pgn", "--report", "--nodes", "0", "-"],
    ] {
        assert_eq!(fourfold(wrong, b"").status.code(), Some(2), "{wrong:?}");
    }
}
