//! Along a game, the incremental key equals the recomputed key, the position equals the one read from
//! its FEN, and castling rights never grow.

#![no_main]

use chess::fen::{self, CastlingMode};
use chess::{MoveKind, Position, Tolerance};
use fuzz::{Bytes, start, step};
use libfuzzer_sys::fuzz_target;

/// Longer games are slower and find nothing more.
const PLIES_MAX: usize = 100;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes::new(input);
    let Some(mut position) = start(&mut bytes) else {
        return;
    };
    check(&position);
    for _ in 0..PLIES_MAX {
        if bytes.is_empty() {
            break;
        }
        let Some(next) = step(&position, &mut bytes) else {
            break;
        };
        check(&next);
        let (before, after) = (position.castling().rooks(), next.castling().rooks());
        assert!(after.is_subset(before));
        position = next;
    }
});

fn check(position: &Position) {
    assert_eq!(position.key(), position.key_from_scratch(), "{position}");
    let written = position.to_string();
    let read = fen::read(&written, CastlingMode::Chess960, Tolerance::Lenient);
    assert_eq!(&read.expect("what is written is read").position, position);
    let captures_en_passant = position
        .legal_moves()
        .iter()
        .any(|m| m.kind() == MoveKind::EnPassant);
    assert_eq!(position.en_passant().is_some(), captures_en_passant);
    if let Some(passed) = position.play_null() {
        assert_eq!(passed.key(), passed.key_from_scratch(), "{position}");
        assert!(!passed.board().occupied().is_empty() && passed.turn() != position.turn());
    }
}
