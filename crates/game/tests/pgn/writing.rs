//! The exact output of the writer.

use chess::Position;
use chess::fen::{self, CastlingMode};
use chess::{Role, Tolerance};
use fourfold_game::Start;
use fourfold_game::pgn::{Comment, Tree};

use super::game;

#[test]
fn a_game_is_written_in_export_format() {
    let text = "[White \"a \\\"b\\\" \\\\c\"] [Zzz \"1\"] [Event \"e\"]\n\n\
                1.e4! $14 {[%clk 0:01:00] x} e5 ( {before} 1...c5 2.Nf3 (2.c3 ) {after} ) (1...e6) \
                2.Nf3 ; brace } here\n 0-1";
    let due = "[Event \"e\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
               [White \"a \\\"b\\\" \\\\c\"]\n[Black \"?\"]\n[Result \"0-1\"]\n[Zzz \"1\"]\n\n\
               1. e4 $1 $14 {[%clk 0:01:00] x} 1... e5 ({before} 1... c5 2. Nf3 {after} (2.\n\
               c3)) (1... e6) 2. Nf3 ; brace } here\n0-1\n";
    let tree = game(text).tree;
    assert_eq!(tree.to_string(), due);
    assert_eq!(game(due).tree, tree);
}

#[test]
fn a_game_with_black_to_move_starts_with_dots() {
    let start = Position::from_fen("8/8/3k4/8/3K4/8/7R/7R b - - 4 40").unwrap();
    let mut tree = Tree::new(start);
    let kc6 = tree
        .add(tree.root(), start.parse_san("Kc6").unwrap())
        .unwrap();
    let rh6 = tree.position(kc6).parse_san("Rh6").unwrap();
    tree.add(kc6, rh6).unwrap();
    let text = tree.to_string();
    assert!(text.ends_with("\n\n40... Kc6 41. Rh6+ *\n"), "{text}");
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"8/8/3k4/8/3K4/8/7R/7R b - - 4 40\"]\n"));
}

#[test]
fn chess960_is_named_even_if_it_looks_like_chess() {
    let position = Position::start();
    let mode = CastlingMode::Chess960;
    let tree = Tree::new(Start { position, mode });
    let text = tree.to_string();
    assert!(
        text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \""),
        "{text}"
    );
    assert_eq!(game(&text).tree, tree);
    let inner = fen::read(
        "r3k1rr/8/8/8/8/8/8/RR2K1R1 w GBgа - 0 1",
        mode,
        Tolerance::Lenient,
    );
    assert!(inner.is_err(), "the last letter is Cyrillic");
}

#[test]
fn lines_have_fewer_than_eighty_characters() {
    let mut tree = Tree::default();
    let mut now = tree.root();
    for index in 0..60u8 {
        let moves = tree.position(now).legal_moves();
        let knights = tree.position(now).board().by_role(Role::Knight);
        let m = moves.iter().find(|m| knights.contains(m.from())).unwrap();
        now = tree.add(now, *m).unwrap();
        let words = "é word ".repeat(usize::from(index) % 17);
        tree.node_mut(now).comments.extend(Comment::new(&words));
        tree.node_mut(now).nags.push(index);
    }
    let text = tree.to_string();
    let lengths = || text.lines().map(|line| line.chars().count());
    assert!(lengths().all(|length| length < 80), "{text}");
    assert_eq!(lengths().max(), Some(79), "the lines are full");
    assert_eq!(game(&text).tree, tree);
}

#[test]
fn a_comment_cannot_start_another_game_or_an_escaped_line() {
    let words = format!("{} [Event \"x\"] %y [White \"z\"]", "w".repeat(70));
    for text in [
        words.as_str(),
        "a\n\n[Event \"x\"]\n",
        "%",
        "[Event \"x\"]",
        "; }",
        "{",
    ] {
        let mut tree = Tree::default();
        let root = tree.root();
        tree.node_mut(root).comments.extend(Comment::new(text));
        let e4 = tree
            .add(root, Position::start().parse_san("e4").unwrap())
            .unwrap();
        tree.node_mut(e4).comments.extend(Comment::new(text));
        let written = tree.to_string();
        let is_safe = |line: &str| !line.starts_with('%') && !line.starts_with("[Event \"x");
        assert!(written.lines().all(is_safe), "{written}");
        assert_eq!(game(&written).tree, tree, "{written}");
    }
}

#[test]
fn the_result_after_the_moves_counts_unless_it_is_unknown() {
    for (tag, marker, due) in [
        ("1-0", "1/2-1/2", "1/2-1/2"),
        ("1-0", "0-1", "0-1"),
        ("1-0", "*", "1-0"),
        ("1-0", "", "1-0"),
        ("*", "0-1", "0-1"),
        ("0-2", "0-1", "0-1"),
        ("0-2", "", "*"),
    ] {
        let read = game(format!("[Result \"{tag}\"]\n\n1. e4 e5 {marker}"));
        let is_reported = read
            .diagnostics
            .iter()
            .any(|d| d.code() == "result_mismatch");
        let differ = !marker.is_empty() && tag != marker && tag != "0-2";
        assert_eq!(is_reported, differ, "{tag} {marker}");
        let text = read.tree.to_string();
        assert!(text.contains(&format!("[Result \"{due}\"]")), "{text}");
        assert!(text.ends_with(&format!(" e5 {due}\n")), "{text}");
        assert_eq!(game(&text).tree, read.tree);
    }
}
