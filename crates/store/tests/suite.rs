//! Tests of every store, and of the file store in particular.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use store::{Memory, Point, Sqlite, Store, StoreError, Watch, Write};
use wire::{Body, By, Event};

fn event(seq: u64) -> Event {
    Event {
        seq,
        at: seq * 10,
        by: By::Table,
        cmd: Some(format!("c{seq}")),
        act: None,
        check: format!("{seq:016x}"),
        body: Body::Moved {
            text: "e2e4".to_owned(),
            lag_ms: seq,
        },
        clocks: None,
        ended: None,
        match_state: None,
        seats: None,
    }
}

fn create(table: &str) -> Write {
    Write::Create {
        table: table.to_owned(),
        event: Box::new(event(1)),
        keys: "keys".to_owned(),
    }
}

fn append(table: &str, seq: u64) -> Write {
    Write::Append {
        table: table.to_owned(),
        event: Box::new(event(seq)),
    }
}

fn in_file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("club.db")
}

fn each(test: impl Fn(&dyn Store)) {
    test(&Memory::new());
    let folder = tempfile::tempdir().unwrap();
    test(&Sqlite::open(&in_file(&folder)).unwrap());
}

#[test]
fn written_events_are_read_back() {
    each(|store| {
        assert_eq!(store.read("a").unwrap(), None);
        store.write_and_wait(create("a")).unwrap();
        store.write_and_wait(create("b")).unwrap();
        for seq in 2..=5 {
            store.write_and_wait(append("a", seq)).unwrap();
        }
        let keys = Write::Keys {
            table: "a".to_owned(),
            keys: "others".to_owned(),
        };
        store.write_and_wait(keys).unwrap();
        let kept = store.read("a").unwrap().unwrap();
        assert_eq!(kept.log, (1..=5).map(event).collect::<Vec<_>>());
        assert_eq!(kept.keys, "others");
        assert_eq!(store.tables().unwrap(), ["a", "b"]);
        let table = "a".to_owned();
        store.write_and_wait(Write::Remove { table }).unwrap();
        assert_eq!(store.tables().unwrap(), ["b"]);
        assert_eq!(store.read("a").unwrap(), None);
    });
}

#[test]
fn inconsistent_writes_are_refused_and_change_nothing() {
    each(|store| {
        store.write_and_wait(create("a")).unwrap();
        store.write_and_wait(append("a", 2)).unwrap();
        let refused = |write| store.write_and_wait(write).unwrap_err();
        assert_eq!(refused(create("a")), StoreError::Exists("a".to_owned()));
        assert_eq!(refused(append("x", 1)), StoreError::NoTable("x".to_owned()));
        for found in [0, 1, 2, 4] {
            let table = "a".to_owned();
            let there = 2;
            let expected = StoreError::NotNext {
                table,
                found,
                there,
            };
            assert_eq!(refused(append("a", found)), expected);
        }
        let table = "x".to_owned();
        assert!(matches!(
            refused(Write::Remove { table }),
            StoreError::NoTable(_)
        ));
        assert_eq!(store.read("a").unwrap().unwrap().log.len(), 2);
        store.write_and_wait(append("a", 3)).unwrap();
    });
}

#[test]
fn concurrent_writes_are_acknowledged_in_order() {
    each(|store| {
        store.write_and_wait(create("a")).unwrap();
        let (sender, answers) = channel();
        for seq in 2..=500 {
            let sender = sender.clone();
            let done = move |result: Result<(), StoreError>| {
                result.unwrap();
                sender.send(seq).unwrap();
            };
            store.write(append("a", seq), Box::new(done));
        }
        drop(sender);
        let answered: Vec<u64> = answers.iter().collect();
        assert_eq!(answered, (2..=500).collect::<Vec<_>>());
    });
}

#[test]
fn a_write_is_acknowledged_only_when_others_can_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = in_file(&folder);
    let store = Sqlite::open(&path).unwrap();
    store.write_and_wait(create("a")).unwrap();
    let (sender, seen) = channel();
    for seq in 2..=20 {
        let (sender, path) = (sender.clone(), path.clone());
        let done = move |result: Result<(), StoreError>| {
            result.unwrap();
            let other = rusqlite_count(&path);
            sender.send((seq, other)).unwrap();
        };
        store.write(append("a", seq), Box::new(done));
    }
    drop(sender);
    for (seq, there) in seen {
        assert!(
            there >= seq,
            "event {seq} was acknowledged when there were {there}"
        );
    }
}

/// The number of events that another program sees.
fn rusqlite_count(path: &Path) -> u64 {
    let connection = rusqlite::Connection::open(path).unwrap();
    let count = connection.query_row("SELECT COUNT(*) FROM events", [], |row| {
        row.get::<_, i64>(0)
    });
    u64::try_from(count.unwrap()).unwrap()
}

#[test]
fn a_file_can_be_reopened_and_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = in_file(&folder);
    let first = Sqlite::open(&path).unwrap();
    first.write_and_wait(create("a")).unwrap();
    let second = Sqlite::open(&path).unwrap();
    assert_eq!(
        first.write_and_wait(append("a", 2)),
        Err(StoreError::TakenOver)
    );
    second.write_and_wait(append("a", 2)).unwrap();
    drop((first, second));
    let third = Sqlite::open(&path).unwrap();
    assert_eq!(third.read("a").unwrap().unwrap().log.len(), 2);
}

fn refusal(path: &Path) -> StoreError {
    let before = fs::read(path).unwrap();
    let error = Sqlite::open(path).map(|_| ()).unwrap_err();
    assert_eq!(
        fs::read(path).unwrap(),
        before,
        "a refused file is left unchanged"
    );
    error
}

#[test]
fn foreign_files_and_later_versions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = in_file(&folder);
    fs::write(&path, "Dear diary,\n").unwrap();
    assert!(matches!(refusal(&path), StoreError::NotAStore(_)));
    assert!(matches!(
        Sqlite::open(folder.path()).unwrap_err(),
        StoreError::NotAStore(_)
    ));
    fs::remove_file(&path).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other
        .execute_batch("CREATE TABLE cats (name TEXT)")
        .unwrap();
    drop(other);
    assert!(matches!(refusal(&path), StoreError::NotAStore(_)));
    fs::remove_file(&path).unwrap();
    drop(Sqlite::open(&path).unwrap());
    let ours = rusqlite::Connection::open(&path).unwrap();
    ours.pragma_update(None, "user_version", 3).unwrap();
    ours.pragma_update(None, "journal_mode", "DELETE").unwrap();
    drop(ours);
    assert!(matches!(refusal(&path), StoreError::Newer { found: 3, .. }));
    let missing = folder.path().join("no/such/folder/club.db");
    assert!(matches!(
        Sqlite::open(&missing).unwrap_err(),
        StoreError::System(_)
    ));
    fs::write(&path, "").unwrap();
    assert!(Sqlite::open(&path).is_ok(), "an empty file is a new one");
    fs::remove_file(&path).unwrap();
    let begun = rusqlite::Connection::open(&path).unwrap();
    begun.pragma_update(None, "journal_mode", "WAL").unwrap();
    drop(begun);
    assert!(fs::metadata(&path).unwrap().len() > 0);
    assert!(
        Sqlite::open(&path).is_ok(),
        "a file without tables counts as new"
    );
}

/// After any damage, a file is refused or returns exactly what was written.
#[test]
fn a_damaged_file_is_refused_or_intact() {
    let folder = tempfile::tempdir().unwrap();
    let path = in_file(&folder);
    let store = Sqlite::open(&path).unwrap();
    store.write_and_wait(create("a")).unwrap();
    for seq in 2..=60 {
        store.write_and_wait(append("a", seq)).unwrap();
    }
    let written = store.read("a").unwrap();
    drop(store);
    let whole = fs::read(&path).unwrap();
    let (mut refused, mut read) = (0, 0);
    let mut look = |bytes: &[u8], what: &str| {
        for left_over in ["club.db-wal", "club.db-shm"] {
            let _ = fs::remove_file(folder.path().join(left_over));
        }
        fs::write(&path, bytes).unwrap();
        match Sqlite::open(&path).and_then(|store| store.read("a")) {
            Err(_) => refused += 1,
            Ok(found) => {
                assert_eq!(found, written, "{what}");
                read += 1;
            }
        }
    };
    for at in (0..whole.len()).step_by(97) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        look(&bytes, &format!("bit flipped at {at}"));
    }
    for length in (1..whole.len()).step_by(509) {
        look(&whole[..length], &format!("cut at {length}"));
    }
    assert!(refused > 20 && read > 0, "{refused} refused, {read} read");
}

#[test]
fn a_failed_write_is_reported_and_the_store_continues() {
    let folder = tempfile::tempdir().unwrap();
    let path = in_file(&folder);
    let store = Sqlite::open(&path).unwrap();
    store.write_and_wait(create("a")).unwrap();
    // Another connection locks the file for longer than the store waits.
    let holder = rusqlite::Connection::open(&path).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = store.write_and_wait(append("a", 2)).unwrap_err();
    assert!(matches!(error, StoreError::System(_)), "{error}");
    holder.execute_batch("ROLLBACK").unwrap();
    store.write_and_wait(append("a", 2)).unwrap();
    assert_eq!(store.read("a").unwrap().unwrap().log.len(), 2);
}

const FILE: &str = "STORE_TEST_FILE";

/// Where in a commit the writer kills itself, and at which commit.
const POINT: &str = "STORE_TEST_POINT";

/// The points at which a writer is killed, by name.
const POINTS: [(&str, Point); 4] = [
    ("begin", Point::Begin),
    ("before commit", Point::BeforeCommit),
    ("before answer", Point::BeforeAnswer),
    ("between answers", Point::BetweenAnswers),
];

/// A callback that kills the process like `kill -9`, at the point that the environment names.
fn killer() -> Watch {
    let named = env::var(POINT).unwrap_or_default();
    let (name, commit) = named.split_once(':').unwrap_or(("never", "0"));
    let end = POINTS.iter().find(|(known, _)| *known == name);
    let (end, mut left) = (end.map(|(_, point)| *point), commit.parse::<u32>().unwrap());
    Box::new(move |point, _| {
        if Some(point) == end {
            left = left.saturating_sub(1);
            if left == 0 {
                process::abort();
            }
        }
    })
}

/// Appends events forever and prints what was acknowledged, in a process that will be killed.
/// Without a file in the environment it does nothing.
#[test]
fn role_of_a_writer() {
    let Ok(path) = env::var(FILE) else {
        return;
    };
    let store = Sqlite::open_watched(Path::new(&path), killer()).unwrap();
    let tables = ["a", "b", "c"];
    let mut next = tables.map(|table| match store.read(table).unwrap() {
        Some(kept) => kept.log.len() as u64 + 1,
        None => 1,
    });
    loop {
        for (table, next) in tables.into_iter().zip(&mut next) {
            let write = if *next == 1 {
                create(table)
            } else {
                append(table, *next)
            };
            let (table, seq) = (table.to_owned(), *next);
            let done = move |result: Result<(), StoreError>| {
                result.unwrap();
                let mut out = std::io::stdout();
                writeln!(out, "ack {table} {seq}")
                    .and_then(|()| out.flush())
                    .unwrap();
            };
            store.write(write, Box::new(done));
            *next += 1;
        }
        thread::sleep(Duration::from_micros(300));
    }
}

/// The environment variable `KILL_CYCLES` makes it a long run.
#[test]
fn kill_9_loses_no_acknowledged_write() {
    let folder = tempfile::tempdir().unwrap();
    let mut path = in_file(&folder);
    let mut acknowledged: BTreeMap<String, u64> = BTreeMap::new();
    let cycles = env::var("KILL_CYCLES").map_or(200, |cycles| cycles.parse().unwrap());
    let mut count = 0;
    for cycle in 0..cycles {
        if cycle % 40 == 0 {
            // A small file is checked quickly.
            count += acknowledged.values().sum::<u64>();
            acknowledged.clear();
            path = folder.path().join(format!("club-{cycle}.db"));
        }
        // Four times at a named point of a commit, then at random moments.
        let (point, wait) = match POINTS.get(usize::try_from(cycle % 5).unwrap()) {
            Some((name, _)) => (format!("{name}:{}", cycle / 5 % 7 + 1), 5_000),
            None => (String::new(), 20 + cycle * 37 % 90),
        };
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "role_of_a_writer", "--nocapture"])
            .env(FILE, &path)
            .env(POINT, point)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let killer = thread::spawn(move || {
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_millis(wait) {
                if child.try_wait().unwrap().is_some() {
                    return;
                }
                thread::sleep(Duration::from_millis(1));
            }
            child.kill().unwrap();
            child.wait().unwrap();
        });
        for line in output.lines().map_while(Result::ok) {
            // The last line may be incomplete.
            let mut words = line.split(' ').skip_while(|word| *word != "ack").skip(1);
            if let (Some(table), Some(Ok(seq))) =
                (words.next(), words.next().map(str::parse::<u64>))
            {
                let last = acknowledged.entry(table.to_owned()).or_default();
                *last = seq.max(*last);
            }
        }
        killer.join().unwrap();
        let store = Sqlite::open(&path).unwrap();
        for (table, seq) in &acknowledged {
            // Reading verifies the place of every event, so no event is stored twice.
            let kept = store.read(table).unwrap().unwrap();
            assert!(kept.log.len() as u64 >= *seq, "{table} {seq} is lost");
        }
    }
    count += acknowledged.values().sum::<u64>();
    assert!(count > 50, "{count}");
}

#[test]
fn a_file_in_use_is_copied_whole_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copied) = (in_file(&folder), folder.path().join("copy.db"));
    let store = Sqlite::open(&path).unwrap();
    store.write_and_wait(create("a")).unwrap();
    store.write_and_wait(append("a", 2)).unwrap();
    assert_eq!(store::copy(&path, &copied).unwrap(), 1);
    store.write_and_wait(append("a", 3)).unwrap();
    let taken = store::copy(&path, &copied).unwrap_err();
    assert!(matches!(taken, StoreError::Occupied(_)), "{taken}");
    let copy = Sqlite::open(&copied).unwrap();
    assert_eq!(copy.read("a").unwrap().unwrap().log.len(), 2);
    copy.write_and_wait(append("a", 3)).unwrap();
    store.write_and_wait(append("a", 4)).unwrap();
    drop((store, copy));
    // Damaged data is not copied.
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 3_000..].fill(0xff);
    fs::write(&path, &bytes).unwrap();
    let other = folder.path().join("other.db");
    assert!(store::copy(&path, &other).is_err());
    assert!(store::copy(&folder.path().join("none.db"), &other).is_err());
    assert!(!other.exists());
}

#[test]
fn idle_tables_are_found() {
    each(|store| {
        let nobody = Vec::<String>::new();
        let begin = unix_ms();
        store.write_and_wait(create("a")).unwrap();
        store.write_and_wait(create("b")).unwrap();
        // The events have times of 1970: what counts is when they were written.
        assert_eq!(store.idle_since(begin).unwrap(), nobody);
        thread::sleep(Duration::from_millis(20));
        let later = unix_ms();
        assert_eq!(store.idle_since(later).unwrap(), ["a", "b"]);
        store.write_and_wait(append("b", 2)).unwrap();
        assert_eq!(store.idle_since(later).unwrap(), ["a"]);
        let (table, keys) = ("a".to_owned(), "others".to_owned());
        store.write_and_wait(Write::Keys { table, keys }).unwrap();
        assert_eq!(store.idle_since(later).unwrap(), nobody);
    });
}

fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(since.as_millis()).unwrap()
}

#[test]
fn a_version_1_file_is_migrated_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = in_file(&folder);
    let old = include_bytes!("../../server/tests/data/version-1.db");
    fs::write(&path, old).unwrap();
    let before = unix_ms();
    let store = Sqlite::open(&path).unwrap();
    let ids = store.tables().unwrap();
    assert_eq!(ids.len(), 2);
    assert!(
        ids.iter()
            .all(|id| !store.read(id).unwrap().unwrap().log.is_empty())
    );
    // It is unknown when its tables were written to, so they are kept.
    assert_eq!(store.idle_since(before).unwrap(), Vec::<String>::new());
    drop(store);
    let file = rusqlite::Connection::open(&path).unwrap();
    let version = file.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
    assert_eq!(version, Ok(2));
    drop(file);
    assert_eq!(Sqlite::open(&path).unwrap().tables().unwrap(), ids);
}

#[test]
fn a_full_disk_is_reported_and_the_store_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let pages = Arc::new(AtomicI64::new(i64::from(u32::MAX - 1)));
    let allowed = Arc::clone(&pages);
    let watch = move |point, connection: &rusqlite::Connection| {
        if point == Point::Begin {
            let most = allowed.load(Ordering::Relaxed);
            let set = connection.pragma_update_and_check(None, "max_page_count", most, |_| Ok(()));
            set.unwrap();
        }
    };
    let store = Sqlite::open_watched(&in_file(&folder), Box::new(watch)).unwrap();
    store.write_and_wait(create("a")).unwrap();
    // SQLite does not allow fewer pages than exist.
    pages.store(1, Ordering::Relaxed);
    let mut kept = 1;
    let refused = loop {
        match store.write_and_wait(append("a", kept + 1)) {
            Ok(()) => kept += 1,
            Err(refused) => break refused,
        }
        assert!(kept < 10_000, "the disk never became full");
    };
    assert!(refused.to_string().contains("full"), "{refused}");
    let refused = store.write_and_wait(append("a", kept + 1)).unwrap_err();
    assert!(matches!(refused, StoreError::System(_)), "{refused}");
    let log = store.read("a").unwrap().unwrap().log;
    assert_eq!(
        log.len() as u64,
        kept,
        "exactly what was acknowledged is stored"
    );
    pages.store(i64::from(u32::MAX - 1), Ordering::Relaxed);
    store.write_and_wait(append("a", kept + 1)).unwrap();
}
