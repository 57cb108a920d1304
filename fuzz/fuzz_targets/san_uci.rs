//! Any text is refused with a reason or read as a legal move, and every legal move survives a round
//! trip.

#![no_main]

use chess::Tolerance::{Lenient, Strict};
use chess::fen::CastlingMode;
use chess::{Move, Position};
use fuzz::{Bytes, position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes::new(input);
    let which = usize::from(bytes.byte());
    let Some(position) = position(&mut bytes) else {
        return;
    };
    check_text(&position, &bytes.text());
    let moves = position.legal_moves();
    if !moves.is_empty() {
        check_move(&position, moves[which % moves.len()]);
    }
});

fn check_text(position: &Position, text: &str) {
    let lenient = position.read_san(text, Lenient);
    match &lenient {
        Ok((m, deviations)) => {
            assert!(position.is_legal(*m), "{position} {text:?}");
            let is_canonical = position.san(*m).to_string() == text;
            assert_eq!(deviations.is_empty(), is_canonical, "{position} {text:?}");
            assert_eq!(position.read_san(text, Strict).is_ok(), is_canonical);
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(position.read_san(text, Strict).is_err());
        }
    }
    assert_eq!(position.parse_san(text).ok(), lenient.ok().map(|(m, _)| m));
    match position.parse_uci(text) {
        Ok(m) => assert!(position.is_legal(m), "{position} {text:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_move(position: &Position, m: Move) {
    let san = position.san(m).to_string();
    let read = position.read_san(&san, Strict);
    assert_eq!(read, Ok((m, Vec::new())), "{position} {san}");
    let uci = m.to_uci(CastlingMode::Chess960).to_string();
    assert_eq!(position.parse_uci(&uci), Ok(m), "{position} {uci}");
}
