//! Whole tournaments with real processes are reproducible and survive interruptions.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arena::adjudicate::Adjudication;
use arena::fault::Fault;
use arena::journal::{Journal, JournalError};
use arena::move_limit::Control;
use arena::opening::{Opening, playable, read_epd};
use arena::player::{EngineConfig, Patience, Player, ProcessPlayer};
use arena::schedule::{Format, Order, Schedule};
use arena::stats::{Decision, EloModel, Sprt};
use arena::tournament::{Conclusion, Event, Participant, Standings, Tournament};
use chess::fen::CastlingMode;
use clock::Date;
use game::{Profile, Rules};
use serde_json::json;
use tempfile::TempDir;

struct Mock {
    name: String,
    args: Vec<String>,
}

impl Participant for Mock {
    fn name(&self) -> &str {
        &self.name
    }

    fn control(&self) -> Control {
        Control::Nodes(100)
    }

    fn player(&self) -> Result<Box<dyn Player>, Fault> {
        let config = EngineConfig {
            name: self.name.clone(),
            cmd: PathBuf::from(env!("CARGO_BIN_EXE_mock-engine")),
            args: self.args.clone(),
            dir: None,
            options: Vec::new(),
            defaults: Vec::new(),
        };
        Ok(Box::new(ProcessPlayer::new(
            config,
            Patience::default(),
            CastlingMode::Standard,
        )))
    }
}

fn mock(seed: u64) -> Box<dyn Participant> {
    Box::new(Mock {
        name: format!("mock {seed}"),
        args: vec!["--seed".into(), seed.to_string()],
    })
}

fn openings() -> Vec<Opening> {
    let book = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n\
                rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n\
                rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq -\n";
    let lines = read_epd(book, CastlingMode::Standard);
    playable(lines, &Rules::new(Profile::Engine)).0
}

fn tournament(players: u64, rounds: u64, concurrency: usize) -> Tournament<'static> {
    let openings = openings();
    Tournament {
        participants: (1..=players).map(mock).collect(),
        schedule: Schedule {
            players: players as usize,
            format: Format::RoundRobin,
            rounds,
            openings: openings.len(),
            order: Order::Random,
            skipped_openings: 0,
            seed: 42,
        },
        openings,
        margin: Duration::ZERO,
        adjudication: Adjudication {
            max_moves: Some(30),
            ..Adjudication::default()
        },
        rules: Rules::new(Profile::Engine),
        concurrency,
        processors: Vec::new(),
        sprt: None,
        date: Some(Date::since_1970(Duration::ZERO)),
    }
}

/// A journal in a temporary directory.
struct Scratch {
    path: PathBuf,
    _folder: TempDir,
}

impl Scratch {
    fn new() -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        Scratch {
            path: folder.path().join("journal.jsonl"),
            _folder: folder,
        }
    }
}

/// Runs or resumes a tournament until its end, or until `stop_after` more pairs.
fn run(tournament: &Tournament, path: &Path, stop_after: usize) -> (Standings, Conclusion) {
    let (mut journal, played) = Journal::open(path, &json!({ "test": true })).unwrap();
    let stop = AtomicBool::new(false);
    let mut counted = 0;
    let mut listen = |event: Event<'_>| {
        if matches!(event, Event::Counted { .. }) {
            counted += 1;
            stop.store(counted >= stop_after, Ordering::Relaxed);
        }
    };
    tournament
        .run(&mut journal, &played, &stop, &mut listen)
        .unwrap()
}

#[test]
fn a_resumed_run_ends_in_the_same_bytes_as_an_uninterrupted_one() {
    let whole = Scratch::new();
    let (standings, conclusion) = run(&tournament(3, 4, 1), &whole.path, usize::MAX);
    assert_eq!(conclusion, Conclusion::Finished);
    assert_eq!(standings.pairs(), 12);
    assert!(standings.faults().is_empty());
    let broken = Scratch::new();
    for stop_after in [1, 3, 2, usize::MAX] {
        run(&tournament(3, 4, 2), &broken.path, stop_after);
    }
    assert_eq!(
        fs::read(&whole.path).unwrap(),
        fs::read(&broken.path).unwrap()
    );
    let games: u64 = standings.causes().values().sum();
    assert_eq!(games, 24);
}

#[test]
fn a_journal_torn_at_any_byte_resumes_to_the_same_end() {
    let whole = Scratch::new();
    let tournament = tournament(2, 3, 1);
    run(&tournament, &whole.path, usize::MAX);
    let bytes = fs::read(&whole.path).unwrap();
    let torn = Scratch::new();
    for cut in (0..bytes.len()).step_by(bytes.len() / 23) {
        fs::write(&torn.path, &bytes[..cut]).unwrap();
        run(&tournament, &torn.path, usize::MAX);
        assert_eq!(fs::read(&torn.path).unwrap(), bytes, "cut at {cut}");
    }
}

#[test]
fn other_files_are_refused_unchanged() {
    let file = Scratch::new();
    for (text, expected) in [
        ("hello\n", "NoJournal"),
        ("{\"fourfold_journal\":99,\"plan\":{}}\n", "Newer"),
        (
            "{\"fourfold_journal\":1,\"plan\":{\"other\":1}}\n",
            "OtherPlan",
        ),
        (
            "{\"fourfold_journal\":1,\"plan\":{\"test\":true}}\nnonsense\nnonsense\n",
            "Damaged",
        ),
    ] {
        fs::write(&file.path, text).unwrap();
        let error: JournalError =
            <Journal>::open(&file.path, &json!({ "test": true })).unwrap_err();
        assert!(format!("{error:?}").starts_with(expected), "{error:?}");
        assert_eq!(fs::read_to_string(&file.path).unwrap(), text);
    }
}

#[test]
fn a_sequential_test_stops_the_run_and_stays_decided() {
    let mut tournament = tournament(2, 400, 2);
    // The second engine plays illegal moves, so the first one is much better.
    tournament.participants[1] = Box::new(Mock {
        name: "clumsy".into(),
        args: vec![
            "--seed".into(),
            "9".into(),
            "--illegal-at".into(),
            "3".into(),
        ],
    });
    tournament.sprt = Some(Sprt::new(0.0, 50.0, 0.05, 0.05, EloModel::Normalized).unwrap());
    let file = Scratch::new();
    let (standings, conclusion) = run(&tournament, &file.path, usize::MAX);
    let Conclusion::Decided(state) = conclusion else {
        panic!("{conclusion:?}")
    };
    assert_eq!(state.verdict, Decision::AcceptH1);
    assert!(standings.pairs() < 100);
    // Each game counts once and has one cause.
    let games = 2 * standings.pairs();
    assert_eq!(standings.total(0).games.games(), games);
    assert_eq!(standings.causes().values().sum::<u64>(), games);
    let faults: u64 = standings.faults().values().sum();
    assert!(faults > 2 && faults <= games, "a fault costs only one game");
    assert_eq!(standings.causes().get("illegal_move"), Some(&faults));
    let bytes = fs::read(&file.path).unwrap();
    assert_eq!(run(&tournament, &file.path, usize::MAX).0, standings);
    assert_eq!(
        fs::read(&file.path).unwrap(),
        bytes,
        "nothing is played after the decision"
    );
}
