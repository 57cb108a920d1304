//! Positions and moves as people type them, in SAN or UCI notation.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::fen::{self, CastlingMode, FenError, ReadFen};
use super::san::SanError;
use super::uci::{UciError, UciMove};
use crate::{Color, Move, Position, Tolerance};

/// Why a typed move was refused.
///
/// ```
/// use fourfold_chess::{Position, notation};
/// let start = Position::start();
/// let error = notation::read_move(&start, "f1b5").unwrap_err();
/// assert!(error.to_string().contains("the piece on e2 is in the way"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is a UCI move.
    Uci(UciError),
    /// The text is SAN or unknown.
    San(SanError),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Uci(error) => error.fmt(f),
            MoveError::San(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MoveError {}

/// Reads a legal move in SAN, in UCI notation, or from square to square as in `e2-e4` and `E2E4`.
///
/// ```
/// use fourfold_chess::{Position, notation};
/// let start = Position::start();
/// let knight = notation::read_move(&start, "Nf3")?;
/// assert_eq!(notation::read_move(&start, "g1f3")?, knight);
/// assert_eq!(notation::read_move(&start, "G1-F3")?, knight);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the text is neither, or if the move is not legal here.
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    let squares = text.replace('-', "");
    if squares.parse::<UciMove>().is_ok() {
        return position.parse_uci(&squares).map_err(MoveError::Uci);
    }
    // In capital letters, B1c3 may be a bishop's move.
    position.parse_san(text).or_else(|error| {
        match position.parse_uci(&squares.to_ascii_lowercase()) {
            Err(UciError::Parse(_)) => Err(MoveError::San(error)),
            found => found.map_err(MoveError::Uci),
        }
    })
}

/// The castling mode for a Chess960 flag.
///
/// ```
/// use fourfold_chess::notation;
/// assert_eq!(notation::castling_mode(true), fourfold_chess::fen::CastlingMode::Chess960);
/// ```
#[must_use]
pub fn castling_mode(chess960: bool) -> CastlingMode {
    if chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    }
}

/// Reads a FEN leniently and says what was repaired. Without a text this is the start position.
///
/// ```
/// use fourfold_chess::{Position, notation};
/// use fourfold_chess::fen::CastlingMode;
/// let read = |text| notation::read_position(text, CastlingMode::Standard);
/// assert_eq!(read(None)?.position, Position::start());
/// let repaired = read(Some("8/8/3k4/8/3K4/8/7R/7R w"))?;
/// assert_eq!(repaired.position.to_string(), "8/8/3k4/8/3K4/8/7R/7R w - - 0 1");
/// assert_eq!(repaired.warnings[0].code(), "field_count");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the text is not a FEN or the position cannot be played.
pub fn read_position(text: Option<&str>, mode: CastlingMode) -> Result<ReadFen, FenError> {
    match text {
        Some(text) => fen::read(text, mode, Tolerance::Lenient),
        None => Ok(ReadFen {
            position: Position::start(),
            warnings: Vec::new(),
        }),
    }
}

/// A line of moves in SAN with move numbers. It ends before the first illegal move.
///
/// ```
/// use fourfold_chess::{Position, notation};
/// let start = Position::start();
/// let e4 = start.parse_san("e4")?;
/// let e5 = start.play(e4)?.parse_san("e5")?;
/// assert_eq!(notation::numbered_line(&start, &[e4, e5]), ["1.e4", "e5"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn numbered_line(start: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *start;
    let mut words = Vec::new();
    for &m in line {
        let Ok(next) = position.play(m) else {
            break;
        };
        let number = position.fullmoves();
        let san = position.san(m);
        words.push(match position.turn() {
            Color::White => format!("{number}.{san}"),
            Color::Black if words.is_empty() => format!("{number}...{san}"),
            Color::Black => san.to_string(),
        });
        position = next;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_move_numbers() {
        let start = Position::start();
        let moves = ["e2e4", "e7e5", "g1f3"];
        let mut position = start;
        let mut line = Vec::new();
        for text in moves {
            let m = read_move(&position, text).expect("is legal");
            line.push(m);
            position = position.play(m).expect("is legal");
        }
        assert_eq!(numbered_line(&start, &line), ["1.e4", "e5", "2.Nf3"]);
        let black = start.play(line[0]).expect("is legal");
        assert_eq!(numbered_line(&black, &line[1..]), ["1...e5", "2.Nf3"]);
    }

    #[test]
    fn a_move_is_read_in_either_notation() {
        let start = Position::start();
        let knight = read_move(&start, "g1f3").expect("is legal");
        assert_eq!(read_move(&start, "Nf3").expect("is legal"), knight);
        for text in ["Ng1-f3", "g1-f3", "G1F3", " Nf3 "] {
            assert_eq!(read_move(&start, text).expect("is legal"), knight, "{text}");
        }
        let open = "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1".parse().expect("is legal");
        let knight = read_move(&open, "B1c3").expect("there is no bishop");
        assert_eq!(knight.to_string(), "b1c3");
    }

    #[test]
    fn a_refused_move_says_why_in_its_own_notation() {
        let start = Position::start();
        let error = read_move(&start, "f1b5").expect_err("is blocked");
        assert!(error.to_string().contains("e2"), "{error}");
        let error = read_move(&start, "Bb5").expect_err("is blocked");
        assert!(error.to_string().contains("bishop"), "{error}");
        let error = read_move(&start, "hello").expect_err("it is not a move");
        assert!(error.to_string().contains("expected"), "{error}");
    }
}
