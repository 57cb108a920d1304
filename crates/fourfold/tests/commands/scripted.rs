//! A tournament of two scripted engines with known output: what is printed, the journal, and the PGN,
//! compared byte for byte. After an intended change, `BLESS=1 cargo test -p fourfold scripted` rewrites the
//! files for review.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripted")
}

fn play(journal: &Path, pgn: &Path) -> Output {
    let flags = "sprt -engine cmd=sh name=steady -engine cmd=sh name=wild -each nodes=100 \
                 -openings file=openings.epd order=sequential -rounds 7 -ratinginterval 3 \
                 -sprt elo0=0 elo1=10 -date 2024.01.31 -event Scripted";
    let mut words: Vec<&str> = flags.split(' ').collect();
    words.insert(4, "args=engine.sh steady");
    words.insert(8, "args=engine.sh wild");
    Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args(words)
        .arg("-journal")
        .arg(journal)
        .arg("-pgnout")
        .arg(pgn)
        .current_dir(folder())
        .output()
        .unwrap()
}

#[test]
fn the_output_matches_byte_for_byte() {
    let (journal, pgn) = (scratch("scripted.jsonl"), scratch("scripted.pgn"));
    let output = play(&journal, &pgn);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    // Only the path of the journal depends on where the test runs.
    let said: String = said
        .lines()
        .filter(|line| !line.starts_with("journal: "))
        .map(|line| format!("{line}\n"))
        .collect();
    for (name, bytes) in [
        ("stdout.txt", output.stdout),
        ("stderr.txt", said.into_bytes()),
        ("journal.jsonl", fs::read(&journal).unwrap()),
        ("games.pgn", fs::read(&pgn).unwrap()),
    ] {
        let path = folder().join(name);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &bytes).unwrap();
        }
        let (seen, known) = (
            String::from_utf8(bytes).unwrap(),
            fs::read_to_string(&path).unwrap(),
        );
        assert_eq!(seen, known, "{name}");
    }
}

#[test]
fn the_pgn_holds_the_games_of_the_journal_after_a_restart() {
    let (journal, pgn) = (scratch("again.jsonl"), scratch("again.pgn"));
    play(&journal, &pgn);
    let (lines, games) = (fs::read(&journal).unwrap(), fs::read(&pgn).unwrap());
    // Three whole pairs, the first game of the fourth, and a truncated line.
    let cut = lines
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .nth(7)
        .unwrap();
    fs::write(&journal, &lines[..cut.0 + 40]).unwrap();
    let output = play(&journal, &pgn);
    assert!(String::from_utf8_lossy(&output.stderr).contains("continuing after 3 pairs"));
    assert_eq!(fs::read(&journal).unwrap(), lines);
    assert_eq!(fs::read(&pgn).unwrap(), games);
    let count = String::from_utf8(games).unwrap().matches("[Event ").count();
    assert_eq!(count, 14);
}
