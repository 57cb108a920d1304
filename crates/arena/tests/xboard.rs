//! XBoard engines, simulated by shell scripts that play given moves.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::adjudicate::Adjudication;
use arena::contest::{self, PlayedGame, Terms};
use arena::move_limit::Control;
use arena::opening::{Opening, read_epd};
use arena::player::{EngineConfig, Patience, Player, XboardPlayer};
use chess::ByColor;
use chess::fen::CastlingMode;
use game::{Profile, Rules};

const SCRIPT: &str = r#"
features=$1; shift; moves="$*"
play() {
    set -- $moves
    case $1 in resign) echo resign ;; *) echo "4 25 1 99 $1"; echo "move $1" ;; esac
    shift; moves="$*"
}
echo "Welcome!"
while read -r line; do case $line in
    protover*) echo "feature $features done=1" ;;
    ping*) echo "pong ${line#ping }" ;;
    go) mode=on; play ;;
    force) mode=off ;;
    usermove*) if [ "$mode" = on ]; then play; fi ;;
    quit) exit ;;
esac; done
"#;

const FEATURES: &str = "ping=1 setboard=1 usermove=1 myname=\"a script\"";

fn engine(features: &str, moves: &str) -> XboardPlayer {
    let mut args = vec!["-c".to_owned(), SCRIPT.to_owned(), "sh".to_owned()];
    args.push(features.to_owned());
    args.extend(moves.split(' ').map(str::to_owned));
    let config = EngineConfig {
        name: moves.to_owned(),
        cmd: PathBuf::from("sh"),
        args,
        dir: None,
        options: Vec::new(),
        defaults: vec![("Hash".to_owned(), "16".to_owned())],
    };
    XboardPlayer::new(config, Patience::default())
}

fn play(white: &mut dyn Player, black: &mut dyn Player, opening: &Opening) -> PlayedGame {
    let control = Control::Clock("10+0.1".parse().unwrap());
    let terms = Terms {
        controls: ByColor::from_fn(|_| control),
        margin: Duration::ZERO,
        adjudication: Adjudication {
            max_moves: Some(2),
            ..Adjudication::default()
        },
        rules: Rules::new(Profile::Engine),
        seed: 0,
    };
    let stop = AtomicBool::new(false);
    contest::play(ByColor { white, black }, opening, &terms, &stop).unwrap()
}

fn opening(fen: &str) -> Opening {
    read_epd(fen, CastlingMode::Standard).remove(0).1.unwrap()
}

#[test]
fn a_game_is_played_to_mate() {
    let mut white = engine(FEATURES, "f2f3 g2g4");
    let mut black = engine(FEATURES, "e7e5 d8h4");
    let played = play(&mut white, &mut black, &Opening::standard());
    assert_eq!(played.cause.code(), "checkmate");
    assert_eq!(
        (played.answers[3].depth, played.answers[3].nodes),
        (Some(4), Some(99))
    );
}

#[test]
fn positions_are_set_up_and_castling_may_be_san() {
    let mut white = engine(FEATURES, "O-O g1g2");
    let mut black = engine(FEATURES, "e8e7 e7e6");
    let start = opening("4k3/8/8/8/8/8/7P/4K2R w K - 0 1");
    let played = play(&mut white, &mut black, &start);
    assert_eq!(played.cause.code(), "adjudicated_length");
    assert_eq!(played.history.ply(), 4);
}

#[test]
fn an_engine_without_setboard_reports_the_fault() {
    let mut white = engine("ping=1 setboard=0", "e1g1");
    let mut black = engine(FEATURES, "e8e7");
    let start = opening("4k3/8/8/8/8/8/7P/4K2R w K - 0 1");
    let played = play(&mut white, &mut black, &start);
    assert_eq!(played.cause.code(), "not_started");
    let from_the_start = play(
        &mut engine("setboard=0 usermove=1", "e2e4 resign"),
        &mut engine(FEATURES, "e7e5"),
        &Opening::standard(),
    );
    assert_eq!(from_the_start.cause.code(), "resigned");
    let phrase = from_the_start.cause.phrase();
    assert_eq!(phrase, "White resigns");
}

#[test]
fn an_unreadable_answer_is_garbage() {
    let mut white = engine(FEATURES, "e2e4e5");
    let mut black = engine(FEATURES, "e7e5");
    let played = play(&mut white, &mut black, &Opening::standard());
    assert_eq!(played.cause.code(), "garbage");
}
