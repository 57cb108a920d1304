//! Impossible material and impossible checks, on every square and for both sides.

use fourfold_chess::Tolerance::{Lenient, Strict};
use fourfold_chess::fen::CastlingMode::Standard;
use fourfold_chess::{
    Bitboard, Board, Color, Fault, Piece, Position, Rank, Role, Setup, Square, attacks,
};
use repeatable::Random;
use testkit::{Mailbox, scattered_setup};

use super::{accepted, hopeless, repaired};

/// A board with these pieces.
fn board(pieces: &[(Square, Color, Role)]) -> Board {
    let mut board = Board::empty();
    for &(square, color, role) in pieces {
        board.put(square, Piece::new(color, role));
    }
    board
}

/// The FEN of a board with this side to move.
fn fen(board: &Board, turn: Color) -> String {
    format!("{board} {} - - 0 1", turn.letter())
}

/// A FEN and its mirror image are repaired with this warning.
fn both_repaired(text: &str, code: &str) {
    for text in [text, &mirrored(text)] {
        repaired(text, Standard, code, text);
    }
}

/// A FEN and its mirror image are accepted.
fn both_accepted(text: &str) {
    for text in [text, &mirrored(text)] {
        accepted(text, Standard, text);
    }
}

/// A FEN with colors swapped and the board flipped.
fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap();
    let (turn, rest) = rest.split_once(' ').unwrap();
    let swap = |c: char| {
        if c.is_ascii_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    let rows: Vec<String> = board
        .split('/')
        .rev()
        .map(|row| row.chars().map(swap).collect())
        .collect();
    let turn = if turn == "w" { "b" } else { "w" };
    format!("{} {turn} {rest}", rows.join("/"))
}

#[test]
fn a_pawn_on_the_edge_is_refused_on_every_square() {
    let edge = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
    for square in edge {
        for (color, turn) in Color::ALL
            .into_iter()
            .flat_map(|c| Color::ALL.map(|t| (c, t)))
        {
            let board = board(&[
                (Square::E4, Color::White, Role::King),
                (Square::E6, Color::Black, Role::King),
                (square, color, Role::Pawn),
            ]);
            hopeless(&fen(&board, turn), Standard, "pawn_rank");
        }
    }
}

#[test]
fn each_side_has_one_king() {
    for color in Color::ALL {
        for square in Square::ALL {
            let alone = board(&[(square, color, Role::King)]);
            hopeless(&fen(&alone, Color::White), Standard, "king_count");
            hopeless(&fen(&alone, Color::Black), Standard, "king_count");
            for second in Square::ALL.into_iter().filter(|&second| second != square) {
                let both = board(&[(square, color, Role::King), (second, color, Role::King)]);
                hopeless(&fen(&both, color), Standard, "king_count");
            }
        }
    }
    hopeless("8/8/8/8/8/8/8/8 w - - 0 1", Standard, "king_count");
    let queens = "rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    hopeless(queens, Standard, "king_count");
    hopeless("k6k/8/8/8/8/8/8/K6K w - - 0 1", Standard, "king_count");
}

/// The opponent's king is attacked: by every piece, from every square, on every square.
#[test]
fn a_king_that_could_be_taken_is_refused_on_every_square() {
    for king in Square::ALL {
        let own_king = [Square::A1, Square::H8]
            .into_iter()
            .find(|corner| !(attacks::king(king) | king.bitboard()).contains(*corner))
            .unwrap();
        for attacker in Square::ALL {
            if attacker == king || attacker == own_king {
                continue;
            }
            for role in [
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
                Role::Pawn,
            ] {
                if role == Role::Pawn && matches!(attacker.rank(), Rank::First | Rank::Eighth) {
                    continue;
                }
                for turn in Color::ALL {
                    let board = board(&[
                        (king, !turn, Role::King),
                        (own_king, turn, Role::King),
                        (attacker, turn, role),
                    ]);
                    let text = fen(&board, turn);
                    if Mailbox::from_fen(&fen(&board, !turn)).is_check() {
                        hopeless(&text, Standard, "opposite_check");
                    } else {
                        accepted(&text, Standard, &text);
                    }
                }
            }
        }
    }
}

#[test]
fn kings_are_not_neighbors() {
    for white in Square::ALL {
        for black in Square::ALL.into_iter().filter(|&black| black != white) {
            let board = board(&[
                (white, Color::White, Role::King),
                (black, Color::Black, Role::King),
            ]);
            for turn in Color::ALL {
                let text = fen(&board, turn);
                if attacks::king(white).contains(black) {
                    hopeless(&text, Standard, "opposite_check");
                } else {
                    accepted(&text, Standard, &text);
                }
            }
        }
    }
}

/// Each text and its mirror image are refused, even leniently.
#[test]
fn too_many_pieces_are_refused() {
    for (text, code) in [
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "pawn_count"),
        ("4k3/8/8/8/PPPPPPPP/8/PPPPPPPP/4K3 w - - 0 1", "pawn_count"),
        ("4k3/8/8/8/8/PP6/PPPPPPPP/RNBQKBNR w - - 0 1", "pawn_count"),
        ("4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "piece_count"),
        ("4k3/8/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1", "piece_count"),
        ("4k3/8/8/8/QQ6/QQQQQQQQ/6QQ/RNBQK3 w - - 0 1", "piece_count"),
    ] {
        hopeless(text, Standard, code);
        hopeless(&mirrored(text), Standard, code);
    }
}

/// More promoted pieces than missing pawns: impossible, but playable.
#[test]
fn impossible_promotions_are_tolerated() {
    for text in [
        "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBN1 w - - 0 1",
        "4k3/8/8/8/8/B7/PPPPPPPP/RNBQK1NR w - - 0 1",
        "4k3/8/8/8/8/R7/PPPPPPPP/RNBQKB1R w - - 0 1",
        "4k3/8/8/8/8/Q7/PPPPPPPP/RNBQKBN1 w - - 0 1",
        "4k3/8/8/8/8/QQ6/PPPPPPP1/RNBQKB2 w - - 0 1",
        "4k3/8/8/8/8/BBB5/PPPPPPP1/RNBQK3 w - - 0 1",
        "6nk/6pp/8/8/8/5QQQ/1QQQQQ2/KQQ5 w - - 0 1",
    ] {
        both_repaired(text, "material_promotions");
    }
    for text in [
        "4k3/8/8/8/8/NNN5/2PPPPP1/RNBQKB1R w - - 0 1",
        "4k3/8/8/8/8/B7/PPPPPPP1/RNBQK1NR w - - 0 1",
        "6nk/6pp/8/8/8/5QQQ/1QQQQQ2/KQ6 w - - 0 1",
    ] {
        both_accepted(text);
    }
}

/// Two knights, two pawns, or a knight and a pawn never check at once; tried around every square.
#[test]
fn two_knights_or_pawns_cannot_check_at_once() {
    for king in Square::ALL {
        for turn in Color::ALL {
            let inner = !(Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth));
            let knights = attacks::knight(king)
                .into_iter()
                .map(|at| (at, Role::Knight));
            let pawns = (attacks::pawn(turn, king) & inner).into_iter();
            let steppers: Vec<(Square, Role)> =
                knights.chain(pawns.map(|at| (at, Role::Pawn))).collect();
            for (index, &(first, one)) in steppers.iter().enumerate() {
                for &(second, other) in &steppers[index + 1..] {
                    let away = !(attacks::king(king) | king.bitboard())
                        - first.bitboard()
                        - second.bitboard();
                    let board = board(&[
                        (king, turn, Role::King),
                        (away.first().unwrap(), !turn, Role::King),
                        (first, !turn, one),
                        (second, !turn, other),
                    ]);
                    let text = fen(&board, turn);
                    repaired(&text, Standard, "impossible_check", &text);
                }
            }
        }
    }
}

#[test]
fn checks_that_no_move_gives_are_tolerated() {
    for text in [
        "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1",
        "4R3/8/8/4k3/8/8/4Q3/K7 b - - 0 1",
        "B7/8/8/3k4/8/8/6B1/K7 b - - 0 1",
        "4R3/8/8/R3k3/8/8/8/K3R3 b - - 0 1",
        "8/8/8/R3k3/8/3N4/1B6/7K b - - 0 1",
        "4R3/8/5N2/3k4/8/8/6B1/K2R4 b - - 0 1",
    ] {
        both_repaired(text, "impossible_check");
    }
    for text in [
        "8/8/8/8/1k3R2/8/8/4B2K b - - 0 1",
        "4k3/8/8/8/8/3n4/4r3/4K3 w - - 0 1",
        "4k3/3P4/8/8/8/8/8/K3R3 b - - 0 1",
        "4k3/8/8/1B6/8/8/8/K3R3 b - - 0 1",
    ] {
        both_accepted(text);
    }
}

/// Reading a FEN and validating its setup agree for every setup.
#[test]
fn reading_a_fen_agrees_with_validating_its_setup() {
    let mut random = Random::new(52);
    for _ in 0..20_000 {
        let setup = Setup {
            castling: fourfold_chess::CastlingRights::NONE,
            ..scattered_setup(&mut random)
        };
        let passed = setup.en_passant.map_or("-".to_owned(), |to| to.to_string());
        let turn = setup.turn.letter();
        let (halfmoves, fullmoves) = (setup.halfmoves, setup.fullmoves);
        let text = format!("{} {turn} - {passed} {halfmoves} {fullmoves}", setup.board);
        for tolerance in [Strict, Lenient] {
            let judged = setup.validate(tolerance);
            match fourfold_chess::fen::read(&text, Standard, tolerance) {
                Ok(read) => assert_eq!(judged, Ok(read.position), "{text}"),
                Err(error) => {
                    let faults: Vec<Fault> = judged.unwrap_err().faults;
                    assert_eq!(error.illegal, faults, "{text}");
                }
            }
        }
    }
}

/// Well-known test positions stay playable, even if the double step must have left its king in
/// check one move before.
#[test]
fn known_en_passant_positions_are_accepted() {
    for text in [
        "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",
        "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1",
        "6b1/8/8/3pP3/8/8/K7/7k w - d6 0 1",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    ] {
        assert!(Position::from_fen(text).is_ok(), "{text}");
    }
}
