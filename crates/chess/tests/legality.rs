//! Legal moves: every way to query them agrees, and all agree with a slow reference generator.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashSet;

use fourfold_chess::fen::CastlingMode;
use fourfold_chess::{
    Bitboard, IllegalReason, Move, MoveKind, MoveList, Position, Rank, Role, Square,
};
use testkit::{KNOWN, Mailbox, mixed_walks};

/// Known positions, then positions of random games.
fn positions(seed: u64, walks: usize, plies: usize) -> impl Iterator<Item = Position> {
    let random = mixed_walks(seed)
        .take(walks)
        .flat_map(move |walk| walk.take(plies).map(|ply| ply.after));
    KNOWN.iter().map(|known| known.position()).chain(random)
}

fn name(m: Move) -> String {
    m.to_uci(CastlingMode::Chess960).to_string()
}

#[test]
fn moves_and_their_results_agree_with_the_reference() {
    for position in positions(11, 240, 60) {
        let fen = position.to_string();
        let twin = Mailbox::from_fen(&fen);
        let mut moves: Vec<String> = position.legal_moves().iter().map(|&m| name(m)).collect();
        moves.sort();
        assert_eq!(moves, twin.moves(), "{fen}");
        assert_eq!(position.is_check(), twin.is_check(), "{fen}");
    }
}

#[test]
fn the_position_after_a_move_agrees_with_the_reference() {
    for position in positions(12, 60, 40) {
        let fen = position.to_string();
        let twin = Mailbox::from_fen(&fen);
        assert_eq!(twin.fen(), fen);
        for &m in &position.legal_moves() {
            let next = position.play(m).unwrap();
            assert_eq!(next.to_string(), twin.play(&name(m)).fen(), "{fen} {m:?}");
        }
    }
}

/// Every 16-bit word is either a listed legal move or refused with a reason.
#[test]
fn is_legal_accepts_exactly_the_listed_moves() {
    for position in positions(13, 30, 8) {
        let listed: HashSet<Move> = position.legal_moves().iter().copied().collect();
        let mut known_words = 0;
        for m in (0..=u16::MAX).filter_map(Move::from_bits) {
            known_words += 1;
            let is_listed = listed.contains(&m);
            assert_eq!(position.is_legal(m), is_listed, "{position} {m:?}");
            match position.check_legal(m) {
                Ok(()) => assert!(is_listed),
                Err(illegal) => {
                    assert!(!is_listed && illegal.m == m, "{position} {m:?}");
                    assert!(!illegal.to_string().is_empty());
                    assert!(
                        is_true(&position, m, illegal.reason),
                        "{position} {illegal}"
                    );
                }
            }
        }
        assert_eq!(known_words, 7 * 64 * 64);
        assert_eq!(listed.len(), position.legal_moves().len(), "no move twice");
    }
}

/// Whether the board confirms the reason against a move.
fn is_true(position: &Position, m: Move, reason: IllegalReason) -> bool {
    use IllegalReason as Reason;
    let (us, board) = (position.turn(), position.board());
    let (from, to) = (m.from(), m.to());
    let is_enemy = |by: Square| board.color_at(by) == Some(!us);
    let is_pawn = board.role_at(from) == Some(Role::Pawn);
    let reaches_end = is_pawn && to.rank() == Rank::Eighth.relative_to(us);
    match reason {
        Reason::EmptySquare => board.color_at(from).is_none(),
        Reason::NotYourPiece => is_enemy(from),
        Reason::CannotReach => board.color_at(from) == Some(us),
        Reason::OwnPieceOnTarget => board.color_at(to) == Some(us),
        Reason::PathBlocked(at) => board.occupied().contains(at) && at != from,
        Reason::NothingToCapture => is_pawn && from.file() != to.file() && !is_enemy(to),
        Reason::Pinned(by) => position.pinner_of(from) == Some(by) && is_enemy(by),
        Reason::LeavesKingInCheck(by) | Reason::CastlingOutOfCheck(by) => {
            position.checkers().contains(by)
        }
        Reason::KingIntoCheck(by) => position.king(us) == from && is_enemy(by),
        Reason::MissingPromotion => reaches_end && m.promoted_to().is_none(),
        Reason::NeedlessPromotion => !reaches_end && m.promoted_to().is_some(),
        Reason::NoCastlingRight => {
            m.kind() == MoveKind::Castle
                && !(from == position.king(us) && position.castling().rooks_of(us).contains(to))
        }
        Reason::CastlingThroughCheck(at, by) => {
            m.kind() == MoveKind::Castle && at.rank() == from.rank() && is_enemy(by)
        }
        Reason::NoEnPassant => is_pawn && position.en_passant() != Some(to),
        Reason::EnPassantExposesKing(by) => is_pawn && is_enemy(by),
    }
}

#[test]
fn unknown_encodings_are_not_moves() {
    for bits in (0..8 << 12).chain(11 << 12..12 << 12) {
        assert_eq!(Move::from_bits(bits), None, "{bits:#06x}");
    }
    for m in (0..=u16::MAX).filter_map(Move::from_bits) {
        assert_eq!(Move::from_bits(m.bits()), Some(m));
        let again = match m.kind() {
            MoveKind::Normal => Move::normal(m.from(), m.to()),
            MoveKind::Castle => Move::castle(m.from(), m.to()),
            MoveKind::EnPassant => Move::en_passant(m.from(), m.to()),
            MoveKind::Promotion(role) => Move::promotion(m.from(), m.to(), role).unwrap(),
        };
        assert_eq!(again, m);
    }
}

#[test]
fn captures_and_quiet_moves_are_all_moves_once() {
    for position in positions(14, 240, 60) {
        let mut captures = MoveList::new();
        position.append_captures(&mut captures);
        for &m in &captures {
            let takes = position.captured_by(m).is_some();
            assert!(takes || m.promoted_to().is_some(), "{position} {m:?}");
            assert!(position.is_noisy(m), "{position} {m:?}");
        }
        let mut quiets = MoveList::new();
        position.append_quiet_moves(&mut quiets);
        for &m in &quiets {
            let takes = position.captured_by(m).is_some();
            assert!(!takes && m.promoted_to().is_none(), "{position} {m:?}");
            assert!(!position.is_noisy(m), "{position} {m:?}");
        }
        let mut joined: Vec<Move> = captures.iter().chain(&quiets).copied().collect();
        let mut all: Vec<Move> = position.legal_moves().to_vec();
        joined.sort();
        all.sort();
        assert_eq!(joined, all, "{position}");
    }
}

#[test]
fn counts_and_destinations_agree_with_the_list() {
    for position in positions(15, 240, 60) {
        let moves = position.legal_moves();
        assert_eq!(position.count_legal_moves(), moves.len(), "{position}");
        assert_eq!(position.has_legal_moves(), !moves.is_empty(), "{position}");
        let all = position.all_destinations();
        for from in Square::ALL {
            let listed: Bitboard = moves
                .iter()
                .filter(|m| m.from() == from)
                .map(|m| m.to())
                .collect();
            assert_eq!(position.destinations(from), listed, "{position} {from}");
            assert_eq!(all.from(from), listed, "{position} {from}");
        }
    }
}

#[test]
fn moves_are_appended_to_a_list() {
    let position = Position::start();
    let mut moves = MoveList::new();
    position.append_quiet_moves(&mut moves);
    position.append_legal_moves(&mut moves);
    assert_eq!(moves.len(), 40);
    moves.clear();
    assert!(moves.is_empty());
}

#[test]
fn mate_and_stalemate_are_distinguished() {
    let named = |name: &str| {
        let known = KNOWN.iter().find(|known| known.name == name).unwrap();
        known.position()
    };
    let (mate, stalemate) = (named("checkmate"), named("stalemate"));
    assert!(mate.is_checkmate() && !mate.is_stalemate());
    assert!(stalemate.is_stalemate() && !stalemate.is_checkmate());
    assert!(!Position::start().is_checkmate() && !Position::start().is_stalemate());
}

/// A move of a position in standard FEN, and why it is not legal.
fn check(fen: &str, m: Move, expected: IllegalReason) {
    let position = Position::from_fen(fen).unwrap();
    let illegal = position.play(m).unwrap_err();
    assert_eq!(illegal.reason, expected, "{fen} {m:?}: {illegal}");
}

#[test]
fn a_refusal_names_the_reason_and_the_square() {
    use IllegalReason as Reason;
    use Square as S;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let queen = |from, to| Move::promotion(from, to, Role::Queen).unwrap();
    check(start, Move::normal(S::E4, S::E5), Reason::EmptySquare);
    check(start, Move::normal(S::E7, S::E5), Reason::NotYourPiece);
    check(start, Move::normal(S::B1, S::B3), Reason::CannotReach);
    check(start, Move::normal(S::B1, S::B1), Reason::CannotReach);
    check(start, Move::normal(S::E2, S::E5), Reason::CannotReach);
    check(start, Move::normal(S::B1, S::D2), Reason::OwnPieceOnTarget);
    check(
        start,
        Move::normal(S::A1, S::A5),
        Reason::PathBlocked(S::A2),
    );
    check(
        start,
        Move::normal(S::H1, S::C1),
        Reason::PathBlocked(S::G1),
    );
    check(start, Move::normal(S::E2, S::D3), Reason::NothingToCapture);
    check(start, queen(S::E2, S::E4), Reason::NeedlessPromotion);
    check(
        start,
        Move::castle(S::E1, S::H1),
        Reason::PathBlocked(S::F1),
    );
    check(start, Move::castle(S::E1, S::G1), Reason::NoCastlingRight);
    check(start, Move::castle(S::D1, S::A1), Reason::NoCastlingRight);
    check(start, Move::en_passant(S::E2, S::D3), Reason::NoEnPassant);
    check(start, Move::en_passant(S::B1, S::C3), Reason::CannotReach);

    let blocked = "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1";
    check(
        blocked,
        Move::normal(S::E3, S::E4),
        Reason::PathBlocked(S::E4),
    );
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    check(pinned, Move::normal(S::E2, S::C3), Reason::Pinned(S::E8));
    let checked = "4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1";
    check(
        checked,
        Move::normal(S::D2, S::B3),
        Reason::LeavesKingInCheck(S::E8),
    );
    check(
        checked,
        Move::normal(S::E1, S::E2),
        Reason::KingIntoCheck(S::E8),
    );
    let promotes = "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    check(
        promotes,
        Move::normal(S::E7, S::E8),
        Reason::MissingPromotion,
    );
    let castles = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
    let across = Reason::CastlingThroughCheck(S::F1, S::F3);
    check(castles, Move::castle(S::E1, S::H1), across);
    let in_check = "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1";
    check(
        in_check,
        Move::castle(S::E1, S::A1),
        Reason::CastlingOutOfCheck(S::E3),
    );
    let rank_pin = "8/8/8/r2pPK2/8/8/8/k7 w - d6 0 1";
    let exposed = Reason::EnPassantExposesKing(S::A5);
    check(rank_pin, Move::en_passant(S::E5, S::D6), exposed);
}

#[test]
fn pins_name_their_pinner() {
    let mut pins = 0;
    for position in positions(16, 120, 60) {
        for square in Square::ALL {
            let pinner = position.pinner_of(square);
            assert_eq!(pinner.is_some(), position.pinned().contains(square));
            let Some(pinner) = pinner else { continue };
            let without = position.board().occupied() - square.bitboard();
            let king = position.king(position.turn());
            let attackers = position.attackers(!position.turn(), king, without);
            assert!(attackers.contains(pinner), "{position} {square}");
            pins += 1;
        }
    }
    assert!(pins > 100, "{pins} pins");
}

#[test]
fn attack_maps_are_unions_of_attackers() {
    for position in positions(17, 60, 40) {
        for color in fourfold_chess::Color::ALL {
            let map = position.attack_map(color);
            let occupied = position.board().occupied();
            for square in Square::ALL {
                let attackers = position.attackers(color, square, occupied);
                assert_eq!(map.contains(square), attackers.any(), "{position} {square}");
                let is_attacked = position.board().is_attacked(color, square, occupied);
                assert_eq!(is_attacked, attackers.any(), "{position} {square}");
                assert!(attackers.is_subset(position.board().by_color(color)));
            }
        }
        let king = position.king(position.turn());
        let occupied = position.board().occupied();
        let checkers = position.attackers(!position.turn(), king, occupied);
        assert_eq!(position.checkers(), checkers, "{position}");
    }
}
