//! Positions and moves as people type them, in SAN or in UCI notation.

use std::fmt;

use super::fen::{self, CastlingMode, FenError};
use super::san::SanError;
use super::uci::{UciError, UciMove};
use crate::{Color, Move, Position, Tolerance};

/// Why a typed move was not understood or is not legal.
#[derive(Debug)]
pub enum MoveError {
    /// The text is a move in UCI notation.
    Uci(UciError),
    /// The text is a move in SAN, or in no known notation.
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

impl std::error::Error for MoveError {}

/// Reads a legal move in SAN or UCI notation.
///
/// # Errors
///
/// Returns an error if the text is neither, or if the move is not legal here.
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    if text.parse::<UciMove>().is_ok() {
        return position.parse_uci(text).map_err(MoveError::Uci);
    }
    position.parse_san(text).map_err(MoveError::San)
}

/// The castling mode for a flag that asks for Chess960.
#[must_use]
pub fn castling_mode(chess960: bool) -> CastlingMode {
    if chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    }
}

/// Reads a position leniently, because a question may be asked about any playable position.
/// Without a text, this is the start position.
///
/// # Errors
///
/// Returns an error if the text is not a FEN or the position cannot be played.
pub fn read_position(text: Option<&str>, mode: CastlingMode) -> Result<Position, FenError> {
    match text {
        Some(text) => fen::read(text, mode, Tolerance::Lenient).map(|read| read.position),
        None => Ok(Position::start()),
    }
}

/// A line of legal moves in SAN, each with its number where a reader expects one. The line ends
/// early if a move is not legal.
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
    fn a_line_is_numbered_as_people_number_it() {
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
        assert_eq!(read_move(&start, "Ng1-f3").expect("is legal"), knight);
    }

    #[test]
    fn a_refused_move_says_why_in_its_own_notation() {
        let start = Position::start();
        let error = read_move(&start, "f1b5").expect_err("is blocked");
        assert!(error.to_string().contains("e2"), "{error}");
        let error = read_move(&start, "Bb5").expect_err("is blocked");
        assert!(error.to_string().contains("bishop"), "{error}");
        let error = read_move(&start, "hello").expect_err("is no move");
        assert!(error.to_string().contains("expected"), "{error}");
    }
}
