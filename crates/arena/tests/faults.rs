//! Every fault of an engine is recognized, with a real process that commits it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::adjudicate::Adjudication;
use arena::contest::{self, Cause, PlayedGame, Terms};
use arena::move_limit::Control;
use arena::opening::{Opening, playable, read_epd};
use arena::player::{EngineConfig, Patience, Player, ProcessPlayer};
use chess::fen::CastlingMode;
use chess::{ByColor, Color};
use game::{GameResult, Profile, Rules};

/// An engine that gets more time to start and answer than a busy machine needs.
fn engine(args: &[&str]) -> ProcessPlayer {
    engine_with(args, Duration::from_secs(60))
}

fn engine_with(args: &[&str], patience: Duration) -> ProcessPlayer {
    let config = EngineConfig {
        name: args.join(" "),
        cmd: PathBuf::from(env!("CARGO_BIN_EXE_mock-engine")),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        dir: None,
        options: vec![("Hash".to_owned(), "1".to_owned())],
        defaults: vec![("No Such Option".to_owned(), "1".to_owned())],
    };
    let patience = Patience {
        start: patience,
        ready: patience,
        quit: Duration::from_secs(1),
    };
    ProcessPlayer::new(config, patience, CastlingMode::Standard)
}

fn terms(control: &str) -> Terms {
    let control = Control::Clock(control.parse().unwrap());
    Terms {
        controls: ByColor::from_fn(|_| control),
        margin: Duration::from_millis(20),
        adjudication: Adjudication {
            max_moves: Some(12),
            ..Adjudication::default()
        },
        rules: Rules::new(Profile::Engine),
        seed: 0,
    }
}

fn play(white: &mut dyn Player, black: &mut dyn Player, terms: &Terms) -> PlayedGame {
    let stop = AtomicBool::new(false);
    contest::play(ByColor { white, black }, &Opening::standard(), terms, &stop).unwrap()
}

/// Plays against a misbehaving engine with this time control and returns the result, cause and
/// phrase.
fn fault_of(cue: &[&str], control: &str) -> (GameResult, String, String) {
    fault_by(engine(cue), control)
}

fn fault_by(mut bad: ProcessPlayer, control: &str) -> (GameResult, String, String) {
    let mut terms = terms(control);
    terms.controls.white = Control::Nodes(1);
    let played = play(&mut engine(&["--seed", "1"]), &mut bad, &terms);
    let Cause::Fault { by, fault } = &played.cause else {
        panic!("no fault: {:?}", played.cause)
    };
    assert_eq!(*by, Color::Black);
    (
        played.result,
        fault.code().to_owned(),
        played.cause.phrase(),
    )
}

#[test]
fn each_fault_has_its_own_cause() {
    for (cue, code, phrase) in [
        ("--crash-at", "crash", "Black disconnects"),
        ("--exit-at", "early_exit", "Black disconnects"),
        ("--garbage-at", "garbage", "Black makes an illegal move"),
        (
            "--illegal-at",
            "illegal_move",
            "Black makes an illegal move",
        ),
        ("--flood-at", "flood", "Black stalls"),
    ] {
        let expected = (GameResult::WhiteWins, code.to_owned(), phrase.to_owned());
        assert_eq!(fault_of(&[cue, "2"], "60"), expected, "{cue}");
    }
}

#[test]
fn an_engine_that_exits_at_fixed_nodes_is_noticed_before_it_counts_as_stalled() {
    for (cue, code) in [("--crash-at", "crash"), ("--exit-at", "early_exit")] {
        let (mut good, mut bad) = (engine(&["--seed", "1"]), engine(&[cue, "2"]));
        let mut terms = terms("60");
        terms.controls.black = Control::Nodes(1000);
        let played = play(&mut good, &mut bad, &terms);
        assert!(matches!(
            played.cause,
            Cause::Fault {
                by: Color::Black,
                ..
            }
        ));
        assert_eq!(played.cause.code(), code);
    }
}

#[test]
fn late_moves_and_stalls_are_distinguished() {
    let late = fault_of(&["--late-at", "2"], "0.2");
    assert_eq!(
        (late.1.as_str(), late.2.as_str()),
        ("time_loss", "Black loses on time")
    );
    // The wait for a silent engine has a deadline, or this would never end.
    let stalled = engine_with(&["--stall-at", "2"], Duration::from_millis(1500));
    let silent = fault_by(stalled, "0.2");
    assert_eq!(
        (silent.1.as_str(), silent.2.as_str()),
        ("stall", "Black stalls")
    );
}

#[test]
fn by_the_laws_a_flag_costs_nothing_against_a_side_that_cannot_mate() {
    let book = "4k2r/8/8/8/8/8/8/4K3 w - -\n";
    let lines = read_epd(book, CastlingMode::Standard);
    let (openings, _) = playable(lines, &Rules::default());
    for (profile, result, code) in [
        (Profile::Fide, GameResult::Draw, "flag_fall"),
        (Profile::Engine, GameResult::WhiteWins, "time_loss"),
    ] {
        let (mut white, mut black) = (engine(&["--seed", "1"]), engine(&["--late-at", "1"]));
        let players: ByColor<&mut dyn Player> = ByColor {
            white: &mut white,
            black: &mut black,
        };
        let terms = Terms {
            rules: Rules::new(profile),
            ..terms("0.2")
        };
        let stop = AtomicBool::new(false);
        let played = contest::play(players, &openings[0], &terms, &stop).unwrap();
        assert_eq!((played.result, played.cause.code()), (result, code));
    }
}

#[test]
fn an_engine_that_does_not_start_loses_with_a_reason() {
    let mute = &["--no-uciok-at", "1"];
    let (mut good, mut bad) = (
        engine(&["--seed", "1"]),
        engine_with(mute, Duration::from_secs(1)),
    );
    let played = play(&mut good, &mut bad, &terms("60"));
    assert_eq!(played.cause.code(), "not_started");
    let config = EngineConfig {
        name: "missing".to_owned(),
        cmd: PathBuf::from("no-such-engine"),
        args: Vec::new(),
        dir: None,
        options: Vec::new(),
        defaults: Vec::new(),
    };
    let mut missing = ProcessPlayer::new(config, Patience::default(), CastlingMode::Standard);
    let error = missing.begin_game(0).unwrap_err().to_string();
    assert!(error.contains("cannot run no-such-engine"), "{error}");
}

#[test]
fn a_line_of_megabytes_is_survived() {
    let (mut good, mut loud) = (engine(&["--seed", "1"]), engine(&["--long-line-at", "2"]));
    let played = play(&mut good, &mut loud, &terms("60"));
    assert_eq!(played.cause.code(), "adjudicated_length");
}

/// The reproduction command of a fault, with a shorter wait.
fn reproduction_of(cue: &str) -> String {
    let (mut good, mut bad) = (engine(&["--seed", "1"]), engine(&[cue, "2"]));
    let played = play(&mut good, &mut bad, &terms("60"));
    let command = played.reproduction.unwrap();
    assert!(command.contains("'position startpos moves "), "{command}");
    assert!(command.contains("'go wtime "), "{command}");
    command.replace("sleep 10", "sleep 1")
}

#[test]
#[cfg(unix)]
fn the_reproduction_command_shows_the_fault_again() {
    for (cue, code, part) in [
        ("--crash-at", 134, "readyok"),
        ("--exit-at", 0, "readyok"),
        ("--illegal-at", 0, "bestmove a1a1"),
        ("--garbage-at", 0, "bestmove \u{fffd}"),
    ] {
        let output = std::process::Command::new("sh")
            .args(["-c", &reproduction_of(cue)])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{cue}: {text}");
        let last = text.lines().rfind(|line| !line.is_empty()).unwrap();
        assert!(last.contains(part), "{cue}: {text}");
    }
}

#[test]
fn the_earlier_cause_takes_precedence() {
    // Late and illegal, late and unreadable: the flag fell first.
    for cue in ["--illegal-at", "--garbage-at"] {
        let both = fault_of(&["--late-at", "2", cue, "2"], "0.2");
        assert_eq!(both.1, "time_loss", "{cue}");
    }
    // An engine that has exited is not late.
    let gone = fault_of(&["--late-at", "2", "--crash-at", "2"], "0.2");
    assert_eq!(gone.1, "crash");
}

#[test]
#[cfg(unix)]
fn an_engine_that_closes_its_output_has_not_crashed() {
    let script = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                  go*) exec >&-; sleep 30;; esac; done";
    let config = EngineConfig {
        name: "shy".to_owned(),
        cmd: PathBuf::from("sh"),
        args: vec!["-c".to_owned(), script.to_owned()],
        dir: None,
        options: Vec::new(),
        defaults: Vec::new(),
    };
    let mut shy = ProcessPlayer::new(config, Patience::default(), CastlingMode::Standard);
    let played = play(&mut engine(&["--seed", "1"]), &mut shy, &terms("60"));
    assert_eq!(played.cause.code(), "disconnect");
    assert_eq!(played.cause.phrase(), "Black disconnects");
}

#[test]
fn unsupported_options_are_named() {
    let config = EngineConfig {
        name: "mock".to_owned(),
        cmd: PathBuf::from(env!("CARGO_BIN_EXE_mock-engine")),
        args: Vec::new(),
        dir: None,
        options: vec![("Hahs".to_owned(), "1".to_owned())],
        defaults: Vec::new(),
    };
    let mut mock = ProcessPlayer::new(config, Patience::default(), CastlingMode::Standard);
    let error = mock.prepare().unwrap_err().to_string();
    assert!(error.contains("no option \"Hahs\"; it has Hash"), "{error}");
}

/// Open file descriptors and child processes of this process, on systems that list them.
fn resources() -> Option<(usize, usize)> {
    let descriptors = std::fs::read_dir("/proc/self/fd").ok()?.count();
    let children = std::fs::read_to_string("/proc/thread-self/children").ok()?;
    Some((descriptors, children.split_whitespace().count()))
}

#[test]
fn a_thousand_restarts_leak_nothing() {
    let mut player = engine(&["--crash-at", "1"]);
    let mut opponent = engine(&["--seed", "1"]);
    let terms = terms("60");
    play(&mut player, &mut opponent, &terms);
    let before = resources();
    for _ in 0..1000 {
        let played = play(&mut player, &mut opponent, &terms);
        assert_eq!(played.cause.code(), "crash");
    }
    if let (Some(before), Some(after)) = (before, resources()) {
        // Other tests run in parallel, so a few may come and go.
        assert!(
            after.0 <= before.0 + 40,
            "descriptors grew from {} to {}",
            before.0,
            after.0
        );
        assert!(
            after.1 <= before.1 + 2,
            "children grew from {} to {}",
            before.1,
            after.1
        );
    }
}
