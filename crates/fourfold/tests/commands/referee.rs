//! `fourfold referee` as used by people and programs.

use std::io::Write;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::NamedTempFile;

use crate::support::program;

/// Three games: a repetition, a flag that cost nothing, an illegal move.
const GAMES: &str = r#"[Event "first"]
[White "Anna, A."]
[Black "Ben"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[Event "second"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]
[SetUp "1"]
[FEN "6Rk/8/7K/8/8/8/p7/8 b - - 0 1"]
[Termination "Time forfeit"]

1-0

[Event "third"]
[White "Carl"]
[Black "Dora"]
[Result "*"]

1. e4 e5 2. Ke3 *
"#;

/// A file with this text, deleted at the end of the test.
fn file_with(bytes: impl AsRef<[u8]>) -> NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".pgn").tempfile().unwrap();
    file.write_all(bytes.as_ref()).unwrap();
    file
}

fn path_of(file: &NamedTempFile) -> &str {
    file.path().to_str().unwrap()
}

fn referee(args: &[&str], input: &str) -> Output {
    program::run(Path::new("."), &[&["referee"], args].concat(), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn people_get_a_line_for_each_finding_and_a_summary() {
    let file = file_with(GAMES);
    let output = referee(&[path_of(&file)], "");
    assert!(output.status.success());
    let said = text(&output.stdout);
    let path = path_of(&file);
    for line in [
        format!(
            "{path}:1:1: game 1, Anna, A. – Ben, 1/2-1/2, after 7 plies: threefold_claimable: \
             Black could claim threefold repetition (article 9.2.1) by naming Ng8; it was drawn\n"
        ),
        format!(
            "{path}:8:1: game 2, Anna – Ben, 1-0, at the start: time_forfeit: White won on time \
             but can never mate, so it is a draw: forced moves lead to a position in which no mate exists \
             (article 6.9)\n"
        ),
        format!("{path}:23:13: game 3, Carl – Dora, *, after 2 plies: illegal_move: \"Ke3\": "),
        "games                                    3\n".to_owned(),
        "plies                                   10\n".to_owned(),
        "findings                                 3\n".to_owned(),
        "  illegal_move                           1\n".to_owned(),
        "games/s ".to_owned(),
    ] {
        assert!(said.contains(&line), "{line}\nis not in\n{said}");
    }
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn programs_get_one_object_for_each_finding() {
    let output = referee(&["--json", "-"], GAMES);
    assert!(output.status.success());
    let lines = text(&output.stdout);
    let found: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(found.len(), 3);
    let claim = &found[0];
    assert_eq!(claim["kind"], "threefold_claimable");
    assert_eq!((&claim["game"], &claim["ply"]), (&0.into(), &7.into()));
    // Programs count games from 0, and people from 1.
    for (game, finding) in found.iter().enumerate() {
        assert_eq!(
            (&finding["game"], &finding["number"]),
            (&game.into(), &(game + 1).into())
        );
    }
    assert_eq!(
        (&claim["side"], &claim["with"]),
        (&"black".into(), &"Ng8".into())
    );
    assert_eq!(
        (&claim["article"], &claim["drawn"]),
        (&"9.2.1".into(), &true.into())
    );
    assert_eq!(claim["file"], "standard input");
    assert_eq!(found[1]["kind"], "time_forfeit");
    assert_eq!(
        (&found[1]["due"], &found[1]["proof"]),
        (&"1/2-1/2".into(), &"forced".into())
    );
    assert_eq!(found[1]["fen"], "6Rk/8/7K/8/8/8/p7/8 b - - 0 1");
    assert_eq!(found[2]["kind"], "illegal_move");
    assert_eq!(
        (&found[2]["line"], &found[2]["column"]),
        (&23.into(), &13.into())
    );
    assert_eq!(found[2]["token"], "Ke3");
}

#[test]
fn tables_have_a_header_and_quoted_fields() {
    let output = referee(&["--csv", "--only", "claims", "-"], GAMES);
    let table = text(&output.stdout);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 2);
    assert!(rows[0].starts_with("file,game,line,column,ply,kind,"));
    let start = "standard input,1,1,1,7,threefold_claimable,black,9.2.1,\"Anna, A.\",Ben,1/2-1/2,";
    assert!(rows[1].starts_with(start), "{}", rows[1]);
}

#[test]
fn a_check_fails_when_there_are_findings() {
    assert_eq!(referee(&["--check", "-"], GAMES).status.code(), Some(1));
    assert_eq!(referee(&["-"], GAMES).status.code(), Some(0));
    let only = ["--check", "--only", "play,result_mismatch", "-"];
    assert_eq!(referee(&only, GAMES).status.code(), Some(0));
}

#[test]
fn an_invalid_request_is_explained() {
    let output = referee(&["no-such-file.pgn", "-"], GAMES);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot read no-such-file.pgn"));
    assert!(text(&output.stdout).contains("games                                    3\n"));
    let output = referee(&["--only", "blunders", "-"], "");
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("expected claims, play, results, text"),
        "{said}"
    );
}

#[test]
fn the_output_does_not_depend_on_threads_or_blocks() {
    let games = GAMES.repeat(300);
    let file = file_with(&games);
    for form in ["--json", "--csv"] {
        let alone = referee(&[form, "--threads", "1", path_of(&file)], "");
        assert!(alone.stdout.len() > 100_000);
        for [threads, block] in [["1", "1"], ["4", "1"], ["3", "16"], ["2", "1024"]] {
            let together = referee(
                &[form, "--threads", threads, "--block", block, path_of(&file)],
                "",
            );
            let is_same = together.stdout == alone.stdout;
            assert!(is_same, "{form}: {threads} threads, blocks of {block} KB");
        }
    }
}

#[test]
fn a_damaged_region_costs_one_game() {
    let mut bytes = GAMES.repeat(3).into_bytes();
    let middle = GAMES.len() + GAMES.find("1. Nf3").unwrap();
    bytes[middle..middle + 12].copy_from_slice(b"{{\x01\xff((}{\"]] ");
    let file = file_with(bytes);
    let output = referee(&["--json", path_of(&file)], "");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let found: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let count = |kind: &str| found.iter().filter(|value| value["kind"] == kind).count();
    assert_eq!((count("time_forfeit"), count("illegal_move")), (3, 3));
    assert_eq!(count("threefold_claimable"), 2);
    assert!(
        found
            .iter()
            .any(|value| value["game"] == 3 && value["kind"] == "broken_text")
    );
    let last = found.last().unwrap();
    assert_eq!(last["line"], 2 * GAMES.lines().count() + 23);
}
