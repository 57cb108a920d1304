//! UCI moves: written, read with either form of castling, refused with a reason.

use std::collections::HashSet;

use fourfold_chess::fen::CastlingMode::{Chess960, Standard};
use fourfold_chess::uci::{UciError, UciMove};
use fourfold_chess::{IllegalReason, Move, MoveKind, Position, Role, Square};
use proptest::prelude::*;
use testkit::{KNOWN, Walk, mixed_walks};

#[test]
fn every_legal_move_is_read_back() {
    for ply in mixed_walks(31).take(300).flat_map(|walk| walk.take(80)) {
        for &m in &ply.before.legal_moves() {
            let text = m.to_uci(Chess960).to_string();
            assert_eq!(ply.before.parse_uci(&text), Ok(m), "{} {text}", ply.before);
        }
    }
}

/// From the usual start the king's own move means castling too.
#[test]
fn standard_castling_is_read_both_ways() {
    let mut castlings = 0;
    for ply in (0..100).flat_map(|seed| Walk::new(Position::start(), seed).take(60)) {
        for &m in &ply.before.legal_moves() {
            let text = m.to_uci(Standard).to_string();
            assert_eq!(ply.before.parse_uci(&text), Ok(m), "{} {text}", ply.before);
            castlings += u32::from(m.kind() == MoveKind::Castle);
        }
    }
    assert!(castlings > 20, "{castlings}");
    let both = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").unwrap();
    let short = Move::castle(Square::E8, Square::H8);
    let long = Move::castle(Square::E8, Square::A8);
    for (text, m) in [
        ("e8g8", short),
        ("e8h8", short),
        ("e8c8", long),
        ("e8a8", long),
    ] {
        assert_eq!(both.parse_uci(text), Ok(m), "{text}");
    }
    assert_eq!(short.to_uci(Standard).to_string(), "e8g8");
    assert_eq!(long.to_uci(Standard).to_string(), "e8c8");
    assert_eq!(long.to_uci(Chess960).to_string(), "e8a8");
}

/// Of all well-formed UCI moves, exactly the legal ones are accepted.
#[test]
fn nothing_but_legal_moves_is_accepted() {
    let promotions = [None].into_iter().chain(Role::PROMOTIONS.map(Some));
    let promotions: Vec<Option<Role>> = promotions.collect();
    for known in KNOWN {
        let position = known.position();
        let mut accepted = HashSet::new();
        for (from, to) in Square::ALL
            .into_iter()
            .flat_map(|from| Square::ALL.map(|to| (from, to)))
        {
            for &promotion in &promotions {
                let sent = UciMove {
                    from,
                    to,
                    promotion,
                };
                let read = position.parse_uci(&sent.to_string());
                assert_eq!(
                    read.is_ok(),
                    position.is_legal(position.understand_uci(sent))
                );
                accepted.extend(read);
            }
        }
        let legal: HashSet<Move> = position.legal_moves().iter().copied().collect();
        assert_eq!(accepted, legal, "{}", known.name);
    }
}

#[test]
fn text_that_is_not_a_move_is_refused() {
    let start = Position::start();
    for text in [
        "", "e", "e2", "e2e", "e2e", "e2e9", "i2e4", "E2E4", "e2-e4", "e2e4 ", " e2e4", "e7e8k",
        "e7e8p", "e7e8Q", "e7e8qq", "0000", "e2e4\0", "♔e4", "e2é4", "éé", "O-O", "Nf3",
    ] {
        let error = start.parse_uci(text).unwrap_err();
        assert!(matches!(error, UciError::Parse(_)), "{text:?}: {error}");
    }
    let error = start.parse_uci(&"x".repeat(1 << 20)).unwrap_err();
    assert!(error.to_string().len() < 100, "a message is not an echo");
}

#[test]
fn an_illegal_move_is_refused_with_its_reason() {
    let start = Position::start();
    for (text, reason) in [
        ("e2e5", IllegalReason::CannotReach),
        ("e2e2", IllegalReason::CannotReach),
        ("e7e5", IllegalReason::NotYourPiece),
        ("e4e5", IllegalReason::EmptySquare),
        ("e2d3", IllegalReason::NoEnPassant),
        ("e1g1", IllegalReason::PathBlocked(Square::F1)),
        ("e1h1", IllegalReason::PathBlocked(Square::F1)),
        ("e2e4q", IllegalReason::NeedlessPromotion),
    ] {
        match start.parse_uci(text) {
            Err(UciError::Illegal(illegal)) => assert_eq!(illegal.reason, reason, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// A king that can step to its castling square steps there; castling names the rook.
#[test]
fn a_kings_step_is_not_castling() {
    let fen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
    let read = fourfold_chess::fen::read(fen, Chess960, fourfold_chess::Tolerance::Strict).unwrap();
    let (step, castle) = (
        Move::normal(Square::F1, Square::G1),
        Move::castle(Square::F1, Square::H1),
    );
    assert_eq!(read.position.parse_uci("f1g1"), Ok(step));
    assert_eq!(read.position.parse_uci("f1h1"), Ok(castle));
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "\\PC*") {
        let _ = Position::start().parse_uci(&text);
    }

    #[test]
    fn what_looks_like_a_move_comes_back(text in "[a-h][1-8][a-h][1-8][nbrq]?") {
        let sent: UciMove = text.parse().unwrap();
        prop_assert_eq!(sent.to_string(), text);
    }
}
