//! The runner survives any bytes that an engine prints, and the game has exactly one cause.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::adjudicate::Adjudication;
use arena::contest::{self, Cause, PlayedGame, Terms};
use arena::move_limit::Control;
use arena::opening::Opening;
use arena::player::{EngineConfig, Patience, ProcessPlayer};
use chess::ByColor;
use chess::fen::CastlingMode;
use game::{GameResult, Profile, Rules};
use proptest::prelude::*;

fn engine(args: Vec<String>) -> ProcessPlayer {
    let config = EngineConfig {
        name: "mock".to_owned(),
        cmd: PathBuf::from(env!("CARGO_BIN_EXE_mock-engine")),
        args,
        dir: None,
        options: Vec::new(),
        defaults: Vec::new(),
    };
    ProcessPlayer::new(config, Patience::default(), CastlingMode::Standard)
}

/// A short game in which Black prints these bytes before its second move.
fn game_with(bytes: &[u8]) -> PlayedGame {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let words = ["--bytes", &hex, "--bytes-at", "2"];
    let mut black = engine(words.iter().map(|&word| word.to_owned()).collect());
    let mut white = engine(vec!["--seed".to_owned(), "3".to_owned()]);
    let terms = Terms {
        controls: ByColor {
            white: Control::Nodes(1),
            black: Control::Nodes(1),
        },
        margin: Duration::ZERO,
        adjudication: Adjudication {
            max_moves: Some(3),
            ..Adjudication::default()
        },
        rules: Rules::new(Profile::Engine),
        seed: 0,
    };
    let players = ByColor {
        white: &mut white as &mut dyn arena::player::Player,
        black: &mut black,
    };
    let stop = AtomicBool::new(false);
    contest::play(players, &Opening::standard(), &terms, &stop).unwrap()
}

/// Fragments of protocol lines, mixed with arbitrary bytes.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let words: Vec<&[u8]> = vec![
        b"\n",
        b"\r\n",
        b"\0",
        b" ",
        b"info ",
        b"depth 99999999999999999999 ",
        b"score cp -9223372036854775808 ",
        b"score mate 9223372036854775807 ",
        b"nodes 18446744073709551616 nps -1 ",
        b"multipv 0 pv e2e4 e2e5 zz ",
        b"bestmove ",
        b"bestmove e7e5 ponder ",
        b"bestmove 0000\n",
        b"e7e8q",
        b"readyok\n",
        b"option name type spin\n",
        b"\xff\xfe\x80",
        b"\xe2\x99\x94",
    ];
    prop_oneof![
        3 => proptest::sample::select(words).prop_map(<[u8]>::to_vec),
        1 => proptest::collection::vec(any::<u8>(), 0..12),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_end_in_one_cause(pieces in proptest::collection::vec(piece(), 0..16)) {
        let played = game_with(&pieces.concat());
        match played.cause {
            Cause::Fault { .. } => {
                prop_assert_eq!(played.result, GameResult::WhiteWins);
                prop_assert!(["illegal_move", "garbage"].contains(&played.cause.code()));
                prop_assert!(played.reproduction.is_some());
            }
            _ => prop_assert_eq!(played.cause.code(), "adjudicated_length"),
        }
    }
}

#[test]
fn known_malformed_output_has_the_right_cause() {
    for (bytes, code) in [
        (&b""[..], "adjudicated_length"),
        (b"bestmove e7e8x\n", "garbage"),
        (b"bestmove\n", "garbage"),
        (b"bestmove e2e4e5\n", "garbage"),
        (b"bestmove (none)\n", "illegal_move"),
        (b"bestmove 0000\n", "illegal_move"),
        (b"bestmove h8h1\r\n", "illegal_move"),
        (
            b"info nps 99999999999999999999999 score cp 1e9\n",
            "adjudicated_length",
        ),
        (b"\0\0\0\n\r\r\n", "adjudicated_length"),
    ] {
        let text = String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(game_with(bytes).cause.code(), code, "{text:?}");
    }
}
