//! `fourfold match` as used by scripts: flags, exit codes, and locking of journals.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::program;

const ENGINES: [&str; 6] = [
    "-engine",
    "cmd=internal",
    "name=one",
    "-engine",
    "cmd=internal",
    "name=two",
];

fn fourfold(args: &[&str]) -> Output {
    program::run(Path::new(env!("CARGO_TARGET_TMPDIR")), args, "")
}

/// A match of two internal engines with few nodes, with further flags.
fn play(flags: &[&str]) -> Output {
    let mut args = vec!["match"];
    args.extend(ENGINES);
    args.extend(["-each", "nodes=50", "-maxmoves", "10"]);
    args.extend(flags);
    fourfold(&args)
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn the_whole_help_is_shown_for_every_help_flag() {
    let whole = fourfold(&["match", "-help"]).stdout;
    assert!(String::from_utf8_lossy(&whole).contains("Exit codes: 0 all games played"));
    for args in [
        &["match", "-h"][..],
        &["match", "--help"],
        &["sprt", "-h"],
        &["help", "match"],
        &["help", "sprt"],
    ] {
        let output = fourfold(args);
        assert!(output.status.success(), "{args:?}");
        let shown = String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned();
        assert_eq!(
            shown,
            String::from_utf8_lossy(&whole).trim_end(),
            "{args:?}"
        );
    }
}

#[test]
fn unsupported_flags_are_wrong_usage() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for flags in [
        &["-recover", "-evnt", "x"][..],
        &["-repeat", "-noswap"],
        &["-pgnout", "y.pgn", "-opening", "foo"],
        &["-pgnout", "notation=uci", "file=u.pgn"],
        &["-games", "3"],
        &["-log", "file=l.txt"],
        &["-each", "tc=inf"],
        &["-output", "format=cutechess"],
    ] {
        let output = if flags[0] == "-each" {
            fourfold(&[&["match"], &ENGINES[..], flags].concat())
        } else {
            play(flags)
        };
        assert_eq!(
            output.status.code(),
            Some(2),
            "{flags:?}: {}",
            said(&output)
        );
        assert!(output.stdout.is_empty(), "nothing is played");
    }
    for name in ["y.pgn", "u.pgn", "notation=uci"] {
        assert!(!folder.join(name).exists(), "{name}");
    }
}

#[test]
fn the_pgn_has_the_seven_tag_roster() {
    let (journal, pgn) = (scratch("tags.jsonl"), scratch("tags.pgn"));
    let file = format!("file={}", pgn.display());
    let output = play(&[
        "-event",
        "A test",
        "-site",
        "Here",
        "-date",
        "2024.01.31",
        "-games",
        "4",
        "-pgnout",
        "notation=san",
        &file,
        "-journal",
        journal.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", said(&output));
    let text = fs::read_to_string(&pgn).unwrap();
    assert_eq!(
        text.matches("[Event \"A test\"]\n[Site \"Here\"]\n[Date \"2024.01.31\"]")
            .count(),
        4
    );
    assert_eq!(text.matches("[TimeControl \"-\"]").count(), 4);
    assert_eq!(text.matches("[Termination \"adjudication\"]").count(), 4);
    assert_eq!(text.matches("[PlyCount \"20\"]").count(), 4);
}

/// A match that runs until it is killed.
fn endless(journal: &Path, pgn: &Path) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .arg("match")
        .args(ENGINES)
        .args(["-each", "st=0.05", "-rounds", "100000", "-journal"])
        .arg(journal)
        .arg("-pgnout")
        .arg(pgn)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while !fs::metadata(pgn).is_ok_and(|file| file.is_file()) {
        assert!(
            begin.elapsed() < Duration::from_secs(300),
            "no game was finished"
        );
        sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_ends_with_130_and_says_how_to_continue() {
    let (journal, pgn) = (scratch("interrupted.jsonl"), scratch("interrupted.pgn"));
    let child = endless(&journal, &pgn);
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
}

#[test]
fn a_journal_is_locked_by_one_run_and_released_when_it_is_killed() {
    let (journal, pgn) = (scratch("locked.jsonl"), scratch("locked.pgn"));
    let mut first = endless(&journal, &pgn);
    let second = |journal: &Path, pgn: &Path| {
        let mut args = vec!["match"];
        args.extend(ENGINES);
        args.extend(["-each", "st=0.05", "-rounds", "0"]);
        args.extend(["-journal", journal.to_str().unwrap()]);
        args.extend(["-pgnout", pgn.to_str().unwrap()]);
        fourfold(&args)
    };
    let refused = second(&journal, &pgn);
    let other = scratch("unlocked.jsonl");
    let refused_pgn = second(&other, &pgn);
    let holder = format!("is in use by process {} since ", first.id());
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(said(&refused).contains(&holder), "{}", said(&refused));
    assert_eq!(refused_pgn.status.code(), Some(1));
    assert!(said(&refused_pgn).contains("in use by another match"));
    let third = second(&journal, &pgn);
    assert!(third.status.success(), "{}", said(&third));
    assert!(!journal.with_extension("jsonl.lock").exists());
}
