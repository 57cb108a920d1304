//! Keys and other state that is updated move by move: it equals the state computed from scratch,
//! and keys are equal exactly for what article 9.2.3 calls the same position.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;

use fourfold_chess::fen::{self, CastlingMode};
use fourfold_chess::{
    CastlingRights, Color, MoveKind, Piece, Position, Role, Setup, Square, Tolerance,
};
use testkit::{KNOWN, Ply, mixed_walks};

fn plies(seed: u64, walks: usize) -> impl Iterator<Item = Ply> {
    mixed_walks(seed)
        .take(walks)
        .flat_map(|walk| walk.take(100))
}

fn play(moves: &str) -> Position {
    moves.split(' ').fold(Position::start(), |position, san| {
        let m = position.parse_san(san).unwrap();
        position.play(m).unwrap()
    })
}

#[test]
fn the_key_equals_the_recomputed_one() {
    for Ply { before, m, after } in plies(21, 400) {
        assert_eq!(after.key(), after.key_from_scratch(), "{before} {m:?}");
    }
}

#[test]
fn a_played_position_equals_the_one_read_from_its_fen() {
    for Ply { before, m, after } in plies(22, 400) {
        let fen = after.to_string();
        let read = fen::read(&fen, CastlingMode::Chess960, Tolerance::Lenient).unwrap();
        // Equality includes the clocks, the checkers and the pinned pieces.
        assert_eq!(read.position, after, "{before} {m:?}");
        assert_eq!(read.position.checkers(), after.checkers());
        assert_eq!(read.position.pinned(), after.pinned());
        assert_eq!(read.position.to_string(), fen);
    }
}

#[test]
fn a_position_equals_the_one_its_setup_describes() {
    for Ply { after, .. } in plies(23, 200) {
        let again = after.to_setup().validate(Tolerance::Lenient).unwrap();
        assert_eq!(again, after);
    }
}

#[test]
fn castling_rights_only_shrink() {
    for Ply { before, m, after } in plies(24, 400) {
        let (old, new) = (before.castling().rooks(), after.castling().rooks());
        assert!(new.is_subset(old), "{before} {m:?}");
        for rook in new {
            let color = after.board().color_at(rook).unwrap();
            assert_eq!(after.board().role_at(rook), Some(Role::Rook));
            assert_eq!(after.king(color).rank(), rook.rank(), "{before} {m:?}");
        }
    }
}

#[test]
fn the_en_passant_square_is_there_exactly_when_a_capture_is_legal() {
    for Ply { before, m, after } in plies(25, 400) {
        let captures = after.legal_moves();
        let onto: Vec<Square> = captures
            .iter()
            .filter(|m| m.kind() == MoveKind::EnPassant)
            .map(|m| m.to())
            .collect();
        assert_eq!(after.en_passant(), onto.first().copied(), "{before} {m:?}");
    }
}

#[test]
fn clocks_follow_the_moves() {
    for Ply { before, m, after } in plies(26, 200) {
        let halfmoves = if before.is_zeroing(m) {
            0
        } else {
            before.halfmoves().saturating_add(1)
        };
        assert_eq!(after.halfmoves(), halfmoves, "{before} {m:?}");
        let black_moved = u32::from(before.turn() == Color::Black);
        assert_eq!(after.fullmoves(), before.fullmoves() + black_moved);
    }
}

#[test]
fn clocks_stop_at_their_limits() {
    let worn = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b - - 65535 4294967295").unwrap();
    let m = worn.parse_uci("e8e7").unwrap();
    let next = worn.play(m).unwrap();
    assert_eq!(
        (next.halfmoves(), next.fullmoves()),
        (65_535, 4_294_967_295)
    );
    let passed = worn.play_null().unwrap();
    assert_eq!(
        (passed.halfmoves(), passed.fullmoves()),
        (65_535, 4_294_967_295)
    );
}

#[test]
fn a_null_move_passes_the_turn_and_nothing_else() {
    let known = KNOWN.iter().map(|known| known.position());
    for position in known.chain(plies(27, 200).map(|ply| ply.after)) {
        let passed = position.play_null();
        assert_eq!(passed.is_none(), position.is_check(), "{position}");
        let Some(passed) = passed else { continue };
        let setup = position.to_setup();
        let described = Setup {
            turn: !setup.turn,
            en_passant: None,
            halfmoves: setup.halfmoves.saturating_add(1),
            fullmoves: setup.fullmoves + u32::from(setup.turn == Color::Black),
            ..setup
        };
        assert_eq!(passed, described.validate(Tolerance::Lenient).unwrap());
        assert_eq!(passed.key(), passed.key_from_scratch());
    }
}

#[test]
fn clocks_are_not_part_of_the_key() {
    for Ply { after, .. } in plies(28, 40) {
        let setup = Setup {
            halfmoves: after.halfmoves() / 2 + 1_000,
            fullmoves: after.fullmoves() + 7,
            ..after.to_setup()
        };
        let other = setup.validate(Tolerance::Lenient).unwrap();
        assert_eq!(other.key(), after.key());
        assert!(other.is_same_position(&after));
        assert_ne!(other, after);
    }
}

/// The same position by another move order.
#[test]
fn positions_that_are_the_same_by_the_laws_share_a_key() {
    let start = Position::start();
    let there_and_back = play("Nf3 Nf6 Ng1 Ng8");
    assert!(start.is_same_position(&there_and_back));
    assert_eq!(start.key(), there_and_back.key());

    // A double step that cannot be captured en passant does not change the key.
    let direct = play("e4 e5");
    assert!(direct.is_same_position(&play("e4 e5 Nf3 Nf6 Ng1 Ng8")));
    // Nor does one where a pin forbids the capture.
    let pinned = play("e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5");
    assert!(pinned.is_same_position(&play("e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nc6 Ng1 Nb8")));
}

#[test]
fn positions_that_differ_by_the_laws_have_different_keys() {
    let lost_rights = play("e4 e5 Ke2 Ke7 Ke1 Ke8");
    let with_rights = play("e4 e5 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(lost_rights.board(), with_rights.board());
    assert!(!lost_rights.is_same_position(&with_rights));
    assert_ne!(lost_rights.key(), with_rights.key());

    let can_capture = play("e4 a6 e5 d5");
    let could_have = play("e4 a6 e5 d5 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(can_capture.board(), could_have.board());
    assert!(can_capture.en_passant().is_some() && could_have.en_passant().is_none());
    assert_ne!(can_capture.key(), could_have.key());

    let passed = Position::start().play_null().unwrap();
    assert_ne!(passed.key(), Position::start().key());
}

/// Every castling right and every piece on every square has its own number.
#[test]
fn every_fact_has_a_key_of_its_own() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut note = |setup: &Setup| {
        let Ok(position) = setup.validate(Tolerance::Lenient) else {
            return;
        };
        let twin = seen.insert(position.key().0, position.to_string());
        assert_eq!(twin, None, "{position}");
    };
    let bare = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    for color in Color::ALL {
        for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
            for square in Square::ALL {
                let mut setup = bare.to_setup();
                setup.board.put(square, Piece::new(color, role));
                note(&setup);
            }
        }
    }
    let rooks = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    let corners: Vec<Square> = rooks.castling().rooks().into_iter().collect();
    for rights in 0..16u8 {
        let kept = corners
            .iter()
            .zip(0..)
            .filter(|(_, bit)| rights & (1 << bit) != 0);
        let castling = CastlingRights::from_rooks(kept.map(|(&rook, _)| rook).collect());
        note(&Setup {
            castling,
            ..rooks.to_setup()
        });
    }
}

#[test]
fn positions_that_differ_have_different_keys() {
    let mut seen: HashMap<u64, Position> = HashMap::new();
    for Ply { after, .. } in plies(29, 800) {
        let twin = seen.entry(after.key().0).or_insert(after);
        assert!(twin.is_same_position(&after), "{twin} and {after}");
    }
    assert!(seen.len() > 20_000, "{}", seen.len());
}
