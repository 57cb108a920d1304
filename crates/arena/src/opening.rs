//! Openings from EPD, FEN and PGN files.
//!
//! An opening that cannot be played is reported with its place and the reason, and left out: a line
//! that is not a position, a game that cannot be read as far as it is needed, and a game that is
//! over when the players would take over.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use chess::fen::{self, CastlingMode, FenError};
use chess::{Move, Tolerance};
use game::pgn::{self, Checker, Diagnostic, Options, ReadGame, Reader};
use game::{Command, Ending, Game, Rules, Start};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub start: Start,
    /// The moves played before the players take over.
    pub moves: Vec<Move>,
}

impl Opening {
    #[must_use]
    pub fn standard() -> Opening {
        Opening {
            start: Start::standard(),
            moves: Vec::new(),
        }
    }

    /// How a game from this opening has ended before anybody has played a move of their own.
    #[must_use]
    pub fn ending(&self, rules: &Rules) -> Option<Ending> {
        let mut game = Game::new(self.start, rules.clone());
        for &m in &self.moves {
            // Nothing is played after the end of a game.
            if game.execute(Command::Play(m)).is_err() {
                break;
            }
        }
        game.ending().cloned()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BadOpening {
    /// The line number, from 1.
    pub line: u64,
    pub fault: OpeningFault,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The game cannot be read as far as it is needed.
    #[error("{}{}", quoted(.0.token.as_deref()), .0.problem)]
    Pgn(Box<Diagnostic>),
    /// The game has neither moves nor a start of its own.
    #[error("the game has no moves")]
    NoMoves,
    #[error("the game is over already, {0}")]
    Over(Ending),
}

fn quoted(token: Option<&str>) -> String {
    token.map_or_else(String::new, |token| format!("{token:?}: "))
}

#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    #[error("cannot read {path}: {error}")]
    Unreadable { path: String, error: io::Error },
    #[error("{path} holds no opening: expected one EPD or FEN a line, or PGN games")]
    Empty { path: String },
    #[error("{path} holds no opening that can be played: {first}{}", more(*.bad))]
    AllBad {
        path: String,
        first: BadOpening,
        bad: usize,
    },
}

fn more(bad: usize) -> String {
    match bad {
        0 | 1 => String::new(),
        bad => format!(" (and {} more)", bad - 1),
    }
}

/// Openings are kept in memory; a device has no end.
const BYTES_MAX: u64 = 1 << 30;

/// The openings of a file, and those that cannot be used, in the order of the file.
pub type Found = (Vec<Opening>, Vec<BadOpening>);

/// Reads the openings of a file, and those that cannot be used, for games under these rules. Of the
/// games of a PGN file, it takes up to `plies` plies.
///
/// # Errors
///
/// Returns an error if the file cannot be read or holds no opening that can be used.
pub fn read_file(
    file: &Path,
    plies: Option<usize>,
    mode: CastlingMode,
    rules: &Rules,
) -> Result<Found, OpeningsError> {
    let path = || file.display().to_string();
    let unreadable = |error| OpeningsError::Unreadable {
        path: path(),
        error,
    };
    let read = || {
        let mut bytes = Vec::new();
        let opened = pgn::open(File::open(file)?)?;
        opened.take(BYTES_MAX + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > BYTES_MAX {
            return Err(io::Error::other(
                "expected at most a gigabyte of openings; take a part of the file",
            ));
        }
        Ok(bytes)
    };
    let bytes: Vec<u8> = read().map_err(unreadable)?;
    let lines = if file.extension().is_some_and(|ending| ending == "pgn") {
        read_pgn(&bytes, plies.unwrap_or(usize::MAX))
    } else {
        read_epd(&String::from_utf8_lossy(&bytes), mode)
    };
    let (openings, bad) = playable(lines, rules);
    match bad.first() {
        _ if !openings.is_empty() => Ok((openings, bad)),
        None => Err(OpeningsError::Empty { path: path() }),
        Some(first) => Err(OpeningsError::AllBad {
            path: path(),
            first: first.clone(),
            bad: bad.len(),
        }),
    }
}

/// What a line or game of a file holds, with its line number.
pub type Line = (u64, Result<Opening, OpeningFault>);

/// Separates the openings from those that cannot be used under these rules.
#[must_use]
pub fn playable(lines: Vec<Line>, rules: &Rules) -> Found {
    let mut openings = Vec::new();
    let mut bad = Vec::new();
    for (line, opening) in lines {
        let opening = opening.and_then(|opening| match opening.ending(rules) {
            None => Ok(opening),
            Some(ending) => Err(OpeningFault::Over(ending)),
        });
        match opening {
            Ok(opening) => openings.push(opening),
            Err(fault) => bad.push(BadOpening { line, fault }),
        }
    }
    (openings, bad)
}

/// Reads EPD or FEN, one position per line. Empty lines and lines that begin with `#` are skipped.
///
/// EPD has four fields and then operations such as `id "name";`, of which `hmvc` and `fmvn` are
/// the clocks; a FEN has the clocks as its fifth and sixth field.
#[must_use]
pub fn read_epd(text: &str, mode: CastlingMode) -> Vec<Line> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let read = fen::read(&fen_of(line), mode, Tolerance::Lenient);
            let opening = read.map(|read| Opening {
                start: Start {
                    position: read.position,
                    mode,
                },
                moves: Vec::new(),
            });
            (number, opening.map_err(OpeningFault::Fen))
        })
        .collect()
}

/// Reads openings from PGN games: the main line, up to `plies` plies. An error after these plies
/// does no harm. A game without moves is an opening if it has a start of its own.
#[must_use]
pub fn read_pgn(bytes: &[u8], plies: usize) -> Vec<Line> {
    let mut checker = Checker::new(Reader::from_slice_with(bytes, Options::playable()));
    let mut lines = Vec::new();
    while let Some(read) = checker.read_tree().expect("a slice can always be read") {
        lines.push((read.report.place.line, of_game(&read, plies)));
    }
    lines
}

fn of_game(read: &ReadGame, plies: usize) -> Result<Opening, OpeningFault> {
    let tree = &read.tree;
    let moves = tree.main_line().filter_map(|node| tree.node(node).played());
    let moves: Vec<Move> = moves.take(plies).collect();
    if let Some(error) = &read.report.error
        && (moves.len() < plies || read.report.start.is_none())
    {
        return Err(OpeningFault::Pgn(Box::new(error.clone())));
    }
    let start = *tree.start();
    if moves.is_empty() && start == Start::standard() {
        return Err(OpeningFault::NoMoves);
    }
    Ok(Opening { start, moves })
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
    use std::fs;

    use super::*;

    #[test]
    fn epd_and_fen_lines_are_read_and_bad_ones_reported() {
        let text = "# a book\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"e4\";\n\
                    \n\
                    nonsense\n\
                    rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - hmvc 3; fmvn 9;\r\n\
                    8/8/3k4/8/3K4/8/7R/7R w - - 4 60\n";
        let rules = Rules::default();
        let (openings, bad) = playable(read_epd(text, CastlingMode::Standard), &rules);
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
        let rules = Rules::default();
        let read = |name: &str| {
            let file = folder.path().join(name);
            read_file(&file, None, CastlingMode::Standard, &rules)
        };
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
        let bad = "8/8/3k4/8/3K4/8/8/8 w - - 0 1\n8/8/3k4/8/3K4/8/8/7N w - - 0 1\n";
        fs::write(folder.path().join("bad.epd"), bad).unwrap();
        let said = read("bad.epd").unwrap_err().to_string();
        let due = "bad.epd holds no opening that can be played: line 1: the game is over already, \
                   1/2-1/2: insufficient material: neither side can mate (article 5.2.2) (and 1 more)";
        assert!(said.ends_with(due), "{said}");
        fs::write(folder.path().join("book.epd"), b"\x1f\x8b\x08\0").unwrap();
        let said = read("book.epd").unwrap_err().to_string();
        assert!(said.contains("book.epd: compressed (gzip)"), "{said}");
    }

    #[test]
    fn what_cannot_be_played_is_left_out_with_its_reason() {
        let pgn = "1. e4 e5 2. Ke3 *\n\n\
                   [FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n\
                   1. f3 e5 2. g4 Qh4# *\n\n\
                   1. d4 -- 2. c4 *\n\n\
                   [White \"nobody\"]\n\n*\n\n\
                   [SetUp \"1\"]\n[FEN \"8/8/3k4/8/3K4/8/7R/7R w - - 0 1\"]\n\n*\n\n\
                   1. c4 *\n";
        let rules = Rules::default();
        let (openings, bad) = playable(read_pgn(pgn.as_bytes(), usize::MAX), &rules);
        assert_eq!(openings.len(), 2);
        let said: Vec<String> = bad.iter().map(ToString::to_string).collect();
        let due = [
            "line 1: \"Ke3\": no king can go to e3",
            "line 3: ",
            "line 7: the game is over already, 0-1: checkmate (article 5.1.1)",
            "line 9: \"--\": a null move is not a move of chess",
            "line 11: the game has no moves",
        ];
        assert_eq!(said.len(), due.len(), "{said:?}");
        for (said, due) in said.iter().zip(due) {
            assert!(said.starts_with(due), "{said}");
        }
        // Only what is played counts.
        let (openings, bad) = playable(read_pgn(pgn.as_bytes(), 1), &rules);
        assert_eq!((openings.len(), bad.len()), (5, 2));
        let over = "8/8/3k4/8/3K4/8/7R/7R w - - 100 90";
        let lines = || read_epd(over, CastlingMode::Standard);
        let engine = Rules::new(game::Profile::Engine);
        assert!(playable(lines(), &engine).0.is_empty());
        assert_eq!(
            playable(lines(), &rules).0.len(),
            1,
            "a draw can be claimed"
        );
    }

    #[test]
    fn pgn_games_yield_their_first_moves() {
        let pgn = b"[White \"A\"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 Nc6 3. Bb5 *\n\n1. d4 Nf6 *\n";
        let (openings, _) = playable(read_pgn(pgn, 4), &Rules::default());
        let lengths: Vec<usize> = openings.iter().map(|opening| opening.moves.len()).collect();
        assert_eq!(lengths, [4, 2]);
        assert_eq!(
            format!("{:?}", openings[0].moves),
            "[e2e4, e7e5, g1f3, b8c6]"
        );
    }
}
