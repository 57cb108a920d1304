//! The feature `serde`: how squares, pieces, moves, positions and SAN are written.
//!
//! Everything with a text of its own is that text: a square is `"e4"`, a piece its FEN letter, a
//! board its FEN placement, a position its FEN. A set of squares is a list of them, because many
//! readers of JSON cannot hold a number of 64 bits. A move says its squares and its kind, because
//! the text of a move means nothing without its position.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fen::{self, CastlingMode, FenError};
use crate::san::{self, San};
use crate::uci::UciMove;
use crate::{
    Bitboard, Board, File, Move, MoveKind, Piece, Position, Rank, Setup, Square, Tolerance,
};

/// A type that is written as text.
struct Text<T>(fn(&str) -> Result<T, String>, &'static str);

impl<T> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(Error::custom)
    }
}

macro_rules! written_as_text {
    ($($name:ty, $expected:literal: $write:expr, $read:expr;)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$name, S) -> Result<S::Ok, S::Error> = $write;
                write(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let read: fn(&str) -> Result<$name, String> = $read;
                deserializer.deserialize_str(Text(read, $expected))
            }
        }
    )*};
}

written_as_text! {
    Square, "a square such as e4":
        |square, out| out.collect_str(square), |text| text.parse().map_err(message);
    File, "a file, a to h":
        |file, out| out.serialize_char(file.letter()),
        |text| one(text).and_then(File::from_letter).ok_or_else(|| message("not a file"));
    Rank, "a rank, 1 to 8":
        |rank, out| out.serialize_char(rank.digit()),
        |text| one(text).and_then(Rank::from_digit).ok_or_else(|| message("not a rank"));
    Piece, "the FEN letter of a piece":
        |piece, out| out.serialize_char(piece.letter()), |text| text.parse().map_err(message);
    Board, "the placement of a FEN":
        |board, out| out.collect_str(board), read_board;
    Position, "a FEN":
        |position, out| out.collect_str(position), |text| read_position(text).map_err(message);
    San, "a move in SAN":
        |san, out| out.collect_str(san), |text| Ok(san::parse(text).map_err(message)?.0);
    UciMove, "a move in UCI notation":
        |m, out| out.collect_str(m), |text| text.parse().map_err(message);
}

fn message(error: impl ToString) -> String {
    error.to_string()
}

/// The only character of a text.
fn one(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn read_board(text: &str) -> Result<Board, String> {
    // Anything behind the placement would be read as another field.
    match text.contains(char::is_whitespace) {
        true => Err(message("expected a placement alone")),
        false => {
            let setup: Result<Setup, _> = format!("{text} w - - 0 1").parse();
            setup.map(|setup| setup.board).map_err(message)
        }
    }
}

/// Reads whatever a position prints, also one that only a lenient reader accepts.
fn read_position(text: &str) -> Result<Position, FenError> {
    text.parse().or_else(|error| {
        match fen::read(text, CastlingMode::Chess960, Tolerance::Lenient) {
            Ok(read) if read.position.to_string() == text => Ok(read.position),
            _ => Err(error),
        }
    })
}

impl Serialize for Bitboard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Bitboard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bitboard, D::Error> {
        Vec::<Square>::deserialize(deserializer).map(Bitboard::from_iter)
    }
}

/// A move as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Move")]
struct Parts {
    from: Square,
    to: Square,
    kind: MoveKind,
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (from, to, kind) = (self.from(), self.to(), self.kind());
        Parts { from, to, kind }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let Parts { from, to, kind } = Parts::deserialize(deserializer)?;
        match kind {
            MoveKind::Normal => Ok(Move::normal(from, to)),
            MoveKind::Castle => Ok(Move::castle(from, to)),
            MoveKind::EnPassant => Ok(Move::en_passant(from, to)),
            MoveKind::Promotion(role) => Move::promotion(from, to, role)
                .ok_or_else(|| Error::custom("a pawn promotes to neither a pawn nor a king")),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::fmt::Debug;

    use serde_json::{from_str, to_string};

    use super::*;
    use crate::{Color, Role};

    fn assert_written<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(
        value: T,
        text: &str,
    ) {
        assert_eq!(to_string(&value).unwrap(), text);
        assert_eq!(from_str::<T>(text).unwrap(), value, "{text}");
    }

    #[test]
    fn every_type_is_read_back() {
        assert_written(Square::E4, r#""e4""#);
        assert_written(File::C, r#""c""#);
        assert_written(Rank::Eighth, r#""8""#);
        assert_written(
            Square::A1.bitboard() | Square::H8.bitboard(),
            r#"["a1","h8"]"#,
        );
        assert_written(Color::Black, r#""black""#);
        assert_written(Piece::new(Color::Black, Role::Knight), r#""n""#);
        assert_written(
            Move::castle(Square::E1, Square::H1),
            r#"{"from":"e1","to":"h1","kind":"castle"}"#,
        );
        assert_written(
            Move::promotion(Square::E7, Square::E8, Role::Queen).unwrap(),
            r#"{"from":"e7","to":"e8","kind":{"promotion":"queen"}}"#,
        );
        assert_written(
            Position::start().to_setup(),
            concat!(
                r#"{"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR","turn":"white","#,
                r#""castling":["a1","h1","a8","h8"],"en_passant":null,"halfmoves":0,"fullmoves":1}"#
            ),
        );
        assert_written("e7e8q".parse::<UciMove>().unwrap(), r#""e7e8q""#);
        assert_written(san::parse("Nbxd7+").unwrap().0, r#""Nbxd7+""#);
    }

    #[test]
    fn a_position_that_only_a_lenient_reader_accepts_is_read_back() {
        // A second white queen beside eight pawns.
        let text = "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1";
        assert!(text.parse::<Position>().is_err());
        let read = fen::read(text, CastlingMode::Standard, Tolerance::Lenient).unwrap();
        assert_written(read.position, &format!("{text:?}"));
        assert_written(
            Position::start(),
            &format!("{:?}", Position::start().to_string()),
        );
    }

    #[test]
    fn what_is_not_a_value_is_refused() {
        assert!(from_str::<Square>(r#""e9""#).is_err());
        assert!(from_str::<File>(r#""ab""#).is_err());
        assert!(from_str::<Rank>(r#""9""#).is_err());
        assert!(from_str::<Bitboard>("[64]").is_err());
        assert!(from_str::<Board>(r#""8/8/8/8/8/8/8/8 b - -""#).is_err());
        assert!(from_str::<Board>(r#""8/8""#).is_err());
        assert!(from_str::<Position>(r#""8/8/8/8/8/8/8/8 w - - 0 1""#).is_err());
        let king = r#"{"from":"e7","to":"e8","kind":{"promotion":"king"}}"#;
        assert!(from_str::<Move>(king).is_err());
    }
}
