//! Extremes: the most moves, the most queens, the longest and strangest texts.

use fourfold_chess::Tolerance::{Lenient, Strict};
use fourfold_chess::fen::{self, CastlingMode};
use fourfold_chess::{
    Color, Fault, Move, MoveList, Piece, Position, Role, Setup, Square, Tolerance, perft,
};
use proptest::prelude::*;
use repeatable::Random;
use testkit::{KNOWN, scattered_setup};

const MODES: [CastlingMode; 2] = [CastlingMode::Standard, CastlingMode::Chess960];
const TOLERANCES: [Tolerance; 2] = [Strict, Lenient];

#[test]
fn the_position_with_the_most_moves() {
    let position =
        Position::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").unwrap();
    assert_eq!(position.legal_moves().len(), 218);
    assert_eq!(position.count_legal_moves(), 218);
    assert_eq!(perft(&position, 1), 218);
}

/// Fifteen queens are more than any game allows, and as many as a setup can have.
#[test]
fn fifteen_queens_fit_a_move_list() {
    let fen = "3Q4/1Q4Q1/4Q2Q/2Q4R/Q4Q2/3Q4/1Q4RQ/k1Q1QK1Q w - - 0 1";
    assert!(Position::from_fen(fen).is_err());
    let mut random = Random::new(41);
    let (mut accepted, mut most) = (0, 0);
    for _ in 0..20_000 {
        let mut setup = Setup::empty();
        setup
            .board
            .put(Square::A1, Piece::new(Color::Black, Role::King));
        let mut squares = Square::ALL;
        for index in 1..64 {
            squares.swap(index, random.below(index + 1));
        }
        let mut free = squares.into_iter().filter(|&square| square != Square::A1);
        let king = free.next().unwrap();
        setup.board.put(king, Piece::new(Color::White, Role::King));
        for square in free.take(15) {
            setup
                .board
                .put(square, Piece::new(Color::White, Role::Queen));
        }
        setup.turn = Color::ALL[random.below(2)];
        if let Ok(position) = setup.validate(Lenient) {
            accepted += 1;
            most = most.max(position.legal_moves().len());
        }
    }
    assert!(accepted > 1_000, "{accepted} setups were accepted");
    assert!((150..MoveList::CAPACITY).contains(&most), "{most} moves");
}

/// A board full of queens is refused.
#[test]
fn a_board_full_of_queens_is_refused() {
    let mut setup = Setup::empty();
    for square in Square::ALL {
        setup
            .board
            .put(square, Piece::new(Color::White, Role::Queen));
    }
    for tolerance in TOLERANCES {
        let refusal = setup.validate(tolerance).unwrap_err();
        assert!(
            refusal
                .faults
                .contains(&Fault::PieceCount(Color::White, 64))
        );
    }
}

#[test]
fn a_megabyte_of_text_gets_a_short_answer() {
    const MEGABYTE: usize = 1 << 20;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let texts = [
        " ".repeat(MEGABYTE),
        "1".repeat(MEGABYTE),
        "8/".repeat(MEGABYTE / 2),
        "/".repeat(MEGABYTE),
        "k".repeat(MEGABYTE),
        "é".repeat(MEGABYTE / 2),
        "a ".repeat(MEGABYTE / 2),
        "\t\n".repeat(MEGABYTE / 2),
        format!("{start}{}w KQkq - 0 1", " ".repeat(MEGABYTE)),
        format!("{start} {} KQkq - 0 1", "w".repeat(MEGABYTE)),
        format!("{start} w {} - 0 1", "KQkq".repeat(MEGABYTE / 4)),
        format!("{start} w KQkq {} 0 1", "e3".repeat(MEGABYTE / 2)),
        format!("{start} w KQkq - {} 1", "0".repeat(MEGABYTE)),
        format!("{start} w KQkq - 0 {}", "9".repeat(MEGABYTE)),
        format!("{start} w KQkq - 0 1{}", " x".repeat(MEGABYTE / 2)),
    ];
    for text in &texts {
        let excerpt: String = text.chars().take(60).collect();
        for (mode, tolerance) in MODES.into_iter().flat_map(|m| TOLERANCES.map(|t| (m, t))) {
            if let Err(error) = fen::read(text, mode, tolerance) {
                let length = error.to_string().len();
                assert!(length < 4_000, "{length} bytes of message: {excerpt}");
            }
        }
        assert!(Position::start().read_san(text, Lenient).is_err());
        assert!(Position::start().parse_uci(text).is_err());
    }
}

/// Any setup is accepted or refused without panic, and an accepted one can be played.
#[test]
fn random_setups_do_not_panic() {
    let mut random = Random::new(42);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut setup = scattered_setup(&mut random);
        for _ in 0..random.below(4) {
            let role = Role::ALL[random.below(6)];
            let piece = Piece::new(Color::ALL[random.below(2)], role);
            setup.board.put(Square::ALL[random.below(64)], piece);
        }
        if random.one_in(4) {
            setup.en_passant = Some(Square::ALL[random.below(64)]);
        }
        match setup.validate(Strict) {
            Ok(position) => {
                assert_eq!(setup.validate(Lenient), Ok(position));
                accepted += 1;
            }
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
        }
        if let Ok(position) = setup.validate(Lenient) {
            let _ = perft(&position, 2);
        }
    }
    assert!(accepted > 1_000, "{accepted}");
}

/// Playing an illegal move unchecked gives a meaningless position, but no panic.
#[test]
fn playing_an_illegal_move_unchecked_does_not_panic() {
    for known in KNOWN {
        let position = known.position();
        for m in (0..=u16::MAX).filter_map(Move::from_bits) {
            let _ = position.play_unchecked(m);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "\\PC*") {
        for (mode, tolerance) in MODES.into_iter().flat_map(|m| TOLERANCES.map(|t| (m, t))) {
            let _ = fen::read(&text, mode, tolerance);
        }
    }

    #[test]
    fn any_six_fields_are_answered(
        text in "[1-9kqrbnpKQRBNP/]{0,80} [wb-]? [KQkqA-Ha-h-]{0,6} ([a-i][0-9]|-) [0-9]{0,7} [0-9]{0,12}"
    ) {
        for (mode, tolerance) in MODES.into_iter().flat_map(|m| TOLERANCES.map(|t| (m, t))) {
            if let Ok(read) = fen::read(&text, mode, tolerance) {
                let written = read.position.to_string();
                let again = fen::read(&written, mode, Lenient).unwrap();
                prop_assert_eq!(again.position, read.position);
            }
        }
    }
}
