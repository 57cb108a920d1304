//! Limits: input at the limit is read, one more is refused, and the next game is still read.

use std::fmt::Write;
use std::thread;

use fourfold_game::pgn::{Limits, Options, Tree};

use super::{error, games, games_with, sans};

const NEXT: &str = "\n\n[Event \"next\"]\n\n1. e4 *\n";

/// Reads a text at its exact limits, and with one less, at which it is refused.
fn check(text: &str, class: &str, limits: impl Fn(usize) -> Limits, enough: usize) {
    let text = format!("[Event \"?\"]\n\n{text}{NEXT}");
    for (limit, is_fine) in [(enough, true), (enough - 1, false)] {
        let options = Options {
            limits: limits(limit),
            ..Options::default()
        };
        let read = games_with(text.as_bytes(), options);
        assert_eq!(read.len(), 2, "{class}");
        assert_eq!(sans(&read[1]), "e4", "{class}");
        assert_eq!(read[0].report.error.is_none(), is_fine, "{class} {limit}");
        if !is_fine {
            assert_eq!(error(&read[0]).0, class);
        }
    }
}

#[test]
fn each_limit_is_exact() {
    let limits = Limits::default;
    check(
        "1. e4 (1. d4 (1. c4 (1. b4))) *",
        "variation_depth",
        |variation_depth| Limits {
            variation_depth,
            ..limits()
        },
        3,
    );
    for text in ["1. e4 {0123456789} *", "1. e4 ;0123456789\n*"] {
        check(
            text,
            "comment_length",
            |comment_bytes| Limits {
                comment_bytes,
                ..limits()
            },
            10,
        );
    }
    check(
        "[Site \"0123456789\"]\n\n1. e4 *",
        "tag_syntax",
        |tag_bytes| Limits {
            tag_bytes,
            ..limits()
        },
        17,
    );
    check(
        "[Site \"?\"]\n[A \"?\"]\n[B \"?\"]\n[FEN \"\"]\n\n1. e4 *",
        "tag_count",
        |tags| Limits { tags, ..limits() },
        2,
    );
    // Repeated tags count too.
    check(
        "[Site \"?\"]\n[Site \"a\"]\n[A \"?\"]\n[A \"?\"]\n\n1. e4 *",
        "tag_count",
        |tags| Limits { tags, ..limits() },
        3,
    );
    // Short tags, comments and glyphs count for 64 bytes each, and so does the Event tag of the text.
    let long = "x".repeat(100);
    for (text, enough) in [
        (
            format!("[A \"{long}\"]\n\n1. e4 {{{long}}} *"),
            64 + 101 + 100,
        ),
        ("[A \"\"] 1. e4 {a} {bcd} *".to_owned(), 64 + 3 * 64),
        ("[A \"\"] 1. e4 $1 $2 (1. d4 $3) *".to_owned(), 64 + 4 * 64),
    ] {
        check(
            &text,
            "text_length",
            |text_bytes| Limits {
                text_bytes,
                ..limits()
            },
            enough,
        );
    }
    check(
        "1. e4 e5 2. Nf3 (2. f4) *",
        "syntax",
        |plies| Limits {
            plies: plies as u64,
            ..limits()
        },
        4,
    );
    check(
        "1. e4 e5 2. Ng1-f3!? *",
        "syntax",
        |token_bytes| Limits {
            token_bytes,
            ..limits()
        },
        6,
    );
}

#[test]
fn a_small_stack_is_enough_for_any_depth() {
    const DEPTH: usize = 30_000;
    let work = || {
        let mut text = "1. e4 ".to_owned();
        for _ in 0..DEPTH {
            text.push_str("(1. e4 e5 ");
        }
        text.push_str(&")".repeat(DEPTH));
        text.push_str(" *");
        let options = Options {
            limits: Limits {
                variation_depth: DEPTH,
                ..Limits::default()
            },
            ..Options::default()
        };
        let read = games_with(text.as_bytes(), options);
        assert_eq!(read[0].report.nesting, DEPTH);
        let again = games_with(read[0].tree.to_string().as_bytes(), options);
        assert!(again[0].tree == read[0].tree);

        // Nested variations, each one move later.
        let mut tree = Tree::default();
        let mut now = tree.root();
        for index in 0..DEPTH {
            let moves = tree.position(now).legal_moves();
            tree.add(now, moves[index % moves.len()]).unwrap();
            now = tree.add(now, moves[(index + 1) % moves.len()]).unwrap();
            if tree.position(now).count_legal_moves() < 2 {
                break;
            }
        }
        assert!(tree.to_string().len() > 1000);
        assert!(tree.clone() == tree);
    };
    let thread = thread::Builder::new().stack_size(256 << 10).spawn(work);
    thread.unwrap().join().unwrap();
}

#[test]
fn hostile_megabytes_are_read() {
    const MEGABYTE: usize = 1 << 20;
    let numbered = |count: usize| {
        let mut tags = String::new();
        for index in 0..count {
            writeln!(tags, "[T{index} \"\"]").unwrap();
        }
        tags
    };
    let texts = [
        " ".repeat(MEGABYTE),
        "\n".repeat(MEGABYTE),
        "\r".repeat(MEGABYTE),
        "(".repeat(MEGABYTE),
        "1. e4 (".to_owned() + &"()".repeat(MEGABYTE / 2),
        "{".repeat(MEGABYTE),
        "[".repeat(MEGABYTE),
        "[\n".repeat(MEGABYTE / 2),
        "[Event \"".repeat(MEGABYTE / 8),
        "[Event \"a\" ".repeat(MEGABYTE / 11),
        "[Event \"a\"]\n\n1. e4 {\n\n".repeat(MEGABYTE / 23),
        "1. e4 {".to_owned() + &"\n[a".repeat(MEGABYTE / 3),
        "1. e4 {".to_owned() + &"\n".repeat(MEGABYTE),
        "\\".repeat(MEGABYTE),
        "[Event \"".to_owned() + &"\\".repeat(MEGABYTE),
        "[Event \"".to_owned() + &"\" ".repeat(MEGABYTE / 2),
        "e4 ".to_owned() + &"!".repeat(MEGABYTE),
        "e4 $".to_owned() + &"1".repeat(MEGABYTE),
        "1".repeat(MEGABYTE),
        "1. ".repeat(MEGABYTE / 3),
        "x".repeat(MEGABYTE),
        "x ".repeat(MEGABYTE / 2),
        "x\n".repeat(MEGABYTE / 2),
        "1-0\n".repeat(MEGABYTE / 4),
        "1. e4 1-0 ".repeat(MEGABYTE / 10),
        "%\n".repeat(MEGABYTE / 2),
        ";\n".repeat(MEGABYTE / 2),
        "\u{feff}\n".repeat(MEGABYTE / 4),
        "e.p.".repeat(MEGABYTE / 4),
        "e(Q)".repeat(MEGABYTE / 4),
        "\0".repeat(MEGABYTE),
        numbered(MEGABYTE / 12),
        "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(MEGABYTE / 22),
        "1. e4 ".to_owned() + &"(1. d4) ".repeat(MEGABYTE / 8),
    ];
    for text in &texts {
        let excerpt: String = text.chars().take(40).collect();
        let read = games(text);
        for game in &read {
            let written = game.tree.to_string().len();
            assert!(written < 4 * text.len() + 1000, "{excerpt:?}");
        }
    }
}
