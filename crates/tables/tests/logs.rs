//! Stored logs of every version of the fold, which must always be readable.
//!
//! A file `data/NAME-vN.jsonl` is a log that version N wrote. It is never changed or removed. The
//! scripts below write the logs of the present version; one that comes out differently needs a new
//! version of the fold, and files of its own.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use game::MaterialJudge;
use serde_json::{Value, json};
use tables::{Actor, Answer, Circumstances, FOLD_VERSION, FoldError, Settings, Step, Table};
use wire::{Act, Body, Event, NewTable, Offered, Seat, Wish};

/// The version whose logs the scripts write.
const VERSION: u32 = FOLD_VERSION;

/// A table and its log, with the time and the lag of what comes next.
struct Scene {
    now: u64,
    lag_ms: u64,
    away: BTreeMap<Seat, u64>,
    commands: u32,
    table: Table,
    log: Vec<Event>,
}

impl Scene {
    fn open(asked: Value, settings: &Settings) -> Scene {
        let asked: NewTable = serde_json::from_value(asked).unwrap();
        let first = Table::open_with(&asked, settings, 0).unwrap();
        let mut scene = Scene {
            now: 0,
            lag_ms: 0,
            away: BTreeMap::new(),
            commands: 0,
            table: first.after().clone(),
            log: vec![first.event],
        };
        for (index, &seat) in asked.game.seats().iter().enumerate() {
            let name = ["Ann", "Ben", "Cleo", "Dan"][index];
            let step = scene.table.sit(seat, Some(name), scene.now).unwrap();
            scene.take(step);
        }
        scene.tick();
        scene
    }

    fn take(&mut self, step: Step) {
        self.log.push(step.event.clone());
        self.table.take(step);
    }

    fn tick(&mut self) {
        while let Some(step) = self.table.tick(self.now, &MaterialJudge) {
            self.take(step);
        }
    }

    /// Passes time, and does what becomes due.
    fn wait(&mut self, ms: u64) {
        let until = self.now + ms;
        while let Some(due) = self.table.due().filter(|&due| due <= until) {
            self.now = due;
            self.tick();
        }
        self.now = until;
    }

    fn act(&mut self, seat: Seat, act: Act) {
        self.commands += 1;
        let given = Circumstances {
            now: self.now,
            lag_ms: self.lag_ms,
            away_ms: &self.away,
            judge: &MaterialJudge,
        };
        let (id, ply) = (format!("c{}", self.commands), Some(self.table.ply()));
        let decided = self.table.decide(Actor::Seat(seat), &id, ply, &act, &given);
        match decided.unwrap_or_else(|refusal| panic!("{seat} {act:?}: {refusal}")) {
            Answer::New(step) => self.take(*step),
            Answer::Before(seq) => panic!("{id} was event {seq}"),
        }
        self.tick();
    }

    /// Plays moves, each after this long.
    fn play(&mut self, ms: u64, moves: &str) {
        for text in moves.split_whitespace() {
            self.wait(ms);
            let (turn, text) = (self.table.turn(), text.to_owned());
            self.act(turn, Act::Move { text });
        }
    }

    fn claim(&mut self, text: Option<&str>) {
        let (turn, text) = (self.table.turn(), text.map(str::to_owned));
        self.act(turn, Act::Claim { text });
    }

    fn offer(&mut self, seat: Seat, what: Offered) {
        self.act(seat, Act::Offer { what });
    }

    /// Makes an offer that everyone else accepts.
    fn agree(&mut self, seat: Seat, what: Offered) {
        self.offer(seat, what);
        while let Some(&other) = self.table.undecided_on(what).first() {
            self.wait(100);
            self.act(other, Act::Accept { what });
        }
    }

    /// The server restarts, and the player to move is back after this long.
    fn restart(&mut self, ms: u64) {
        let step = self.table.restart(self.now).unwrap();
        self.take(step);
        self.now += ms;
        let back = self.table.player_returned(self.table.turn(), self.now);
        self.take(back.unwrap());
    }

    /// A program replaces the player to move, who has been away.
    fn replace(&mut self, asks: Seat) {
        self.away.insert(self.table.turn(), 60_000);
        let wish = Wish::Program;
        self.act(asks, Act::Absent { wish });
        self.away.clear();
    }
}

/// Offers, wrong claims, lag, a pause, a restart, takebacks and a flag on one board.
fn one_board(settings: &Settings) -> Scene {
    let asked = json!({
        "game": "chess",
        "clock": {"base_ms": 60_000, "increment_ms": 1_000},
        "watch": "anyone",
    });
    let mut scene = Scene::open(asked, settings);
    scene.lag_ms = 250;
    scene.play(1_500, "e2e4 e7e5");
    scene.offer(Seat::White, Offered::Draw);
    scene.play(2_000, "g1f3 b8c6");
    scene.agree(Seat::White, Offered::Takeback);
    scene.play(700, "f1c4");
    scene.claim(None);
    scene.act(
        Seat::White,
        Act::Decline {
            what: Offered::Draw,
        },
    );
    scene.play(100, "f8c5");
    scene.claim(Some("c2c3"));
    scene.agree(Seat::White, Offered::Takeback);
    scene.agree(Seat::Black, Offered::Pause);
    scene.wait(90_000);
    scene.act(Seat::White, Act::Resume);
    scene.lag_ms = 9_000;
    scene.play(4_000, "d2d3 d7d6");
    scene.restart(5_000);
    scene.play(3_000, "a2a3");
    scene.agree(Seat::White, Offered::Draw);
    scene.agree(Seat::Black, Offered::Rematch);
    scene.play(20_000, "d2d4 d7d5");
    scene.replace(Seat::Black);
    scene.play(1_000, "c2c4");
    scene.wait(200_000);
    scene
}

/// A flag whose seat a program takes over, an absence, takebacks and an agreement on four boards.
fn four_boards(settings: &Settings) -> Scene {
    let asked = json!({
        "game": "duplicate",
        "clock": {"base_ms": 30_000, "delay_ms": 2_000},
        "rulings": {"quietTurns": 100},
        "flag": "program",
        "watch": "anyone",
    });
    let mut scene = Scene::open(asked, settings);
    scene.lag_ms = 400;
    scene.play(2_600, "e2e4 e2e4 e7e5 e7e5");
    scene.offer(Seat::West, Offered::Draw);
    scene.play(5_000, "g1f3");
    scene.agree(Seat::North, Offered::Takeback);
    scene.play(1_000, "d2d4 d2d4");
    scene.agree(Seat::East, Offered::Pause);
    scene.wait(60_000);
    scene.act(Seat::South, Act::Resume);
    scene.wait(35_000);
    scene.play(900, "d7d5");
    scene.replace(Seat::South);
    scene.play(900, "d7d5");
    scene.agree(Seat::North, Offered::Takeback);
    scene.play(1_200, "b1c3");
    scene.agree(Seat::South, Offered::Draw);
    scene
}

/// A game from a position late in a game, under the rules for engines, to a fallen flag.
fn set_up(settings: &Settings) -> Scene {
    let asked = json!({
        "game": "chess",
        "clock": {"base_ms": 0, "increment_ms": 4_000},
        "fen": "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 40",
        "law": "engine",
        "watch": "nobody",
    });
    let mut scene = Scene::open(asked, settings);
    scene.lag_ms = 60;
    scene.play(3_000, "e8c8 e1g1");
    scene.agree(Seat::Black, Offered::Takeback);
    scene.play(500, "e8g8");
    scene.wait(100_000);
    scene
}

/// A long game, in which the opponent of a wrong claim gets two minutes.
fn long_game(settings: &Settings) -> Scene {
    let asked = json!({
        "game": "chess",
        "clock": {"base_ms": 5_400_000, "increment_ms": 30_000},
        "watch": "anyone",
    });
    let mut scene = Scene::open(asked, settings);
    scene.play(40_000, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    scene.claim(None);
    scene.claim(Some("f6g8"));
    scene
}

/// Two games of a match, and the beginning of another one.
fn a_match(settings: &Settings) -> Scene {
    let asked = json!({"game": "chess", "watch": "anyone", "open": true, "match": 2});
    let mut scene = Scene::open(asked, settings);
    scene.play(1_000, "f2f3 e7e5 g2g4 d8h4");
    scene.agree(Seat::White, Offered::Rematch);
    scene.play(1_000, "e2e4 e7e5");
    scene.agree(Seat::White, Offered::Draw);
    scene.agree(Seat::Black, Offered::Rematch);
    scene.play(1_000, "d2d4");
    scene
}

type Script = fn(&Settings) -> Scene;

const SCRIPTS: [(&str, Script); 5] = [
    ("one-board", one_board),
    ("four-boards", four_boards),
    ("set-up", set_up),
    ("long-game", long_game),
    ("match", a_match),
];

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

fn read(text: &str) -> Vec<Event> {
    let events = text.lines().map(serde_json::from_str);
    events.collect::<Result<_, _>>().unwrap()
}

fn write(log: &[Event]) -> String {
    let lines = log
        .iter()
        .map(|event| serde_json::to_string(event).unwrap());
    lines.map(|line| line + "\n").collect()
}

#[test]
fn logs_of_every_version_are_read() {
    let mut versions = BTreeMap::<String, u32>::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let log = read(&text);
        let table = Table::from_log(&log).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(table.digest(), log.last().unwrap().check, "{name}");
        assert_eq!(write(&log), text, "{name}");
        let (_, version) = name.rsplit_once("-v").unwrap();
        *versions.entry(version.to_owned()).or_default() += 1;
    }
    for version in 1..=VERSION {
        assert!(versions[&version.to_string()] >= 4, "{versions:?}");
    }
}

#[test]
fn the_present_version_writes_the_logs_that_are_stored() {
    // New tables may take over other numbers without a new version.
    let settings = Settings {
        fold: FOLD_VERSION,
        ..Settings::VERSION_1
    };
    let mut changed = Vec::new();
    for (name, script) in SCRIPTS {
        let file = format!("{name}-v{VERSION}.jsonl");
        let written = write(&script(&settings).log);
        if fs::read_to_string(folder().join(&file)).ok().as_ref() != Some(&written) {
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&file);
            fs::write(&path, written).unwrap();
            changed.push(path);
        }
    }
    assert!(
        changed.is_empty(),
        "these logs would be written differently now: {changed:?}. If the fold has changed, raise \
         its version and add the new logs."
    );
}

/// The tables of all scripts without what they fixed, under these settings.
fn outcomes(settings: &Settings) -> Vec<Value> {
    let scenes = SCRIPTS.map(|(_, script)| script(settings));
    let snapshots = scenes.iter().map(|scene| {
        let table = Table::from_log(&scene.log).unwrap();
        assert_eq!(table.digest(), scene.table.digest());
        let mut snapshot = table.snapshot();
        snapshot.terms = None;
        serde_json::to_value(snapshot).unwrap()
    });
    snapshots.collect()
}

#[test]
fn a_table_keeps_the_numbers_that_it_was_created_with() {
    type Change = fn(&mut Settings);
    let changes: [(&str, Change); 10] = [
        ("the level of a stand-in", |now| now.stand_in = 2),
        ("the time at the start", |now| {
            now.start = |terms| terms.base * 3 / 4 + terms.increment()
        }),
        ("the bonus", |now| now.bonus = |_| Duration::from_secs(7)),
        ("the base of the lag quota", |now| now.lag.base_ms = 50),
        ("its part of the game", |now| now.lag.per_mille = 3),
        ("the moves of a game", |now| now.lag.moves = 20),
        ("its highest gain", |now| now.lag.gain_max_ms = 200),
        ("its start", |now| now.lag.start_moves = 1),
        ("its highest value", |now| now.lag.max_moves = 2),
        ("the grace period", |now| now.lag.grace_ms = 500),
    ];
    let present = outcomes(&Settings::current());
    for (what, change) in changes {
        let mut settings = Settings::current();
        change(&mut settings);
        // Folding has no access to the changed settings: they are in the log.
        assert_ne!(outcomes(&settings), present, "{what} has no effect");
    }
    let mut settings = Settings::current();
    settings.rulings.quiet_turns = 3;
    let log = four_boards(&settings).log;
    let ruled = Table::from_log(&log).unwrap();
    assert_eq!(
        ruled.duplicate().unwrap().rulings().quiet_turns,
        100,
        "chosen"
    );
    let asked = json!({"game": "duplicate", "watch": "anyone"});
    let log = Scene::open(asked, &settings).log;
    let ruled = Table::from_log(&log).unwrap();
    assert_eq!(ruled.duplicate().unwrap().rulings().quiet_turns, 3);
}

#[test]
fn a_log_of_a_later_version_is_refused_as_such() {
    let mut log = long_game(&Settings::current()).log;
    let Body::Created {
        terms: Some(terms), ..
    } = &mut log[0].body
    else {
        panic!("expected the terms of a table");
    };
    terms.fold = FOLD_VERSION + 1;
    let refused = Table::from_log(&log).unwrap_err();
    assert_eq!(refused, FoldError::Version(FOLD_VERSION + 1));
}
