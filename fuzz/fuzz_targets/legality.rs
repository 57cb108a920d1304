//! The list of legal moves, the legality test, the move sets and the reference implementation agree.

#![no_main]

use chess::fen::CastlingMode;
use chess::{Bitboard, Move, MoveList, Position, Square};
use fuzz::{Bytes, position};
use libfuzzer_sys::fuzz_target;
use testkit::Mailbox;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes::new(input);
    let from = Square::ALL[usize::from(bytes.byte() % 64)];
    if let Some(position) = position(&mut bytes) {
        check_words(&position, from);
        check_sets(&position, from);
        check_twin(&position);
    }
});

/// Every UCI move from this square.
fn check_words(position: &Position, from: Square) {
    let moves = position.legal_moves();
    let low = u16::from(from as u8) << 6;
    for m in (0..16u16 * 64).filter_map(|word| Move::from_bits((word & !63) << 6 | low | word & 63))
    {
        let is_listed = moves.contains(&m);
        assert_eq!(position.is_legal(m), is_listed, "{position} {m:?}");
        assert_eq!(
            position.check_legal(m).is_ok(),
            is_listed,
            "{position} {m:?}"
        );
    }
    assert!(moves.iter().all(|&m| position.is_legal(m)), "{position}");
}

fn check_sets(position: &Position, from: Square) {
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves(), moves.len(), "{position}");
    let listed: Bitboard = moves
        .iter()
        .filter(|m| m.from() == from)
        .map(|m| m.to())
        .collect();
    assert_eq!(position.destinations(from), listed, "{position}");
    assert_eq!(position.all_destinations().from(from), listed, "{position}");
    let mut split = MoveList::new();
    position.append_captures(&mut split);
    position.append_quiet_moves(&mut split);
    let (mut split, mut whole) = (split.to_vec(), moves.to_vec());
    split.sort();
    whole.sort();
    assert_eq!(split, whole, "{position}");
}

fn check_twin(position: &Position) {
    let name = |m: &Move| m.to_uci(CastlingMode::Chess960).to_string();
    let mut moves: Vec<String> = position.legal_moves().iter().map(name).collect();
    moves.sort();
    let twin = Mailbox::from_fen(&position.to_string());
    assert_eq!(moves, twin.moves(), "{position}");
    assert_eq!(position.is_check(), twin.is_check(), "{position}");
}
