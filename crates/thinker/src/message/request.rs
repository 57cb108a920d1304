//! The requests of the page.

use core::fmt;
use core::str::FromStr;

use chess::Color;

use super::{ParseMessageError, words};

const LINES_MAX: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Find a move. It replaces the previous search.
    Go(Go),
    /// Analyze until stopped. It replaces the previous search.
    Analyze(Analyze),
    /// Say whether a side can still mate. A running search continues afterwards.
    Judge(Judge),
    /// Find a move at the four boards. It replaces the previous search.
    Rival(Rival),
    /// Audit a file, which is attached to the message. It replaces the previous search.
    Audit(Audit),
    /// Look at the positions of a game. It replaces the previous search.
    Walk(Walk),
    Stop,
    Ping,
    /// Count the nodes of the engine's bench, to check that it searches as on other platforms.
    Bench {
        id: u64,
        depth: u32,
    },
}

/// The game that led to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
    /// The start position.
    pub fen: String,
    /// The moves since then, in UCI notation.
    pub moves: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    pub id: u64,
    /// The level, from 1 to 10.
    pub level: u8,
    pub past: Past,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analyze {
    pub id: u64,
    /// The number of lines, from 1 to 5.
    pub lines: usize,
    pub past: Past,
}

/// A request to decide whether a side can still mate by any series of legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    pub id: u64,
    pub side: Color,
    pub past: Past,
}

/// A request for a move at the four boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    pub id: u64,
    /// The level, from 1 to 8.
    pub level: u8,
    /// The game so far, as a one-line save.
    pub save: String,
}

/// A request to audit the games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    pub id: u64,
    /// The name of the file.
    pub name: String,
    /// Whether every finding is reported, however many there are.
    pub is_full: bool,
}

/// A request to look at positions of a game, for its report. Each is answered when it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    pub id: u64,
    /// The number of nodes searched for each position.
    pub nodes: u64,
    /// The positions by the number of moves before them, in the order in which they are wanted.
    pub plies: Vec<usize>,
    pub past: Past,
}

impl fmt::Display for Past {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chess960 = u8::from(self.chess960);
        write!(f, "{chess960}|{}|{}", self.fen, self.moves.join(" "))
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Go(Go { id, level, past }) => write!(f, "go|{id}|{level}|{past}"),
            Request::Analyze(Analyze { id, lines, past }) => {
                write!(f, "analyze|{id}|{lines}|{past}")
            }
            Request::Judge(Judge { id, side, past }) => {
                write!(f, "judge|{id}|{}|{past}", side.letter())
            }
            Request::Rival(Rival { id, level, save }) => write!(f, "rival|{id}|{level}|{save}"),
            Request::Audit(Audit { id, name, is_full }) => {
                write!(f, "audit|{id}|{}|{name}", u8::from(*is_full))
            }
            Request::Walk(Walk {
                id,
                nodes,
                plies,
                past,
            }) => {
                let plies: Vec<String> = plies.iter().map(ToString::to_string).collect();
                write!(f, "walk|{id}|{nodes} {}|{past}", plies.join(" "))
            }
            Request::Stop => f.write_str("stop"),
            Request::Ping => f.write_str("ping"),
            Request::Bench { id, depth } => write!(f, "bench|{id}|{depth}"),
        }
    }
}

impl FromStr for Request {
    type Err = ParseMessageError;

    fn from_str(line: &str) -> Result<Request, ParseMessageError> {
        read(line).ok_or_else(|| ParseMessageError::new(line))
    }
}

fn read(line: &str) -> Option<Request> {
    if let Some(rest) = line.strip_prefix("rival|") {
        let mut parts = rest.splitn(3, '|');
        return Some(Request::Rival(Rival {
            id: parts.next()?.parse().ok()?,
            level: parts.next()?.parse().ok()?,
            save: parts.next()?.to_owned(),
        }));
    }
    if let Some(rest) = line.strip_prefix("audit|") {
        let mut parts = rest.splitn(3, '|');
        return Some(Request::Audit(Audit {
            id: parts.next()?.parse().ok()?,
            is_full: match parts.next()? {
                "0" => false,
                "1" => true,
                _ => return None,
            },
            name: parts.next()?.to_owned(),
        }));
    }
    let parts: Vec<&str> = line.split('|').collect();
    let (&[kind, id, detail], &[chess960, fen, moves]) = (match parts.as_slice() {
        ["stop"] => return Some(Request::Stop),
        ["ping"] => return Some(Request::Ping),
        ["bench", id, depth] => {
            let (id, depth) = (id.parse().ok()?, depth.parse().ok()?);
            return Some(Request::Bench { id, depth });
        }
        parts => parts.split_first_chunk::<3>()?,
    }) else {
        return None;
    };
    let id = id.parse().ok()?;
    let past = Past {
        chess960: chess960 == "1",
        fen: fen.to_owned(),
        moves: words(moves),
    };
    match kind {
        "go" => {
            let level = detail.parse().ok()?;
            Some(Request::Go(Go { id, level, past }))
        }
        "analyze" => {
            let lines = detail.parse().ok()?;
            (1..=LINES_MAX)
                .contains(&lines)
                .then_some(Request::Analyze(Analyze { id, lines, past }))
        }
        "judge" => {
            let mut sides = Color::ALL.into_iter();
            let side = sides.find(|side| side.letter().to_string() == detail)?;
            Some(Request::Judge(Judge { id, side, past }))
        }
        "walk" => {
            let mut numbers = detail.split_whitespace();
            let nodes = numbers.next()?.parse().ok()?;
            let plies: Result<_, _> = numbers.map(str::parse).collect();
            Some(Request::Walk(Walk {
                id,
                nodes,
                plies: plies.ok()?,
                past,
            }))
        }
        _ => None,
    }
}
