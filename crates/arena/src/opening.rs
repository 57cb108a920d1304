//! Openings from EPD, FEN and PGN files.
//!
//! A line that is not a valid position is reported with its number and error; the caller decides
//! whether to stop or skip it.

use std::path::Path;
use std::{fs, io};

use chess::fen::{self, CastlingMode, FenError};
use chess::{Move, Tolerance};
use game::Start;
use game::pgn::{Checker, Reader};

/// An opening: a position and moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The start position.
    pub start: Start,
    /// The moves played before the players take over.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The standard start position.
    #[must_use]
    pub fn standard() -> Opening {
        Opening {
            start: Start::standard(),
            moves: Vec::new(),
        }
    }
}

/// A line of an opening file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct BadOpening {
    /// The line number, from 1.
    pub line: usize,
    /// The error.
    pub error: FenError,
}

/// Why a file of openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// The reason.
        error: io::Error,
    },
    /// The file holds no opening.
    #[error("{path} holds no opening: expected one EPD or FEN a line, or PGN games")]
    Empty {
        /// The file.
        path: String,
    },
}

/// Reads the openings of a file, and the lines that cannot be used. Of the games of a PGN file, it
/// takes up to `plies` plies.
///
/// # Errors
///
/// Returns an error if the file cannot be read or holds no opening.
pub fn read_file(
    file: &Path,
    plies: Option<usize>,
    mode: CastlingMode,
) -> Result<(Vec<Opening>, Vec<BadOpening>), OpeningsError> {
    let path = || file.display().to_string();
    let unreadable = |error| OpeningsError::Unreadable {
        path: path(),
        error,
    };
    let bytes = fs::read(file).map_err(unreadable)?;
    let (openings, bad) = if file.extension().is_some_and(|ending| ending == "pgn") {
        let plies = plies.unwrap_or(usize::MAX);
        (read_pgn(&bytes, plies).map_err(unreadable)?, Vec::new())
    } else {
        read_epd(&String::from_utf8_lossy(&bytes), mode)
    };
    if openings.is_empty() {
        return Err(OpeningsError::Empty { path: path() });
    }
    Ok((openings, bad))
}

/// Reads EPD or FEN, one position per line. Empty lines and lines that begin with `#` are skipped.
///
/// EPD has four fields and then operations such as `id "name";`, of which `hmvc` and `fmvn` are
/// the clocks; a FEN has the clocks as its fifth and sixth field.
#[must_use]
pub fn read_epd(text: &str, mode: CastlingMode) -> (Vec<Opening>, Vec<BadOpening>) {
    let mut openings = Vec::new();
    let mut bad = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match fen::read(&fen_of(line), mode, Tolerance::Lenient) {
            Ok(read) => {
                let start = Start {
                    position: read.position,
                    mode,
                };
                openings.push(Opening {
                    start,
                    moves: Vec::new(),
                });
            }
            Err(error) => bad.push(BadOpening {
                line: index + 1,
                error,
            }),
        }
    }
    (openings, bad)
}

/// Reads openings from PGN games: the main line, up to `plies` plies. A game with an error ends at
/// the error; games without moves are skipped.
///
/// # Errors
///
/// Returns an error if the input cannot be read.
pub fn read_pgn(bytes: &[u8], plies: usize) -> io::Result<Vec<Opening>> {
    let mut checker = Checker::new(Reader::from_slice(bytes));
    let mut openings = Vec::new();
    while let Some(read) = checker.read_tree()? {
        let tree = read.tree;
        let moves = tree.main_line().filter_map(|node| tree.node(node).played());
        let moves: Vec<Move> = moves.take(plies).collect();
        if !moves.is_empty() {
            openings.push(Opening {
                start: *tree.start(),
                moves,
            });
        }
    }
    Ok(openings)
}

/// The FEN of an EPD or FEN line.
fn fen_of(line: &str) -> String {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let position = fields.iter().take(4).copied().collect::<Vec<_>>().join(" ");
    let is_number = |field: Option<&&str>| {
        field.is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if is_number(fields.get(4)) && is_number(fields.get(5)) {
        return format!("{position} {} {}", fields[4], fields[5]);
    }
    let operations = fields.get(4..).unwrap_or_default().join(" ");
    let clock = |name: &str| {
        operations
            .split(';')
            .filter_map(|operation| operation.trim().strip_prefix(name))
            .map(str::trim)
            .find(|value| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()))
            .map(str::to_owned)
    };
    let halfmoves = clock("hmvc ").unwrap_or_else(|| "0".to_owned());
    let fullmoves = clock("fmvn ").unwrap_or_else(|| "1".to_owned());
    format!("{position} {halfmoves} {fullmoves}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_and_fen_lines_are_read_and_bad_ones_reported() {
        let text = "# a book\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"e4\";\n\
                    \n\
                    nonsense\n\
                    rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - hmvc 3; fmvn 9;\r\n\
                    8/8/3k4/8/3K4/8/7R/7R w - - 4 60\n";
        let (openings, bad) = read_epd(text, CastlingMode::Standard);
        let fens: Vec<String> = openings
            .iter()
            .map(|opening| opening.start.position.to_string())
            .collect();
        assert_eq!(
            fens,
            [
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 3 9",
                "8/8/3k4/8/3K4/8/7R/7R w - - 4 60",
            ]
        );
        assert_eq!(bad.len(), 1);
        assert_eq!(bad[0].line, 4);
    }

    #[test]
    fn a_file_must_hold_an_opening() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str| read_file(&folder.path().join(name), None, CastlingMode::Standard);
        for (name, text) in [("empty.epd", "# nothing\n"), ("empty.pgn", "")] {
            fs::write(folder.path().join(name), text).unwrap();
            assert!(matches!(read(name), Err(OpeningsError::Empty { .. })));
        }
        assert!(matches!(
            read("missing.epd"),
            Err(OpeningsError::Unreadable { .. })
        ));
        fs::write(folder.path().join("one.pgn"), "1. e4 e5 *").unwrap();
        let (openings, bad) = read("one.pgn").unwrap();
        assert_eq!((openings[0].moves.len(), bad.len()), (2, 0));
    }

    #[test]
    fn pgn_games_yield_their_first_moves() {
        let pgn = b"[White \"A\"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 Nc6 3. Bb5 *\n\n1. d4 Nf6 *\n";
        let openings = read_pgn(pgn, 4).unwrap();
        let lengths: Vec<usize> = openings.iter().map(|opening| opening.moves.len()).collect();
        assert_eq!(lengths, [4, 2]);
        assert_eq!(
            format!("{:?}", openings[0].moves),
            "[e2e4, e7e5, g1f3, b8c6]"
        );
    }
}
