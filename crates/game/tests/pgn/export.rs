//! Whatever is read and written is in export format.

use std::fs;

use fourfold_game::pgn::{Builder, Checker, ExportCheck, Limits, Options, ReadGame, Reader};
use proptest::prelude::*;

use super::games_with;

/// The games of a text as `fourfold pgn --out` writes them.
fn written(bytes: &[u8], options: Options) -> String {
    let mut games = games_with(bytes, options);
    games.iter_mut().for_each(ReadGame::note_error);
    let games: Vec<String> = games.iter().map(|read| read.tree.to_string()).collect();
    games.join("\n")
}

/// Reads a text as `fourfold pgn --export` does.
fn exported(text: &str, limits: Limits) -> Vec<ReadGame> {
    let (input, mut export) = ExportCheck::of(text.as_bytes());
    let options = Options {
        limits: limits.of_written(),
        ..Options::default()
    };
    let mut checker = Checker::new(Reader::from_stream_with(input, options));
    let mut games = Vec::new();
    loop {
        let mut builder = Builder::new();
        let Some(report) = checker.read_game(&mut builder).unwrap() else {
            assert_eq!(builder.diagnostics(), [], "after the last game");
            return games;
        };
        let mut read = builder.finish(checker.tags(), report);
        export.check(&mut read);
        games.push(read);
    }
}

fn check(bytes: &[u8], options: Options) -> Result<(), TestCaseError> {
    let text = written(bytes, options);
    let games = exported(&text, options.limits);
    prop_assert_eq!(games.len(), games_with(bytes, options).len(), "{}", &text);
    for read in &games {
        prop_assert_eq!(&read.report.error, &None, "{}", &text);
    }
    Ok(())
}

/// Parts of games, sound and unsound, in all their spellings.
const PARTS: [&[u8]; 78] = [
    b"1. e4 e5 2. Nf3 Nc6",
    b"1.e2e4 e7e5 2.g1f3 b8c6",
    b"3. f1b5 Z0 4. e1g1",
    b"(1. d4 d5 2. c4)",
    b"(1... -- 2. d4)",
    b"(2. f4",
    b"(",
    b")",
    b"()",
    b"({only words})",
    b"($5 {before} 2. d3)",
    b"--",
    b"Z0",
    b"0000",
    b"@@@@",
    b"Ke3",
    b"foo",
    b"e4",
    b"e5",
    b"Nf3",
    b"f6",
    b"Qh5+",
    b"g6",
    b"d4!!",
    b"d5?!",
    b"a3!?!",
    b"$1",
    b"$255",
    b"$256",
    b"$99999999999",
    b"+-",
    b"1-0",
    b"0-1",
    b"1/2-1/2",
    b"1/2",
    b"*",
    b"{}",
    b"{a comment}",
    b"{two\nlines}",
    b"{ \x0b odd \x0c blanks\t \x0b }",
    b"{[%clk 0:01:00] [%eval 0.3]}",
    b"{(=)}",
    b"(=)",
    b"{L\xe4tin-1 \x85 \xa0 }",
    "{♞ é \u{2028} \u{feff} \u{200f}}".as_bytes(),
    b"{never closed",
    b"{\n[Event \"inside\"]}",
    b"{x [Event \"inside\"] y}",
    b"{a \0 b}",
    b"; to the end of the line } {\n",
    b";\n",
    b"; %x\n",
    b"%escaped 1. e4\n",
    b"[Event \"a\"]\n",
    b"\n\n[Event \"b\"]\n",
    b"[Site \"x \\\"y\\\" \\\\ z\"]\n",
    b"[White \"a \"quoted\" name\"]\n",
    b"[White \"L\xf6w\"]\n",
    b"[Black \"no bracket\"\n",
    b"[Black no quotes]\n",
    b"[Result \"1-0\"]\n",
    b"[Result \"0-1\"]\n",
    b"[Result \"0-2\"]\n",
    b"[Result \"*\"]\n",
    b"[Eve<nt \"y\"]\n",
    b"[Gr\xfc\xdfe \"y\"]\n",
    b"[a.b \"1\"]\n[a:b \"2\"]\n[a_b \"3\"]\n",
    b"[Variant \"Atomic\"]\n",
    b"[Variant \"Chess960\"]\n",
    b"[Variant \"From Position\"]\n",
    b"[SetUp \"1\"]\n[FEN \"8/8/3k4/8/3K4/8/7R/7R w - -\"]\n",
    b"[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n",
    b"[FEN \"4k3/8/8/8/8/8/8/4K3 b KQ e3 7 0\"]\n",
    b"[FEN \"nonsense } here\"]\n",
    b"[Termination \"time forfeit\"]\n",
    b"\xef\xbb\xbf",
    b"\x1a",
    b"\xff\xfe",
];

/// A text of such parts, with blanks and any bytes between them.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        12 => proptest::sample::select(&PARTS[..]).prop_map(<[u8]>::to_vec),
        1 => proptest::collection::vec(any::<u8>(), 1..6),
        1 => any::<String>().prop_map(|text| format!("{{{text}}}").into_bytes()),
        1 => any::<String>().prop_map(|text| format!("\n[A \"{text}\"]\n").into_bytes()),
    ];
    let blank = prop_oneof![5 => Just(" "), 2 => Just("\n"), 1 => Just("\n\n"), 1 => Just("")];
    proptest::collection::vec((part, blank), 0..40).prop_map(|parts| {
        let parts = parts.into_iter();
        parts
            .flat_map(|(part, blank)| [part, blank.as_bytes().to_vec()].concat())
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn what_is_written_of_any_text_is_export_format(text in text()) {
        check(&text, Options::default())?;
        check(&text, Options::strict())?;
    }
}

#[test]
fn what_is_written_of_the_vectors_is_export_format() {
    let mut files = 0;
    for entry in fs::read_dir(super::VECTORS).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pgn") {
            files += 1;
            check(&fs::read(&path).unwrap(), Options::default()).unwrap();
        }
    }
    assert!(files > 40);
}

#[test]
fn games_at_the_limits_can_still_be_read_when_they_are_written() {
    let limits = Limits {
        tag_bytes: 100,
        tags: 5,
        comment_bytes: 80,
        text_bytes: 1_000,
        plies: 10,
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    let comments = |count: usize| "{x} ".repeat(count);
    for text in [
        // Latin-1 and quotation marks become longer.
        [&b"1. e4 {"[..], &[0xe9; 80], b"} *"].concat(),
        [&b"[A \""[..], &[0xe9; 90], b"\"] 1. e4 *"].concat(),
        format!("[A \"{}\"] 1. e4 *", "\"x".repeat(40)).into_bytes(),
        // Refused games get a comment.
        format!("1. e4 {} e5 *", comments(15)).into_bytes(),
        format!("1. e4 {} e5 *", comments(16)).into_bytes(),
        (0..9)
            .map(|n| format!("[T{n} \"\"]\n"))
            .collect::<String>()
            .into_bytes(),
        (0..5)
            .map(|n| format!("[T{n} \"\"]\n"))
            .collect::<String>()
            .into_bytes(),
        "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(3).into_bytes(),
    ] {
        check(&text, options).unwrap();
    }
}
