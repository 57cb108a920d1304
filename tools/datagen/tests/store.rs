//! Files of games: reading returns what was written, and damage is always detected.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use datagen::branch::Trunks;
use datagen::generate::{Event, Goal, Origin, Plan, generate};
use datagen::quiet::lessons;
use datagen::store::{Header, OpenError, Reader, RecordError, StoredGame, Tail, Writer};
use datagen::teacher::Teacher;
use tempfile::TempDir;
use whole_file::crc32;

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn plan(out: PathBuf, games: u64) -> Plan {
    Plan {
        teacher: Teacher::new("material").unwrap(),
        nodes: 40,
        seed: 11,
        origin: Origin::Openings { chess960: 0 },
        goal: Goal::Games(games),
        threads: 1,
        out,
    }
}

fn run(plan: &Plan) -> Vec<Event> {
    let mut events = Vec::new();
    let tally = generate(plan, &AtomicBool::new(false), &mut |event| {
        events.push(event);
    });
    assert!(tally.unwrap().reaches(plan.goal));
    events
}

fn read(bytes: &[u8]) -> (Vec<StoredGame>, Tail) {
    let mut reader = Reader::new(bytes.to_vec()).unwrap();
    let games = reader.by_ref().collect();
    (games, reader.tail().clone())
}

/// The bytes of a file with this many games.
fn sample(folder: &Folder, games: u64) -> Vec<u8> {
    let file = folder.file("sample.games");
    run(&plan(file.clone(), games));
    fs::read(file).unwrap()
}

#[test]
fn games_are_read_as_they_were_written() {
    let folder = Folder::new();
    let bytes = sample(&folder, 4);
    let (games, tail) = read(&bytes);
    assert_eq!((games.len(), tail), (4, Tail::Clean));
    let mut again = bytes[..Header::BYTES].to_vec();
    for (number, game) in games.iter().enumerate() {
        again.extend(game.to_bytes(number as u64));
        for (position, ply) in game.positions() {
            assert!(position.is_legal(ply.m));
        }
        for lesson in lessons(game, 0.0) {
            assert!(!lesson.position.is_check());
        }
    }
    assert_eq!(again, bytes);
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    assert_eq!(bytes.len(), Header::BYTES + 4 * 40 + 4 * plies);
}

#[test]
fn a_torn_tail_is_removed_wherever_it_is_torn() {
    let folder = Folder::new();
    let bytes = sample(&folder, 3);
    let (games, _) = read(&bytes);
    let mut ends = vec![Header::BYTES];
    for (number, game) in games.iter().enumerate() {
        ends.push(ends[number] + game.to_bytes(number as u64).len());
    }
    for length in Header::BYTES..=bytes.len() {
        let (found, tail) = read(&bytes[..length]);
        let whole = ends.iter().filter(|&&end| end <= length).count() - 1;
        assert_eq!(found, games[..whole], "{length} bytes");
        let is_clean = ends.contains(&length);
        assert_eq!(tail == Tail::Clean, is_clean, "{length} bytes");
    }
    for length in 0..Header::BYTES {
        assert!(Reader::new(bytes[..length].to_vec()).is_err());
    }
}

#[test]
fn a_damaged_byte_is_detected_anywhere() {
    let folder = Folder::new();
    let bytes = sample(&folder, 2);
    let (games, _) = read(&bytes);
    let second = Header::BYTES + games[0].to_bytes(0).len();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        let Ok(mut reader) = Reader::new(damaged) else {
            assert!(at < Header::BYTES);
            continue;
        };
        let good = usize::from(at >= second);
        let found: Vec<StoredGame> = reader.by_ref().collect();
        assert_eq!(found, games[..good], "byte {at}");
        assert_ne!(*reader.tail(), Tail::Clean, "byte {at}");
    }
}

#[test]
fn games_in_another_order_are_refused() {
    let folder = Folder::new();
    let bytes = sample(&folder, 2);
    let (games, _) = read(&bytes);
    let mut swapped = bytes[..Header::BYTES].to_vec();
    swapped.extend(games[1].to_bytes(1));
    swapped.extend(games[0].to_bytes(0));
    let (found, tail) = read(&swapped);
    assert!(found.is_empty());
    assert!(matches!(tail, Tail::Bad { game: 0, .. }));
}

#[test]
fn an_illegal_game_with_a_valid_checksum_is_refused() {
    let folder = Folder::new();
    let bytes = sample(&folder, 1);
    let mut forged = bytes[Header::BYTES..].to_vec();
    // The first move becomes a rook move from a1 to a1.
    forged[36..38].copy_from_slice(&0x8000u16.to_le_bytes());
    let end = forged.len() - 4;
    let numbered = [&0u64.to_le_bytes()[..], &forged[..end]].concat();
    forged[end..].copy_from_slice(&crc32(&[&numbered]).to_le_bytes());
    let error = StoredGame::from_bytes(&forged, 0).unwrap_err();
    assert!(
        matches!(error, RecordError::Illegal { ply: 1, .. }),
        "{error}"
    );
}

#[test]
fn a_resumed_run_ends_like_an_uninterrupted_one() {
    let folder = Folder::new();
    let whole = sample(&folder, 4);
    let file = folder.file("resumed.games");
    for length in [0, 5, Header::BYTES, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&file, &whole[..length]).unwrap();
        let events = run(&plan(file.clone(), 4));
        assert_eq!(fs::read(&file).unwrap(), whole, "{length} bytes");
        let is_torn = length > Header::BYTES;
        assert_eq!(
            matches!(events[0], Event::Cut(_)),
            is_torn,
            "{length} bytes"
        );
    }
    let threads = Plan {
        threads: 3,
        ..plan(folder.file("threads.games"), 4)
    };
    run(&threads);
    assert_eq!(fs::read(&threads.out).unwrap(), whole);
}

#[test]
fn branches_are_stored_and_resumed_like_games() {
    let folder = Folder::new();
    sample(&folder, 2);
    let trunks = Trunks::read(&folder.file("sample.games")).unwrap();
    let branches = |name: &str, threads| Plan {
        origin: Origin::Branches(trunks.clone()),
        threads,
        ..plan(folder.file(name), 20)
    };
    let whole = branches("whole.games", 1);
    run(&whole);
    let whole = fs::read(&whole.out).unwrap();
    let (games, tail) = read(&whole);
    assert_eq!((games.len(), tail), (20, Tail::Clean));
    assert!(games.iter().all(|game| game.plies.len() <= 1));
    let resumed = branches("resumed.games", 3);
    fs::write(&resumed.out, &whole[..whole.len() / 2]).unwrap();
    run(&resumed);
    assert_eq!(fs::read(&resumed.out).unwrap(), whole);

    // Branches of other games do not belong into the same file.
    sample(&folder, 3);
    let other = Plan {
        origin: Origin::Branches(Trunks::read(&folder.file("sample.games")).unwrap()),
        ..resumed
    };
    let refused = generate(&other, &AtomicBool::new(false), &mut |_| {});
    assert!(refused.is_err());
    assert_eq!(fs::read(&other.out).unwrap(), whole);
}

#[test]
fn a_file_without_games_has_no_branches() {
    let folder = Folder::new();
    let empty = sample(&folder, 1)[..Header::BYTES].to_vec();
    let file = folder.file("empty.games");
    fs::write(&file, empty).unwrap();
    let error = Trunks::read(&file).unwrap_err().to_string();
    assert!(error.ends_with("nothing to branch from"), "{error}");
}

#[test]
fn files_of_version_1_are_read_and_not_appended_to() {
    let folder = Folder::new();
    let bytes = sample(&folder, 2);
    let (games, _) = read(&bytes);
    let reader = Reader::new(bytes.clone()).unwrap();
    let before = Header {
        search: None,
        ..reader.header().clone()
    };
    let mut old = before.to_bytes();
    assert_eq!(old[8], 1);
    old.extend(&bytes[Header::BYTES..]);
    let reader = Reader::new(old.clone()).unwrap();
    assert_eq!(*reader.header(), before);
    assert_eq!(reader.collect::<Vec<_>>(), games);

    let file = folder.file("old.games");
    fs::write(&file, &old).unwrap();
    let plan = plan(file.clone(), 3);
    let error = generate(&plan, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("search unknown"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), old);
}

#[test]
fn a_file_with_other_settings_is_left_unchanged() {
    let folder = Folder::new();
    sample(&folder, 1);
    let file = folder.file("sample.games");
    let before = fs::read(&file).unwrap();
    let other = Header {
        teacher: "material".to_owned(),
        nodes: 41,
        seed: 11,
        chess960: 0,
        search: Some(1),
    };
    let error = Writer::open(&file, &other, |_| {}).unwrap_err();
    assert!(matches!(error, OpenError::Other { .. }));
    assert!(error.to_string().contains("at 40 nodes"), "{error}");
    let (open, _) = Writer::open(&folder.file("open.games"), &other, |_| {}).unwrap();
    let error = Writer::open(&folder.file("open.games"), &other, |_| {}).unwrap_err();
    assert!(matches!(error, OpenError::Locked { .. }), "{error}");
    drop(open);
    assert!(Writer::open(&folder.file("open.games"), &other, |_| {}).is_ok());
    let text = folder.file("text.games");
    fs::write(
        &text,
        "not a file of games, but somebody's notes, and long enough for a header",
    )
    .unwrap();
    assert!(Writer::open(&text, &other, |_| {}).is_err());
    assert_eq!(fs::read(&file).unwrap(), before);
}
