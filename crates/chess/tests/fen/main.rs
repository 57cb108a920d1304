//! Reading and writing FEN: the rulings of the data file, and every class of fault on every square
//! and for both sides, read strictly and leniently.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod board;
mod rights;
mod text;
mod vectors;

use fourfold_chess::Tolerance::{Lenient, Strict};
use fourfold_chess::fen::CastlingMode::{self, Chess960, Standard};
use fourfold_chess::fen::{self, FenError};
use fourfold_chess::{Position, Tolerance};
use testkit::{Walk, mixed_walks, scharnagl};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The short names of the faults, in the order of the fields.
fn reasons(error: &FenError) -> Vec<&'static str> {
    error.reasons().into_iter().map(|(code, _)| code).collect()
}

/// Asserts that the text is refused, and the first reason.
fn refused(text: &str, mode: CastlingMode, tolerance: Tolerance, code: &str) {
    match fen::read(text, mode, tolerance) {
        Ok(read) => panic!("{tolerance:?} accepts {text:?} as {}", read.position),
        Err(error) => assert_eq!(reasons(&error)[0], code, "{tolerance:?} {text:?}: {error}"),
    }
}

/// Asserts that the text is refused, even leniently.
fn hopeless(text: &str, mode: CastlingMode, code: &str) {
    refused(text, mode, Strict, code);
    refused(text, mode, Lenient, code);
}

/// Asserts that only a lenient reader accepts the text, with warnings, as this position.
fn repaired(text: &str, mode: CastlingMode, code: &str, canonical: &str) {
    refused(text, mode, Strict, code);
    let read = fen::read(text, mode, Lenient).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(read.position.to_string(), canonical, "{text:?}");
    let codes: Vec<&str> = read.warnings.iter().map(|warning| warning.code()).collect();
    assert!(codes.contains(&code), "{text:?}: {codes:?}");
    assert!(
        read.warnings
            .iter()
            .all(|warning| !warning.to_string().is_empty())
    );
}

/// Asserts that both readers accept the text without warnings, as this position.
fn accepted(text: &str, mode: CastlingMode, canonical: &str) {
    for tolerance in [Strict, Lenient] {
        let read = fen::read(text, mode, tolerance)
            .unwrap_or_else(|error| panic!("{tolerance:?} {text:?}: {error}"));
        assert_eq!(read.position.to_string(), canonical, "{text:?}");
        assert_eq!(read.warnings, [], "{text:?}");
    }
}

#[test]
fn written_fens_are_read_strictly() {
    let standard = (0..60).flat_map(|seed| Walk::new(Position::start(), seed).take(100));
    for position in standard.map(|ply| ply.after) {
        let fen = position.to_string();
        assert_eq!(Position::from_fen(&fen), Ok(position), "{fen}");
        assert_eq!(fen.parse(), Ok(position), "{fen}");
    }
    for start in (0..960).map(scharnagl) {
        assert_eq!(start.to_string().parse(), Ok(start));
    }
    let starts = (0..960).step_by(7);
    let chess960 = starts.flat_map(|n| Walk::new(scharnagl(n), n as u64).take(40));
    for position in chess960.map(|ply| ply.after) {
        let fen = position.to_string();
        let read = fen::read(&fen, Chess960, Strict).unwrap();
        assert_eq!(read.position, position, "{fen}");
        assert_eq!(fen.parse(), Ok(position), "{fen}");
    }
}

/// Shredder-FEN names every rook by its file and means the same.
#[test]
fn rooks_named_by_file_are_the_same_rooks() {
    for ply in mixed_walks(51).take(200).flat_map(|walk| walk.take(10)) {
        let position = ply.after;
        let letters: String = fourfold_chess::Color::ALL
            .into_iter()
            .flat_map(|color| {
                let rooks: Vec<_> = position.castling().rooks_of(color).into_iter().collect();
                rooks.into_iter().rev().map(move |rook| {
                    let letter = rook.file().letter();
                    if color.is_white() {
                        letter.to_ascii_uppercase()
                    } else {
                        letter
                    }
                })
            })
            .collect();
        let fen = position.to_string();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        if !letters.is_empty() {
            fields[2] = &letters;
        }
        let read = fen::read(&fields.join(" "), Chess960, Lenient).unwrap();
        assert_eq!(read.position, position, "{letters}");
    }
}

#[test]
fn a_refusal_says_what_was_expected_what_was_found_and_where() {
    for (text, message) in [
        (
            "8/8/8/3x4/8/8/8/8 w - - 0 1",
            "not a FEN: expected a piece letter, a digit from 1 to 8 or '/', found 'x' at column 8",
        ),
        (
            "8/8/8/8/8/8/8 w - - 0 1",
            "not a FEN: expected eight rows separated by '/', found 7",
        ),
        (
            "4k3/8/8/9/8/8/8/4K3 w - - 0 1",
            "not a FEN: expected a piece letter, a digit from 1 to 8 or '/', found '9' at column 9; \
             expected eight files on rank 5, found 9",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "not a FEN: expected w or b to move, found \"x\"",
        ),
        (
            "4k3/8/8/8/8/8/8/P7 w - - 0 1",
            "not a legal position: expected one white king, found 0; \
             expected pawns on ranks 2 to 7, found one on a1",
        ),
    ] {
        assert_eq!(Position::from_fen(text).unwrap_err().to_string(), message);
    }
}

/// The first field at fault is named first, whether its text or its meaning is wrong.
#[test]
fn all_reasons_are_given_in_the_order_of_the_fields() {
    for (text, codes) in [
        (
            "8/8/8/8/8/8/8/4K3 x KX e9 -1 0",
            "king_count turn castling_syntax ep_syntax halfmove_syntax fullmove_zero",
        ),
        (
            "4k3/8/8/8/8/8/8/P3K3 w K e3 0 x",
            "pawn_rank castling_rights ep_rank fullmove_syntax",
        ),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w x - 00 1",
            "opposite_check castling_syntax clock_leading_zero",
        ),
        ("4k3/8/8/8/8/8/4R3/4K3 x - - 0 1", "turn"),
        (
            "4k3/8/8/8/8/8/8/4K2R w qK - 0 1",
            "castling_order castling_rights",
        ),
        (
            "8/8/8 x x x x x",
            "board_rows turn ep_syntax halfmove_syntax fullmove_syntax",
        ),
        ("4k3/8/8/8/8/8/8/8 w", "field_count king_count"),
    ] {
        let error = fen::read(text, Standard, Strict).unwrap_err();
        assert_eq!(reasons(&error).join(" "), codes, "{text}");
    }
}
