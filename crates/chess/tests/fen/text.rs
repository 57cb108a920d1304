//! Malformed text: every code, with many texts for each.

use fourfold_chess::Tolerance::{Lenient, Strict};
use fourfold_chess::fen;
use fourfold_chess::fen::CastlingMode::{Chess960, Standard};

use super::{START, accepted, hopeless, refused, repaired};

/// A FEN of the start position with one field replaced.
fn with_field(index: usize, text: &str) -> String {
    let mut fields = [START, "w", "KQkq", "-", "0", "1"];
    fields[index] = text;
    fields.join(" ")
}

fn start() -> String {
    with_field(0, START)
}

#[test]
fn fields_that_are_missing_have_defaults() {
    let fields = [START, "b", "Kk", "-", "7", "9"];
    for (count, canonical) in [
        (1, "w - - 0 1"),
        (2, "b - - 0 1"),
        (3, "b Kk - 0 1"),
        (4, "b Kk - 0 1"),
        (5, "b Kk - 7 1"),
    ] {
        let text = fields[..count].join(" ");
        repaired(
            &text,
            Standard,
            "field_count",
            &format!("{START} {canonical}"),
        );
    }
}

#[test]
fn fields_that_are_too_many_or_none_are_refused() {
    for text in ["", " ", "   ", "\n", "\t\r\n"] {
        hopeless(text, Standard, "field_count");
    }
    for tail in [
        " 1",
        " moves e2e4",
        " bm e4;",
        " -",
        " w KQkq - 0 1",
        " ;",
        " \u{b}",
    ] {
        hopeless(&(start() + tail), Standard, "field_count");
    }
    // With a field missing in the middle, the fields after it do not fit either.
    for text in ["w - 0 1", "KQkq - 0 1", "w KQkq 0 1"] {
        hopeless(&format!("{START} {text}"), Standard, "field_count");
    }
    // EPD operations stand where the clocks should.
    hopeless(
        &format!("{START} w KQkq - bm e4;"),
        Standard,
        "halfmove_syntax",
    );
}

#[test]
fn other_blanks_are_repaired() {
    let fields = [START, "w", "KQkq", "-", "0", "1"];
    for blank in ["  ", "   ", "\t", "\n", "\r\n", "\u{c}", " \t "] {
        for place in 1..6 {
            let (front, back) = fields.split_at(place);
            let text = format!("{}{blank}{}", front.join(" "), back.join(" "));
            repaired(&text, Standard, "whitespace", &start());
        }
        repaired(
            &format!("{}{blank}", start()),
            Standard,
            "whitespace",
            &start(),
        );
        repaired(
            &format!("{blank}{}", start()),
            Standard,
            "whitespace",
            &start(),
        );
    }
    repaired(&(start() + " "), Standard, "whitespace", &start());
    repaired(&format!(" {}", start()), Standard, "whitespace", &start());
}

#[test]
fn only_ascii_blanks_separate() {
    for blank in [
        "\u{a0}", "\u{2003}", "\u{3000}", "\u{200b}", "\u{feff}", "\u{85}", "\u{b}", "\0", "_",
        ",", ";", "\u{1f}",
    ] {
        hopeless(&start().replacen(' ', blank, 1), Standard, "board_char");
        hopeless(&start().replace(' ', blank), Standard, "board_char");
        hopeless(&format!("{blank}{}", start()), Standard, "board_char");
        hopeless(&(start() + blank), Standard, "fullmove_syntax");
    }
}

#[test]
fn the_board_has_eight_rows() {
    for rows in [
        "8",
        "8/8",
        "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/",
        "/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr//pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnrpppppppp8888PPPPPPPPRNBQKBNR",
        "/",
        "////////",
    ] {
        hopeless(&with_field(0, rows), Standard, "board_rows");
    }
}

#[test]
fn every_row_has_eight_files() {
    for (good, bad) in [
        ("/8/", "/7/"),
        ("/8/", "//"),
        ("/8/", "/p8/"),
        ("/8/", "/8p/"),
        ("/8/", "/4p4/"),
        ("/8/", "/3p3/"),
        ("/8/", "/88/"),
        ("/8/", "/81/"),
        ("rnbqkbnr", "rnbqkbn"),
        ("rnbqkbnr", "rnbqkbnrr"),
        ("RNBQKBNR", "RNBQKBNR1"),
        ("PPPPPPPP", "PPPPPPPPP"),
        ("PPPPPPPP", "P"),
    ] {
        let rows = START.replacen(good, bad, 1);
        hopeless(&with_field(0, &rows), Standard, "board_row_width");
    }
}

/// Of all ASCII characters, and of some others, none but the letters of pieces, the digits from 1
/// to 8 and the slash stand in a board.
#[test]
fn every_other_character_is_refused_in_the_board() {
    let others = "éΚкр٣８½♔♟ⅷ\u{301}\u{ad}\u{200d}😀\u{10ffff}".chars();
    for found in (0..128u8).map(char::from).chain(others) {
        let is_known = "kqrbnpKQRBNP12345678/".contains(found);
        if is_known || found.is_ascii_whitespace() {
            continue;
        }
        let text = with_field(0, &START.replacen("/8/", &format!("/3{found}4/"), 1));
        hopeless(&text, Standard, "board_char");
    }
    for rows in [
        START.replacen('8', "9", 1),
        START.replacen('8', "0", 1),
        START.replacen('8', "80", 1),
        START.replacen('8', "08", 1),
        START.replace('/', "\\"),
        START.replace('/', "|"),
        format!("{START}[]"),
        format!("{START}[QRbn]"),
        START.replacen("RNBQ", "RNBQ~", 1),
        "startpos".to_owned(),
        "fen".to_owned(),
    ] {
        hopeless(&with_field(0, &rows), Standard, "board_char");
    }
}

#[test]
fn split_digits_are_joined() {
    for digits in ["44", "17", "71", "11111111", "224", "2222"] {
        let rows = START.replacen("/8/", &format!("/{digits}/"), 1);
        repaired(&with_field(0, &rows), Standard, "board_digits", &start());
    }
    let twice = START.replace("/8/8/", "/44/44/");
    let read = fen::read(&with_field(0, &twice), Standard, Lenient).unwrap();
    assert_eq!(read.warnings.len(), 1, "one complaint for all rows");
}

#[test]
fn the_turn_is_w_or_b() {
    for turn in [
        "W", "B", "white", "black", "White", "wb", "ww", "-", "1", "0", "x", "KQkq", "ω", "w,",
    ] {
        hopeless(&with_field(1, turn), Standard, "turn");
    }
}

#[test]
fn castling_letters_are_letters() {
    for rights in [
        "0", "--", "KQkq-", "-KQkq", "K-", "X", "KX", "KQkx", "w", "K/Q", "KQ/kq", "é", "Кк",
        "none", "1", "I", "G", "HGha", "HAhb",
    ] {
        hopeless(&with_field(2, rights), Standard, "castling_syntax");
    }
    for rights in ["I", "HAha-", "i", "1", "--", "Z"] {
        hopeless(&with_field(2, rights), Chess960, "castling_syntax");
    }
}

#[test]
fn a_castling_letter_may_come_twice() {
    for rights in ["KKQkq", "KQKQkq", "KQkqKQkq", "KQkqq"] {
        repaired(&with_field(2, rights), Standard, "castling_order", &start());
        repaired(&with_field(2, rights), Chess960, "castling_order", &start());
    }
    hopeless(&with_field(2, &"K".repeat(17)), Standard, "castling_syntax");
    let partial = format!("{START} w K - 0 1");
    repaired(&with_field(2, "KKK"), Standard, "castling_order", &partial);
    repaired(&with_field(2, "HH"), Chess960, "castling_order", &partial);
}

#[test]
fn files_of_the_corner_rooks_are_read_as_sides() {
    for rights in ["HAha", "KAhq", "HQkq"] {
        repaired(
            &with_field(2, rights),
            Standard,
            "castling_syntax",
            &start(),
        );
    }
    let partial = format!("{START} w Qk - 0 1");
    repaired(&with_field(2, "Ah"), Standard, "castling_syntax", &partial);
    // Files that name other squares are not dropped silently.
    let moved = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1";
    hopeless(moved, Standard, "castling_syntax");
}

#[test]
fn two_dashes_leave_both_counters_out() {
    let text = format!("{START} w KQkq - - -");
    repaired(&text, Standard, "halfmove_syntax", &start());
    hopeless(&with_field(5, "-"), Standard, "fullmove_syntax");
    hopeless(&with_field(4, "-"), Standard, "halfmove_syntax");
}

#[test]
fn castling_letters_may_be_out_of_order() {
    for rights in [
        "kqKQ", "QKqk", "qkQK", "KQqk", "QKkq", "KkQq", "kKqQ", "QqKk",
    ] {
        repaired(&with_field(2, rights), Standard, "castling_order", &start());
        repaired(&with_field(2, rights), Chess960, "castling_order", &start());
    }
    let partial = format!("{START} w Qk - 0 1");
    repaired(&with_field(2, "kQ"), Standard, "castling_order", &partial);
    for rights in ["AHah", "haHA", "HAah", "kqHA", "AKqh"] {
        repaired(&with_field(2, rights), Chess960, "castling_order", &start());
    }
    for rights in ["HAha", "KQha", "HAkq", "KAhq"] {
        accepted(&with_field(2, rights), Chess960, &start());
    }
}

#[test]
fn the_en_passant_field_is_a_square_or_a_dash() {
    for square in [
        "e", "3", "E3", "e9", "e0", "i3", "e33", "ee3", "3e", "e3-", "-e3", "--", "0", "–", "—",
        "e3e6", "é3", "e٣", "none", "a", "e3,",
    ] {
        hopeless(&with_field(3, square), Standard, "ep_syntax");
    }
}

#[test]
fn clocks_are_plain_numbers() {
    for number in [
        "-1", "-0", "+0", "+1", "-", "x", "0x10", "1.0", "1e2", "1_000", "1,0", "one", "١", "８",
        "½", "0-", "''", "NaN", "0;",
    ] {
        hopeless(&with_field(4, number), Standard, "halfmove_syntax");
        hopeless(&with_field(5, number), Standard, "fullmove_syntax");
    }
}

#[test]
fn clocks_have_limits() {
    let kings = "8/8/3k4/8/3K4/8/7R/7R w - -";
    let most = format!("{kings} 65535 4294967295");
    accepted(&most, Standard, &most);
    for number in [
        "65536",
        "70000",
        "99999",
        "4294967296",
        "18446744073709551616",
    ] {
        hopeless(
            &format!("{kings} {number} 99999"),
            Standard,
            "halfmove_range",
        );
    }
    for number in ["4294967296", "9999999999", "18446744073709551616"] {
        hopeless(&format!("{kings} 0 {number}"), Standard, "fullmove_range");
    }
    let long = "1".repeat(400);
    hopeless(&format!("{kings} {long} 1"), Standard, "halfmove_range");
    hopeless(&format!("{kings} 0 {long}"), Standard, "fullmove_range");
}

#[test]
fn zeros_are_repaired() {
    let one = start();
    repaired(&with_field(5, "0"), Standard, "fullmove_zero", &one);
    repaired(&with_field(4, "00"), Standard, "clock_leading_zero", &one);
    repaired(&with_field(5, "01"), Standard, "clock_leading_zero", &one);
    repaired(&with_field(5, "00"), Standard, "clock_leading_zero", &one);
    repaired(
        &with_field(4, "000000000000"),
        Standard,
        "clock_leading_zero",
        &one,
    );
    let black = format!("{START} b KQkq - 0 0");
    repaired(
        &black,
        Standard,
        "fullmove_zero",
        &format!("{START} b KQkq - 0 1"),
    );
}

#[test]
fn a_clock_that_exceeds_the_game_is_a_warning() {
    for (tail, warns) in [
        ("w - - 0 1", false),
        ("w - - 1 1", true),
        ("b - - 1 1", false),
        ("b - - 2 1", true),
        ("w - - 2 2", false),
        ("w - - 3 2", true),
        ("w - - 99 50", true),
        ("w - - 99 51", false),
        ("w - - 65535 32768", true),
        ("w - - 65535 32769", false),
        ("b - - 65535 4294967295", false),
    ] {
        let text = format!("8/8/3k4/8/3K4/8/7R/7R {tail}");
        for tolerance in [Strict, Lenient] {
            let read = fen::read(&text, Standard, tolerance).unwrap();
            let codes: Vec<&str> = read.warnings.iter().map(|warning| warning.code()).collect();
            let expected: &[&str] = if warns {
                &["warn_clock_exceeds_game"]
            } else {
                &[]
            };
            assert_eq!(codes, expected, "{text}");
            assert_eq!(read.position.to_string(), text);
        }
    }
}

#[test]
fn several_repairs_can_go_together() {
    let text = "  rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR   w  qkQK e6  007 0 ";
    refused(text, Standard, Strict, "whitespace");
    let read = fen::read(text, Standard, Lenient).unwrap();
    let codes: Vec<&str> = read.warnings.iter().map(|warning| warning.code()).collect();
    assert_eq!(
        codes.join(" "),
        "whitespace board_digits castling_order ep_no_pawn ep_occupied clock_leading_zero \
         fullmove_zero warn_clock_exceeds_game"
    );
    assert_eq!(read.position.to_string(), format!("{START} w KQkq - 7 1"));
}
