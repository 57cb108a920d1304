//! Castling rights and en passant squares that contradict the board.

use fourfold_chess::fen::CastlingMode::{Chess960, Standard};
use fourfold_chess::{Board, Color, File, Piece, Position, Rank, Role, Square};

use super::{accepted, hopeless, repaired};

/// In standard chess a right needs the king on the e-file and the rook in its corner, tried with
/// every square of either.
#[test]
fn a_standard_right_needs_king_and_rook_at_home() {
    let rights = [
        ('K', Color::White, Square::E1, Square::H1),
        ('Q', Color::White, Square::E1, Square::A1),
        ('k', Color::Black, Square::E8, Square::H8),
        ('q', Color::Black, Square::E8, Square::A8),
    ];
    for (letter, color, king_home, rook_home) in rights {
        for king in Square::ALL {
            for rook in Square::ALL.into_iter().filter(|&rook| rook != king) {
                let mut board = Board::empty();
                board.put(king, Piece::new(color, Role::King));
                board.put(rook, Piece::new(color, Role::Rook));
                let turn = color.letter();
                let board = with_quiet_king(&board, color);
                let none = format!("{board} {turn} - - 0 1");
                let text = format!("{board} {turn} {letter} - 0 1");
                if (king, rook) == (king_home, rook_home) {
                    accepted(&text, Standard, &text);
                } else {
                    repaired(&text, Standard, "castling_rights", &none);
                }
            }
        }
    }
}

/// The board with the other side's king on a square where nothing attacks it.
fn with_quiet_king(board: &Board, color: Color) -> Board {
    let put = |square: Square| {
        let mut board = *board;
        board.put(square, Piece::new(!color, Role::King));
        let text = format!("{board} {} - - 0 1", color.letter());
        Position::from_fen(&text).is_ok().then_some(board)
    };
    let free = !board.occupied();
    free.into_iter().find_map(put).unwrap()
}

#[test]
fn rights_without_king_or_rook_are_dropped() {
    let cases = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1",
            "wb",
            "KQkq",
            "Qkq",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR",
            "wb",
            "KQkq",
            "Kkq",
        ),
        (
            "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "wb",
            "KQkq",
            "KQk",
        ),
        (
            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "wb",
            "KQkq",
            "KQq",
        ),
        ("4k3/8/8/8/8/8/8/4K3", "wb", "KQkq", "-"),
        ("4k3/8/8/8/8/8/8/4K2r", "w", "K", "-"),
        ("4k2R/8/8/8/8/8/8/4K3", "b", "k", "-"),
        ("4k3/8/8/8/8/8/8/4K2N", "wb", "K", "-"),
        ("4k3/8/8/8/8/8/4K3/R6R", "wb", "KQ", "-"),
        ("r6r/4k3/8/8/8/8/8/4K3", "wb", "kq", "-"),
        ("4k3/8/8/8/8/8/8/R2K3R", "wb", "KQ", "-"),
        ("4k3/8/8/8/8/8/8/1R2K1R1", "wb", "KQ", "-"),
    ];
    for (board, turns, rights, left) in cases {
        for turn in turns.chars() {
            let text = format!("{board} {turn} {rights} - 0 1");
            let canonical = format!("{board} {turn} {left} - 0 1");
            repaired(&text, Standard, "castling_rights", &canonical);
        }
    }
}

#[test]
fn chess960_rights_name_rooks_that_are_there() {
    // `KQkq` without a rook on that side is dropped; a file letter is taken seriously.
    let none = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    repaired(
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        Chess960,
        "castling_rights",
        none,
    );
    let inner = "6k1/8/8/8/8/8/8/2K1R3 w";
    let kept = format!("{inner} K - 0 1");
    repaired(
        &format!("{inner} KQ - 0 1"),
        Chess960,
        "castling_rights",
        &kept,
    );
    accepted(&format!("{inner} E - 0 1"), Chess960, &kept);
    for (board, letters) in [
        ("4k3/8/8/8/8/8/8/4K2R", "GABCDEF"),
        ("4k3/8/8/8/8/8/8/4K2r", "H"),
        ("4k3/8/8/8/8/8/8/4K2N", "H"),
        ("4k3/8/8/8/8/8/4K3/R6R", "AH"),
    ] {
        for letter in letters.chars() {
            let text = format!("{board} w {letter} - 0 1");
            hopeless(&text, Chess960, "castling_rights");
        }
    }
    for letters in ["HG", "GH", "KG", "KH"] {
        let text = format!("4k3/8/8/8/8/8/8/4K1RR w {letters} - 0 1");
        hopeless(&text, Chess960, "castling_rights");
    }
    for letters in ["ab", "qa", "qb"] {
        let text = format!("rr2k3/8/8/8/8/8/8/4K3 w {letters} - 0 1");
        hopeless(&text, Chess960, "castling_rights");
    }
}

#[test]
fn outer_rooks_are_k_and_q_and_inner_ones_are_named() {
    let board = "1rr1k1rr/8/8/8/8/8/8/RR2K1RR w";
    for (given, written) in [
        ("KQkq", "KQkq"),
        ("HAhb", "KQkq"),
        ("GBgc", "GBgc"),
        ("GQhc", "GQkc"),
        ("KBgq", "KBgq"),
        ("Bg", "Bg"),
        ("-", "-"),
    ] {
        let text = format!("{board} {given} - 0 1");
        accepted(&text, Chess960, &format!("{board} {written} - 0 1"));
    }
}

/// A king never starts in a corner. A right there is kept with a warning.
#[test]
fn a_king_in_the_corner_keeps_its_right() {
    for (board, right) in [
        ("4k3/8/8/8/8/8/8/K6R w", "K"),
        ("4k3/8/8/8/8/8/8/R6K w", "Q"),
        ("k6r/8/8/8/8/8/8/4K3 b", "k"),
        ("r6k/8/8/8/8/8/8/4K3 b", "q"),
    ] {
        let text = format!("{board} {right} - 0 1");
        repaired(&text, Chess960, "castling_rights", &text);
    }
}

/// Every en passant square of both sides: the right one, and the 56 of other ranks.
#[test]
fn the_en_passant_square_lies_behind_the_pawn() {
    for turn in Color::ALL {
        for square in Square::ALL {
            let mut board = Board::empty();
            // Away from every file and rank that matters.
            let enemy_home = Rank::Eighth.relative_to(turn);
            let king = Square::new(File::A, Rank::First.relative_to(turn));
            board.put(king, Piece::new(turn, Role::King));
            let other = Square::new(File::H, enemy_home);
            board.put(other, Piece::new(!turn, Role::King));
            let went_to = Square::new(square.file(), Rank::Fifth.relative_to(turn));
            board.put(went_to, Piece::new(!turn, Role::Pawn));
            let beside = went_to.offset(1, 0).or(went_to.offset(-1, 0)).unwrap();
            board.put(beside, Piece::new(turn, Role::Pawn));
            let text = |square: &str| format!("{board} {} - {square} 0 1", turn.letter());
            let given = text(&square.to_string());
            if square.rank() == Rank::Sixth.relative_to(turn) {
                accepted(&given, Standard, &given);
            } else {
                repaired(&given, Standard, "ep_rank", &text("-"));
            }
        }
    }
}

#[test]
fn an_en_passant_square_needs_its_pawn_and_its_path() {
    for turn in Color::ALL {
        for file in File::ALL {
            let at = |rank: Rank| Square::new(file, rank.relative_to(turn));
            let (came_from, passed) = (at(Rank::Seventh), at(Rank::Sixth));
            let went_to = at(Rank::Fifth);
            let mut bare = Board::empty();
            let king = Square::new(File::A, Rank::First.relative_to(turn));
            bare.put(king, Piece::new(turn, Role::King));
            let other = Square::new(File::H, Rank::First.relative_to(turn));
            bare.put(other, Piece::new(!turn, Role::King));
            let fen =
                |board: &Board, square: &str| format!("{board} {} - {square} 0 1", turn.letter());
            let check = |board: &Board, code: &str| {
                if Position::from_fen(&fen(board, "-")).is_ok() {
                    let text = fen(board, &passed.to_string());
                    repaired(&text, Standard, code, &fen(board, "-"));
                }
            };
            check(&bare, "ep_no_pawn");
            for (color, role) in [
                (turn, Role::Pawn),
                (!turn, Role::Knight),
                (turn, Role::Rook),
            ] {
                let mut other = bare;
                other.put(went_to, Piece::new(color, role));
                check(&other, "ep_no_pawn");
            }
            let mut still_home = bare;
            still_home.put(came_from, Piece::new(!turn, Role::Pawn));
            check(&still_home, "ep_no_pawn");
            for color in Color::ALL {
                for square in [came_from, passed] {
                    let mut blocked = bare;
                    blocked.put(went_to, Piece::new(!turn, Role::Pawn));
                    blocked.put(square, Piece::new(color, Role::Knight));
                    check(&blocked, "ep_occupied");
                }
            }
        }
    }
}

/// A check from before the double step is impossible; one that the step gave or uncovered is not.
#[test]
fn a_check_beside_en_passant_must_come_from_the_step() {
    for text in [
        "4k3/8/8/3Pp3/8/8/8/r3K3 w - e6 0 1",
        "4k3/8/8/3Pp3/8/5n2/8/4K3 w - e6 0 1",
        "4k3/8/8/3Pp3/8/8/3p4/4K3 w - e6 0 1",
        "R3k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        // The step gives check, and so does a rook that was there before.
        "4k3/8/8/4p3/r2K4/8/8/8 w - e6 0 1",
    ] {
        let canonical = text.replace("e6", "-").replace("e3 0", "- 0");
        repaired(text, Standard, "ep_impossible_check", &canonical);
    }
    accepted(
        "4k3/8/8/3Pp3/3K4/8/8/8 w - e6 0 1",
        Standard,
        "4k3/8/8/3Pp3/3K4/8/8/8 w - e6 0 1",
    );
    accepted(
        "8/r6K/8/3pP3/8/8/8/k7 w - d6 0 1",
        Standard,
        "8/r6K/8/3pP3/8/8/8/k7 w - - 0 1",
    );
}

/// The square is written only where a capture is legal; reading it elsewhere is not a fault.
#[test]
fn an_en_passant_square_without_a_legal_capture_is_dropped_silently() {
    for (text, canonical) in [
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        (
            "8/8/8/r2pPK2/8/8/8/k7 w - d6 0 1",
            "8/8/8/r2pPK2/8/8/8/k7 w - - 0 1",
        ),
        (
            "8/8/8/K2Pp2q/8/8/8/7k w - e6 0 1",
            "8/8/8/K2Pp2q/8/8/8/7k w - - 0 1",
        ),
        (
            "6b1/8/8/3pP3/8/8/K7/7k w - d6 0 1",
            "6b1/8/8/3pP3/8/8/K7/7k w - - 0 1",
        ),
    ] {
        accepted(text, Standard, canonical);
    }
}
