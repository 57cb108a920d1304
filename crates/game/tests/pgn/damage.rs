//! Damaged files: each game is read by itself and reports where it is damaged.

use super::{error, game, games, sans, warnings};

/// An undamaged game, which must be read after any damage.
const SOUND: &str = "\n\n[Event \"sound\"]\n[Site \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn damage_costs_one_game_and_is_located() {
    let cases: [(&str, &str, Option<&str>, &str); 20] = [
        (
            "1. e4 e5 2. Ke3 d5 1-0",
            "illegal_move",
            Some("Ke3"),
            "3:13",
        ),
        ("1. e4 e5 2. foo d5 1-0", "syntax", Some("foo"), "3:13"),
        ("1. Nf3 Nf6 2. Nc3 Nc6 3. Ne4 Ne5 4. Nc5 *", "", None, ""),
        (
            "1. d4 d5 2. Nd2 Nf6 3. Ngf3 e6 4. Nf3 *",
            "illegal_move",
            Some("Nf3"),
            "3:35",
        ),
        (
            "1. e4 e5 ) 2. Nf3 *",
            "unbalanced_variation",
            Some(")"),
            "3:10",
        ),
        (
            "1. e4 (1. d4 d5 2. c4",
            "unterminated_variation",
            None,
            "3:7",
        ),
        (
            "1. e4 (1. d4 (1. c4) d5 *",
            "unterminated_variation",
            None,
            "3:7",
        ),
        (
            "1. e4 {never closed 1... e5 *",
            "unterminated_comment",
            None,
            "3:7",
        ),
        (
            "1. e4 e5 {never closed\n2. Nf3 *",
            "unterminated_comment",
            None,
            "3:10",
        ),
        ("1. e4 e5 } 2. Nf3 *", "syntax", Some("}"), "3:10"),
        ("1. e4 e5 ] 2. Nf3 *", "syntax", Some("]"), "3:10"),
        ("1. e4 [e5] *", "syntax", Some("["), "3:7"),
        ("1. e4 <e5> *", "syntax", Some("<e5>"), "3:7"),
        ("1. e4 e5\0 2. Nf3 *", "encoding", Some("e5\0"), "3:7"),
        ("1. e4 {a\0b} e5 *", "encoding", Some("\0"), "3:7"),
        (
            "[Site \"x\n\n1. e4 *",
            "tag_syntax",
            Some("[Site \"x"),
            "3:1",
        ),
        ("[Site x]\n\n1. e4 *", "tag_syntax", Some("[Site x]"), "3:1"),
        ("[]\n\n1. e4 *", "tag_syntax", Some("[]"), "3:1"),
        (
            "[Variant \"Atomic\"]\n\n1. e4 *",
            "unsupported_variant",
            Some("Atomic"),
            "3:1",
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n\n*",
            "bad_fen",
            Some("8/8/8/8/8/8/8/8 w - -"),
            "3:1",
        ),
    ];
    for (damage, class, token, place) in cases {
        let text = format!("[Event \"damaged\"]\n\n{damage}{SOUND}");
        let read = games(&text);
        assert_eq!(read.len(), 2, "{damage}");
        assert_eq!(sans(&read[1]), "f3 e5 g4 Qh4#", "{damage}");
        assert_eq!(read[1].tags.len(), 2, "{damage}");
        assert_eq!(read[1].report.error, None, "{damage}");
        if class.is_empty() {
            assert_eq!(read[0].report.error, None, "{damage}");
            continue;
        }
        let (found, _, found_token, found_place) = error(&read[0]);
        assert_eq!((found, found_token), (class, token), "{damage}");
        assert_eq!(found_place, place, "{damage}");
        let advice = read[0].report.error.as_ref().unwrap().problem.advice();
        assert!(!advice.is_empty(), "{damage}");
    }
}

#[test]
fn a_refused_game_keeps_only_what_came_before_the_error() {
    let read = game("[Result \"1-0\"]\n\n1. e4 {good} e5 $1 2. Ke3 {bad} (2. Nf3) 2... d5 1-0");
    assert_eq!(sans(&read), "e4 e5");
    assert_eq!((read.report.plies, read.report.result), (2, None));
    assert_eq!(read.report.variations, 0);
    let comments = read
        .tree
        .main_line()
        .map(|id| read.tree.node(id).comments.len());
    assert_eq!(comments.collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn a_refused_game_is_never_resumed_in_the_middle() {
    // Results and move numbers within a damaged game start no new game.
    let text = "1. e4 Ke5 1-0 1. d4 d5\n2. c4 0-1\n3. Nc3 *\n\n1. f4 *";
    let read = games(text);
    assert_eq!(read.len(), 2);
    assert_eq!(sans(&read[1]), "f4");
}

#[test]
fn a_bad_tag_does_not_split_its_game() {
    let text =
        format!("[Event \"a\"]\n[Site x]\n[White \"w\"]\n[Black \"b\"]\n\n1. e4 e5 *{SOUND}");
    let read = games(&text);
    assert_eq!(read.len(), 2);
    assert_eq!(error(&read[0]).0, "tag_syntax");
    assert_eq!(read[0].tags.len(), 1);
}

#[test]
fn an_error_in_a_variation_is_reported_there() {
    for (variation, due) in [
        ("(1... Ke6 2. d4)", &["illegal_move_in_variation"][..]),
        ("(1... foo 2. d4 (2. c4))", &["syntax_in_variation"]),
        (
            "(1... -- 2. d4 --)",
            &["null_move_in_variation", "null_move_in_variation"],
        ),
        ("()", &["empty_variation"]),
        ("({text})", &["empty_variation"]),
        (
            "((1... c5))",
            &["variation_without_move", "empty_variation"],
        ),
        ("(1... c5 (1... Nf3))", &["illegal_move_in_variation"]),
    ] {
        let read = game(format!("1. e4 e5 {variation} 2. Nf3 *"));
        assert_eq!(read.report.error, None, "{variation}");
        assert_eq!(sans(&read), "e4 e5 Nf3", "{variation}");
        assert_eq!(warnings(&read), due, "{variation}");
    }
    let read = game("(1. d4) 1. e4 *");
    assert_eq!(
        warnings(&read),
        Vec::<&str>::new(),
        "text before a game belongs to no game"
    );
    let read = game("[Event \"?\"]\n\n(1. d4) 1. e4 *");
    assert_eq!(warnings(&read), ["variation_without_move"]);
    let read = game("1. e4 f5 2. Qh5+ (2. d4) 2... g6 (2... -- 3. Qe8#) 3. Qf3 *");
    assert_eq!(warnings(&read), ["illegal_move_in_variation"]);
}

#[test]
fn a_text_without_a_game_is_refused_as_one_game() {
    let read = game("this is not a PGN file at all <html> & so on\nand more\n");
    assert_eq!(error(&read), ("syntax", 0, Some("this"), "1:1".to_owned()));
    let read = game(b"\xff\xfe[\0E\0v\0e\0n\0t\0 \0\"\0a\0\"\0]\0");
    assert_eq!(error(&read), ("encoding", 0, None, "1:1".to_owned()));
    let read = game(b"[\0E\0v\0e\0n\0t\0 \0");
    assert_eq!(error(&read).0, "encoding");
}

#[test]
fn a_truncated_file_is_read_up_to_its_end() {
    let whole = "[Event \"a \\\"b\\\"\"]\r\n[White \"é\"]\r\n\r\n1. e4 {x} e5 (1... c5 $14) 2. Nf3! \
                 ; end\r\n2... Nc6 1/2-1/2\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 *\r\n";
    for length in 0..=whole.len() {
        let read = games(&whole.as_bytes()[..length]);
        assert!(read.len() <= 2, "{length}");
        for read in &read {
            let is_start = "e4 e5 Nf3 Nc6".starts_with(&sans(read));
            assert!(is_start || sans(read) == "d4", "{length}: {}", sans(read));
        }
    }
}
