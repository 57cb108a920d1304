//! The many ways in which people and programs write the same game.

use chess::Tolerance;
use fourfold_game::GameResult;
use fourfold_game::pgn::{Options, Problem};

use super::{error, game, games, games_with, sans, warnings};

/// Checks that a text means these moves and gives these warnings.
fn check(text: impl AsRef<[u8]>, moves: &str, due: &[&str]) {
    let shown = String::from_utf8_lossy(text.as_ref()).into_owned();
    let read = game(text);
    assert_eq!(read.report.error, None, "{shown}");
    assert_eq!(sans(&read), moves, "{shown}");
    assert_eq!(warnings(&read), due, "{shown}");
}

const SET_UP: &str = "[SetUp \"1\"]\n[FEN \"1n2k3/P7/8/8/8/8/p7/1N2K3 w - - 0 1\"]\n\n";

#[test]
fn move_numbers_dots_and_spaces_have_no_meaning() {
    for text in [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "1 e4 1 e5 2 Nf3 *",
        "1e4 e5 2Nf3 *",
        "e4 e5 Nf3 *",
        "1... e4 1. ... e5 2 . Nf3 *",
        "1.\te4\t\te5\n\n2.\nNf3\n\n\n*",
        "1. e4 ...e5 2. Nf3*",
        "e4\r\ne5\r\nNf3\r\n*\r\n",
    ] {
        check(text, "e4 e5 Nf3", &[]);
    }
    check("1. e4 e5 7. Nf3 *", "e4 e5 Nf3", &["move_number"]);
    check("99999999999999. e4 *", "e4", &["move_number"]);
}

#[test]
fn shifted_move_numbers_are_reported_once() {
    let read = game("5. e4 e5 6. Nf3 Nc6 7. Bb5 a6 *");
    assert_eq!(warnings(&read), ["move_number"]);
    assert_eq!(read.diagnostics[1].problem, Problem::MoveNumber(1));
}

#[test]
fn comments_end_with_their_brace_or_their_line() {
    let text = "; before\n1. e4 ; a line { not a brace\ne5 {a {brace} 2. Nf3 {(in) [it] ; $1}*";
    let read = game(format!("[Event \"?\"]\n{text}"));
    assert_eq!(sans(&read), "e4 e5 Nf3");
    let comments: Vec<&str> = std::iter::once(read.tree.root())
        .chain(read.tree.main_line())
        .flat_map(|id| read.tree.node(id).comments.iter().map(|c| c.as_str()))
        .collect();
    let due = [
        "before",
        "a line { not a brace",
        "a {brace",
        "(in) [it] ; $1",
    ];
    assert_eq!(comments, due);
}

#[test]
fn escaped_lines_are_ignored() {
    let text = "% first line\n[Event \"?\"]\n%[Site \"x\"]\n\n1. e4\n%1... c5 {\ne5 *\n% last";
    check(text, "e4 e5", &[]);
    let read = game("1. e4 %e5 *");
    assert_eq!(error(&read), ("syntax", 1, Some("%e5"), "1:7".to_owned()));
}

#[test]
fn unusual_suffixes_and_signs_are_reported() {
    check("f3 e5 g4 Qh4 0-1", "f3 e5 g4 Qh4#", &["missing_check_mark"]);
    check("f3 e5 g4 Qh4+ 0-1", "f3 e5 g4 Qh4#", &["wrong_check_mark"]);
    check("e4+ e5 *", "e4 e5", &["wrong_check_mark"]);
    check(
        "e4 e5 Qh5 Nc6 Qxf7++ *",
        "e4 e5 Qh5 Nc6 Qxf7+",
        &["wrong_check_mark"],
    );
    check("e4 d5 ed5 *", "e4 d5 exd5", &["missing_capture"]);
    check("e4 d5 e4xd5 *", "e4 d5 exd5", &["needless_origin"]);
    check("Ngf3 *", "Nf3", &["needless_origin"]);
    check("Ng1-f3 *", "Nf3", &["hyphen", "needless_origin"]);
    check(
        "e2e4 e7-e5 *",
        "e4 e5",
        &["needless_origin", "hyphen", "needless_origin"],
    );
    check("Pe4 *", "e4", &["pawn_letter"]);
}

#[test]
fn moves_in_uci_notation_are_read_and_a_strict_reader_refuses_them() {
    let text = "1. g1f3 d7d5 2. g2g3 g8f6 3. f1g2 e7e6 4. e1g1 *";
    let mut due = vec!["uci_notation"; 7];
    for pawn in [1, 2, 5] {
        due[pawn] = "needless_origin";
    }
    check(text, "Nf3 d5 g3 Nf6 Bg2 e6 O-O", &due);
    check("1. e4 e5 (1... b8c6) *", "e4 e5", &["uci_notation"]);
    let promoted = format!("{SET_UP}1. a7b8q *");
    let read = game(promoted);
    assert_eq!(
        (sans(&read).as_str(), &read.report.error),
        ("axb8=Q+", &None)
    );
    let read = game("1. g1f3 g1f3 *");
    assert_eq!(error(&read).0, "illegal_move", "the move must be legal");
    let strict = &games_with(text.as_bytes(), Options::strict())[0];
    assert_eq!(
        error(strict),
        ("illegal_move", 0, Some("g1f3"), "1:4".to_owned())
    );
}

#[test]
fn a_null_move_of_the_main_line_is_read_and_a_strict_reader_refuses_it() {
    for null in ["--", "Z0", "@@@@", "0000", "null", "<>"] {
        let text = format!("1. e4 {null} 2. d4 {null} 3. Nf3 d5 1-0");
        check(&text, "e4 -- d4 -- Nf3 d5", &["null_move_in_main_line"; 2]);
        let read = game(&text);
        assert_eq!((read.report.plies, read.report.ended_ply), (6, None));
        assert!(
            read.tree
                .to_string()
                .ends_with("1. e4 -- 2. d4 -- 3. Nf3 d5 1-0\n")
        );
        // As a record of a game, it ends before the null move.
        let record = read.tree.to_record();
        assert_eq!((record.moves.len(), record.ending), (1, None));
        assert_eq!(
            record.last,
            *read.tree.position(read.tree.main_line().next().unwrap())
        );
        for options in [Options::strict(), Options::playable()] {
            let refused = &games_with(text.as_bytes(), options)[0];
            assert_eq!(error(refused).0, "null_move");
            assert_eq!(sans(refused), "e4");
        }
    }
    // Nobody can pass in check, and the Laws judge nothing after a null move.
    let read = game("1. e4 f5 2. Qh5+ -- *");
    assert_eq!(error(&read).0, "null_move");
    check(
        "1. f3 e5 2. g4 -- 3. a3 Qh4# 1-0",
        "f3 e5 g4 -- a3 Qh4#",
        &["null_move_in_main_line"],
    );
}

#[test]
fn promotions_are_read_in_every_form() {
    for (text, due) in [
        ("axb8=Q+", &[][..]),
        ("axb8Q+", &["promotion_sign"]),
        ("axb8(Q)+", &["promotion_sign"]),
        ("axb8=q+", &["small_promotion"]),
        ("axb8=Q", &["missing_check_mark"]),
    ] {
        check(format!("{SET_UP}{text} *"), "axb8=Q+", due);
    }
    let read = game(format!("{SET_UP}1. axb8/Q+ *"));
    assert_eq!(
        error(&read),
        ("syntax", 0, Some("axb8/Q+"), "4:4".to_owned())
    );
    let read = game(format!("{SET_UP}1. axb8 *"));
    assert_eq!(error(&read).0, "illegal_move");
}

#[test]
fn en_passant_suffixes_are_ignored() {
    let moves = "e4 a6 e5 d5 exd6";
    check("e4 a6 e5 d5 exd6e.p. *", moves, &["en_passant_suffix"]);
    check("e4 a6 e5 d5 exd6 e.p. *", moves, &["en_passant_suffix"]);
    check("e4 a6 e5 d5 exd6 ep *", moves, &["en_passant_suffix"]);
}

#[test]
fn castling_is_read_with_zeros_and_with_check() {
    let zeros = "e4 e5 Nf3 Nf6 Bc4 Bc5 0-0 0-0 *";
    check(
        zeros,
        "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O",
        &["zero_castling", "zero_castling"],
    );
    let fen = "[SetUp \"1\"]\n[FEN \"5k2/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n";
    check(format!("{fen}1. O-O+ *"), "O-O+", &[]);
    check(format!("{fen}1. 0-0+ *"), "O-O+", &["zero_castling"]);
    check(format!("{fen}1. O-O *"), "O-O+", &["missing_check_mark"]);
}

#[test]
fn piece_letters_of_other_languages_and_lowercase_are_refused() {
    for (token, ply) in [("Sf3", 0), ("nf3", 0), ("Dh5", 2), ("♘f3", 0), ("N", 0)] {
        let before = if ply == 2 { "e4 e5 " } else { "" };
        let read = game(format!("[Event \"?\"]\n\n{before}{token} *"));
        let (class, at, found, _) = error(&read);
        assert_eq!((class, at, found), ("syntax", ply, Some(token)));
    }
}

#[test]
fn glyphs_are_read_as_numbers_suffixes_and_symbols() {
    let nags = |text: &str| {
        let read = game(text);
        let last = read.tree.main_end();
        (read.tree.node(last).nags.clone(), warnings(&read))
    };
    assert_eq!(nags("e4! *"), (vec![1], vec![]));
    assert_eq!(nags("e4 ?! $13 $0 *"), (vec![6, 13, 0], vec![]));
    assert_eq!(nags("e4 += *"), (vec![14], vec!["symbolic_glyph"]));
    assert_eq!(nags("e4 ∞ *"), (vec![13], vec!["symbolic_glyph"]));
    assert_eq!(nags("e4!!! *"), (vec![], vec!["unknown_glyph"]));
    assert_eq!(nags("e4 $255 $256 *"), (vec![255], vec!["nag_range"]));
    assert_eq!(nags("e4 $99999 *"), (vec![], vec!["nag_range"]));
    assert_eq!(nags("e4 $ *"), (vec![], vec!["nag_range"]));
}

#[test]
fn results_are_read_in_odd_forms() {
    for (text, due) in [
        ("1/2", GameResult::Draw),
        ("½-½", GameResult::Draw),
        ("1–0", GameResult::WhiteWins),
    ] {
        let read = game(format!("e4 {text}"));
        assert_eq!(read.report.result, Some(due), "{text}");
        assert_eq!(warnings(&read), ["result_form"], "{text}");
        let strict = games_with(format!("e4 {text}").as_bytes(), Options::strict());
        assert_eq!(error(&strict[0]).0, "syntax", "{text}");
    }
    let read = game("e4 e5");
    assert_eq!(
        (read.report.result, read.tree.result),
        (None, GameResult::Unknown)
    );
    assert_eq!(
        read.diagnostics.last().unwrap().code(),
        "missing_termination"
    );
    // Without a termination marker the tag counts.
    let read = game("[Result \"0-1\"]\n\n1. e4 e5\n");
    assert_eq!(
        (read.report.result, read.tree.result),
        (None, GameResult::BlackWins)
    );
    // In a variation a result says nothing about the game.
    check("e4 (d4 1-0) e5 *", "e4 e5", &["result_in_variation"]);
}

#[test]
fn tags_are_read_in_odd_forms() {
    let tag = |text: &str, name: &str| {
        let read = game(text);
        (read.tags.get(name).map(str::to_owned), warnings(&read))
    };
    let one_line = "[Event \"a\"][Site \"b\"] [Date \"c\"] 1. e4 *";
    assert_eq!(tag(one_line, "Date"), (Some("c".to_owned()), vec![]));
    assert_eq!(
        tag("[ Event   \"a\" ]\n*", "Event"),
        (Some("a".to_owned()), vec![])
    );
    assert_eq!(
        tag("[Event\"a\"]\n*", "Event"),
        (Some("a".to_owned()), vec![])
    );
    let quotes = "[Event \"The \"Big\" One\"]\n*";
    let due = (Some("The \"Big\" One".to_owned()), vec!["unescaped_quote"]);
    assert_eq!(tag(quotes, "Event"), due);
    let open = "[Event \"a\"\n[Site \"b\"]\n*";
    assert_eq!(
        tag(open, "Event"),
        (Some("a".to_owned()), vec!["missing_bracket"])
    );
    assert_eq!(tag(open, "Site").0, Some("b".to_owned()));
    assert_eq!(
        tag("[A-b \"x\"]\n*", "A-b"),
        (Some("x".to_owned()), vec!["tag_name"])
    );
    for text in [quotes, open] {
        let strict = games_with(text.as_bytes(), Options::strict());
        assert_eq!(error(&strict[0]).0, "tag_syntax", "{text}");
    }
}

#[test]
fn a_comment_among_tags_does_not_end_them() {
    let read = game("[Event \"a\"]\n{hello}\n[Site \"b\"]\n\n1. e4 *");
    assert_eq!(read.tags.len(), 2);
    assert_eq!(
        read.tree.node(read.tree.root()).comments[0].as_str(),
        "hello"
    );
}

#[test]
fn byte_order_marks_latin1_and_dos_line_ends_only_cause_warnings() {
    check(b"\xef\xbb\xbf1. e4 *", "e4", &["bom"]);
    check(b"1. e4 {caf\xe9} *", "e4", &["encoding_latin1"]);
    check(b"1. e4 *\r\n\x1a", "e4", &[]);
    check(b"1. e4\x1a *", "e4", &["dos_end_of_file"]);
    check(b"1. e4\re5\r*\r", "e4 e5", &["cr_line_ends"]);
    let read = games("1. e4 *\n\n\u{feff}[Event \"second\"]\n\n1. d4 *");
    assert_eq!((read.len(), warnings(&read[1])), (2, vec!["bom"]));
    let names = game("[White \"Núñez\"]\n[Black \"Ким\"]\n\n*");
    assert_eq!(names.tags.get("Black"), Some("Ким"));
}

#[test]
fn null_moves_in_variations_are_annotations() {
    let due = ["null_move_in_variation", "null_move_in_variation"];
    check("e4 (-- Nf6 Z0) e5 *", "e4 e5", &due);
    let strict = games_with(b"e4 (-- Nf6 Z0) e5 *", Options::strict());
    assert_eq!(strict[0].report.error, None);
}

#[test]
fn game_boundaries_are_found() {
    let texts = [
        "1. e4 * 1. d4 *",
        "1. e4 *\n1. d4 *",
        "1. e4 *\n\n\n1. d4 *\n",
        "[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *",
        "[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4",
        "[Event \"a\"]\n\n1. e4 {x} * {after} ; more\n\n{alone}\n[Event \"b\"]\n\nd4 *",
    ];
    for text in &texts[1..] {
        let read = games(text);
        assert_eq!(read.len(), 2, "{text}");
        assert_eq!(
            (sans(&read[0]), sans(&read[1])),
            ("e4".to_owned(), "d4".to_owned())
        );
    }
    // Nothing starts on the line of a result.
    assert_eq!(games(texts[0]).len(), 1);
    assert_eq!(games("").len(), 0);
    assert_eq!(games(" \r\n% nothing\n; here\n{either}\n\t").len(), 0);
    assert_eq!(games("*").len(), 1);
    assert_eq!(
        games("[Event \"a\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n").len(),
        3
    );
}

#[test]
fn text_between_games_belongs_to_no_game() {
    let text = "From: a friend\nSubject: 2 games\n\n[Event \"a\"]\n\n1. e4 *\n\nand the other:\n\n\
                1. d4 d5 *\n\nBest wishes, 1.\n";
    let read = games(text);
    assert_eq!(read.len(), 2);
    assert_eq!(sans(&read[1]), "d4 d5");
    for (index, token, line) in [(0, "From:", 1), (1, "and", 8)] {
        let found = &read[index].diagnostics[0];
        assert_eq!(found.code(), "text_between_games");
        assert_eq!(
            (found.token.as_deref(), found.place.line),
            (Some(token), line)
        );
    }
}

#[test]
fn strict_and_lenient_readers_agree_on_correct_games() {
    for tolerance in [Tolerance::Strict, Tolerance::Lenient] {
        let options = Options {
            tolerance,
            ..Options::default()
        };
        let read = games_with(
            b"[Event \"a\"]\n\n1. e4! $7 {x} (1. d4 d5) 1... e5 1-0",
            options,
        );
        assert_eq!(read[0].report.error, None);
        assert_eq!(sans(&read[0]), "e4 e5");
    }
}
