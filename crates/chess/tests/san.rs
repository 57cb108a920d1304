//! SAN: every legal move round-trips, and every deviation and error is named.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashSet;

use fourfold_chess::Tolerance::{Lenient, Strict};
use fourfold_chess::san::{self, CheckMark, Deviation, ParseSanError, San, SanBody, SanError};
use fourfold_chess::{Bitboard, IllegalReason, Move, MoveKind, Position, Role, Square};
use proptest::prelude::*;
use testkit::{KNOWN, mixed_walks};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Known positions, then positions of random games, Chess960 among them.
fn positions(seed: u64, walks: usize) -> impl Iterator<Item = Position> {
    let random = mixed_walks(seed)
        .take(walks)
        .flat_map(|walk| walk.take(60).map(|ply| ply.before));
    KNOWN.iter().map(|known| known.position()).chain(random)
}

#[test]
fn every_legal_move_is_read_back() {
    for position in positions(61, 160) {
        let mut seen = HashSet::new();
        for &m in &position.legal_moves() {
            let san = position.san(m).to_string();
            assert_eq!(
                position.read_san(&san, Strict),
                Ok((m, Vec::new())),
                "{position} {san}"
            );
            assert_eq!(
                position.read_san(&san, Lenient),
                Ok((m, Vec::new())),
                "{position} {san}"
            );
            assert_eq!(position.parse_san(&san), Ok(m), "{position} {san}");
            assert_eq!(san::parse(&san), Ok((position.san(m), Vec::new())), "{san}");
            assert!(
                seen.insert(san.clone()),
                "{san} means two moves of {position}"
            );
        }
    }
}

#[test]
fn check_marks_are_right() {
    for position in positions(62, 120) {
        for &m in &position.legal_moves() {
            let next = position.play_unchecked(m);
            let mark = if next.is_checkmate() {
                CheckMark::Mate
            } else if next.is_check() {
                CheckMark::Check
            } else {
                CheckMark::None
            };
            assert_eq!(position.san(m).mark, mark, "{position} {m:?}");
        }
    }
}

/// Canonical disambiguation is needed: without it the move is ambiguous.
#[test]
fn disambiguation_is_minimal() {
    let mut shortened = 0;
    for position in positions(63, 160) {
        for &m in &position.legal_moves() {
            let San { body, .. } = position.san(m);
            let SanBody::Piece {
                role,
                file,
                rank,
                to,
                ..
            } = body
            else {
                continue;
            };
            if role == Role::Pawn {
                assert_eq!(rank, None, "{position} {m:?}");
                continue;
            }
            let origins = [(None, None), (file, None), (None, rank)];
            for (file_said, rank_said) in origins {
                if (file_said, rank_said) == (file, rank) {
                    continue;
                }
                let mut text = role.letter().to_string();
                text.extend(file_said.map(|file| file.to_string()));
                text.extend(rank_said.map(|rank| rank.to_string()));
                text += &to.to_string();
                match position.parse_san(&text) {
                    Err(SanError::Ambiguous { candidates, .. }) => {
                        assert!(candidates.contains(m.from()) && candidates.more_than_one());
                        shortened += 1;
                    }
                    other => panic!("{position} {text}: {other:?}"),
                }
            }
        }
    }
    assert!(shortened > 1_000, "{shortened}");
}

/// The longest form, with both squares and without marks, is understood for every move.
#[test]
fn long_forms_are_understood() {
    for position in positions(64, 120) {
        for &m in &position.legal_moves() {
            if m.kind() == MoveKind::Castle {
                continue;
            }
            let role = position.board().role_at(m.from()).unwrap();
            for (letter, separator, sign) in [("", "-", "="), ("P", "", ""), ("", "x", "=")] {
                let piece = match role {
                    Role::Pawn => letter.to_owned(),
                    role => role.letter().to_string(),
                };
                let mut text = format!("{piece}{}{separator}{}", m.from(), m.to());
                if let Some(role) = m.promoted_to() {
                    text += &format!("{sign}{}", role.letter());
                }
                let read = position.read_san(&text, Lenient);
                assert_eq!(read.map(|(m, _)| m), Ok(m), "{position} {text}");
                let is_canonical = position.san(m).to_string() == text;
                let strict = position.read_san(&text, Strict);
                assert_eq!(strict.is_ok(), is_canonical, "{position} {text}");
            }
        }
    }
}

/// A text, its canonical form, and every deviation.
fn check_deviations(fen: &str, text: &str, canonical: &str, expected: &[Deviation]) {
    let position = Position::from_fen(fen).unwrap();
    let (m, deviations) = position
        .read_san(text, Lenient)
        .unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
    assert_eq!(position.san(m).to_string(), canonical, "{fen} {text}");
    assert_eq!(deviations, expected, "{fen} {text}");
    for deviation in deviations {
        assert!(!deviation.to_string().is_empty() && !deviation.code().is_empty());
    }
    match position.read_san(text, Strict) {
        Err(SanError::NotStrict(refusal)) => {
            assert_eq!(refusal.canonical, canonical, "{fen} {text}");
            assert_eq!(refusal.deviations, expected, "{fen} {text}");
            assert!(
                refusal
                    .to_string()
                    .starts_with(&format!("expected {canonical}: "))
            );
        }
        other => panic!("strict on {text:?}: {other:?}"),
    }
}

#[test]
fn every_deviation_is_named() {
    use Deviation as D;
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check_deviations(castles, "0-0", "O-O", &[D::ZeroCastling]);
    check_deviations(castles, "0-0-0", "O-O-O", &[D::ZeroCastling]);
    check_deviations(castles, "o-o", "O-O", &[D::ZeroCastling]);
    check_deviations(START, "Pe4", "e4", &[D::PawnLetter]);
    check_deviations(START, "e2-e4", "e4", &[D::Hyphen, D::NeedlessOrigin]);
    check_deviations(START, "e2e4", "e4", &[D::NeedlessOrigin]);
    check_deviations(START, "Ngf3", "Nf3", &[D::NeedlessOrigin]);
    check_deviations(START, "N1f3", "Nf3", &[D::NeedlessOrigin]);
    check_deviations(START, "Ng1f3", "Nf3", &[D::NeedlessOrigin]);
    check_deviations(START, "Nxf3", "Nf3", &[D::NeedlessCapture]);
    check_deviations(START, "e4!", "e4", &[D::Annotation]);
    check_deviations(START, "e4?!", "e4", &[D::Annotation]);
    check_deviations(START, "e4+", "e4", &[D::WrongCheckMark]);
    check_deviations(START, "e4#", "e4", &[D::WrongCheckMark]);

    let captures = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 2";
    check_deviations(captures, "ed5", "exd5", &[D::MissingCapture]);
    check_deviations(captures, "e:d5", "exd5", &[D::ColonCapture]);
    let both = [D::ColonCapture, D::NeedlessCapture];
    check_deviations(START, "N:f3", "Nf3", &both);
    check_deviations(captures, "Nd5", "Nxd5", &[D::MissingCapture]);
    check_deviations(captures, "e4xd5", "exd5", &[D::NeedlessOrigin]);

    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    check_deviations(knights, "N1d2", "Nbd2", &[D::UnusualOrigin]);
    check_deviations(knights, "Nb1d2", "Nbd2", &[D::NeedlessOrigin]);

    let promotes = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
    check_deviations(promotes, "e8Q", "e8=Q", &[D::PromotionSign]);
    check_deviations(promotes, "e8(Q)", "e8=Q", &[D::PromotionSign]);
    check_deviations(promotes, "e8=q", "e8=Q", &[D::SmallPromotion]);
    check_deviations(
        promotes,
        "e8n",
        "e8=N+",
        &[D::SmallPromotion, D::PromotionSign, D::MissingCheckMark],
    );

    let checks = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    check_deviations(checks, "Qa4", "Qa4+", &[D::MissingCheckMark]);
    check_deviations(checks, "Qa4#", "Qa4+", &[D::WrongCheckMark]);
    check_deviations(checks, "Qa4++", "Qa4+", &[D::WrongCheckMark]);
    check_deviations(checks, "Qa4+!!", "Qa4+", &[D::Annotation]);
    let mates = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    check_deviations(mates, "Ra8+", "Ra8#", &[D::WrongCheckMark]);
    check_deviations(mates, "Ra8", "Ra8#", &[D::MissingCheckMark]);

    let passes = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1";
    check_deviations(passes, "dxe6e.p.", "dxe6", &[D::EnPassantSuffix]);
    check_deviations(passes, "de6", "dxe6", &[D::MissingCapture]);
}

#[test]
fn text_that_is_not_san_is_refused_with_a_column() {
    let first = "a piece letter, a file or castling";
    let (file, rank, end) = (
        "a file from a to h",
        "a rank from 1 to 8",
        "the end of the move",
    );
    let promotion = "a piece to promote to: Q, R, B or N";
    for (text, column, expected, found) in [
        ("", 1, first, None),
        ("?", 1, first, Some('?')),
        ("é4", 1, first, Some('é')),
        ("O", 1, first, Some('O')),
        ("OO", 1, first, Some('O')),
        ("--", 2, file, Some('-')),
        ("N", 2, file, None),
        ("Nx", 3, file, None),
        ("N45", 3, file, Some('5')),
        ("ex5", 3, file, Some('5')),
        ("e", 2, rank, None),
        ("e9", 2, rank, Some('9')),
        ("Nf9", 3, rank, Some('9')),
        ("exd", 4, rank, None),
        ("e4 ", 3, end, Some(' ')),
        ("e4x", 4, file, None),
        ("O-O-", 4, end, Some('-')),
        ("e4é", 3, end, Some('é')),
        ("e4!?x", 5, end, Some('x')),
        ("e4+++", 5, end, Some('+')),
        ("e8=", 4, promotion, None),
        ("e8=K", 4, promotion, Some('K')),
        ("e8(Q", 5, "a closing parenthesis", None),
        ("0000", 1, first, Some('0')),
    ] {
        let error = ParseSanError {
            column,
            expected,
            found,
        };
        assert_eq!(san::parse(text), Err(error.clone()), "{text:?}");
        let read = Position::start().read_san(text, Lenient);
        assert_eq!(read, Err(SanError::Parse(error)), "{text:?}");
    }
    let message = Position::start().parse_san("Nf9").unwrap_err().to_string();
    assert_eq!(
        message,
        "expected a rank from 1 to 8, found '9' at character 3"
    );
}

#[test]
fn a_move_that_no_piece_can_make_names_the_nearest_piece() {
    use IllegalReason as Reason;
    use Square as S;
    for (fen, text, role, to, nearest) in [
        (
            START,
            "Nd2",
            Role::Knight,
            S::D2,
            Some((S::B1, Reason::OwnPieceOnTarget)),
        ),
        (
            START,
            "Nd4",
            Role::Knight,
            S::D4,
            Some((S::B1, Reason::CannotReach)),
        ),
        // The bishop on f1 is only blocked; the one on c1 stands on squares of the other color.
        (
            START,
            "Bb5",
            Role::Bishop,
            S::B5,
            Some((S::F1, Reason::PathBlocked(S::E2))),
        ),
        (
            START,
            "e5",
            Role::Pawn,
            S::E5,
            Some((S::E2, Reason::CannotReach)),
        ),
        (
            START,
            "exd3",
            Role::Pawn,
            S::D3,
            Some((S::E2, Reason::NoEnPassant)),
        ),
        (
            START,
            "O-O",
            Role::King,
            S::H1,
            Some((S::E1, Reason::PathBlocked(S::F1))),
        ),
        (
            START,
            "Nf3=Q",
            Role::Knight,
            S::F3,
            Some((S::B1, Reason::NeedlessPromotion)),
        ),
        (
            START,
            "e4=Q",
            Role::Pawn,
            S::E4,
            Some((S::E2, Reason::NeedlessPromotion)),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "Qd4",
            Role::Queen,
            S::D4,
            None,
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "O-O",
            Role::King,
            S::G1,
            Some((S::E1, Reason::NoCastlingRight)),
        ),
        (
            "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            Role::Knight,
            S::C3,
            Some((S::E2, Reason::Pinned(S::E8))),
        ),
        (
            "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "e8",
            Role::Pawn,
            S::E8,
            Some((S::E7, Reason::MissingPromotion)),
        ),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let expected = SanError::NoSuchMove { role, to, nearest };
        assert_eq!(
            position.parse_san(text),
            Err(expected.clone()),
            "{fen} {text}"
        );
        assert!(!expected.to_string().is_empty());
    }
}

#[test]
fn blocked_castling_is_refused_as_castling() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/4KB1R w K - 0 1").unwrap();
    assert_eq!(
        position.parse_san("O-O").unwrap_err().to_string(),
        "the king cannot castle with the rook on h1: the piece on f1 is in the way"
    );
    assert_eq!(
        position.parse_san("Kh1").unwrap_err().to_string(),
        "no king can go to h1: the one on e1 cannot, the piece does not move that way"
    );
}

#[test]
fn an_ambiguous_move_names_the_candidates() {
    let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    let knights = "7k/8/1N3N2/8/1N3N2/8/8/4K3 w - - 0 1";
    let pawns = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
    for (fen, text, role, to, from) in [
        (rooks, "Rd1", Role::Rook, Square::D1, "a1 h1"),
        (rooks, "R1d1", Role::Rook, Square::D1, "a1 h1"),
        (knights, "Nd5", Role::Knight, Square::D5, "b4 f4 b6 f6"),
        (knights, "Nbd5", Role::Knight, Square::D5, "b4 b6"),
        (knights, "N4d5", Role::Knight, Square::D5, "b4 f4"),
        (pawns, "5xd6", Role::Pawn, Square::D6, "c5 e5"),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let candidates: Bitboard = from
            .split(' ')
            .map(|at| at.parse::<Square>().unwrap())
            .collect();
        let expected = SanError::Ambiguous {
            role,
            to,
            candidates,
        };
        assert_eq!(
            position.parse_san(text),
            Err(expected.clone()),
            "{fen} {text}"
        );
        let message = format!("more than one {role} can go to {to}: say which, from {from}");
        assert_eq!(expected.to_string(), message);
    }
    let position = Position::from_fen(knights).unwrap();
    let m = Move::normal(Square::B4, Square::D5);
    assert_eq!(position.parse_san("Nb4d5"), Ok(m));
    assert_eq!(position.san(m).to_string(), "Nb4d5");
}

/// A rival that is pinned does not make a move ambiguous.
#[test]
fn only_legal_rivals_need_disambiguation() {
    let position = Position::from_fen("4r1k1/8/8/1N6/8/8/4N3/4K3 w - - 0 1").unwrap();
    for to in [Square::C3, Square::D4] {
        let m = Move::normal(Square::B5, to);
        assert_eq!(position.san(m).to_string(), format!("N{to}"));
        assert_eq!(position.parse_san(&format!("N{to}")), Ok(m));
    }
}

/// In Chess960 castling differs from a king's step.
#[test]
fn castling_is_written_by_its_side() {
    let castlings = KNOWN.iter().flat_map(|known| {
        let position = known.position();
        let moves = position.legal_moves();
        let castlings: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|m| m.kind() == MoveKind::Castle)
            .collect();
        castlings.into_iter().map(move |m| (position, m))
    });
    let mut count = 0;
    for (position, m) in castlings {
        let side = if m.to() > m.from() { "O-O" } else { "O-O-O" };
        let san = position.san(m).to_string();
        assert_eq!(san.trim_end_matches(['+', '#']), side, "{position}");
        assert_eq!(position.parse_san(side), Ok(m), "{position}");
        count += 1;
    }
    assert!(count >= 10, "{count}");
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "\\PC*") {
        let _ = Position::start().read_san(&text, Lenient);
    }

    /// Random text of SAN letters: if it is read, the move is legal and its canonical form is the
    /// same move.
    #[test]
    fn what_is_read_is_legal(
        text in "[PNBRQK]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBNqrbn])?[+#]{0,2}[!?]{0,2}",
        index in 0..KNOWN.len(),
    ) {
        let position = KNOWN[index].position();
        match position.read_san(&text, Lenient) {
            Ok((m, deviations)) => {
                prop_assert!(position.is_legal(m));
                let canonical = position.san(m).to_string();
                prop_assert_eq!(position.parse_san(&canonical), Ok(m));
                prop_assert_eq!(deviations.is_empty(), canonical == text);
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
