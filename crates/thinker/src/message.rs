//! What page and worker say to each other: a line of text for each message.
//!
//! Every question has an id, and an answer carries the id of its question. The page drops answers to
//! questions that it no longer asks.

use core::fmt;
use core::str::FromStr;

/// What the page asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Find a move. It takes the place of what was asked before.
    Go(Go),
    /// Whatever was asked is no longer wanted.
    Stop,
}

/// A question for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    /// Tells questions apart.
    pub id: u64,
    /// How strong to play, from 1 to 10.
    pub level: u8,
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
    /// Where the game began.
    pub fen: String,
    /// The moves since, as UCI writes them.
    pub moves: Vec<String>,
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The move that was found.
    Best {
        /// The question.
        id: u64,
        /// The move as UCI writes it; empty if there is none.
        best: String,
        /// What the position is worth to the player to move, in hundredths of a pawn.
        score: i32,
    },
    /// The question could not be understood or answered.
    Failed {
        /// The question.
        id: u64,
        /// Why.
        why: String,
    },
}

/// Why a line is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a message, found {found:?}")]
pub struct ParseMessageError {
    /// The beginning of the line.
    pub found: String,
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Go(go) => write!(
                f,
                "go|{}|{}|{}|{}|{}",
                go.id,
                go.level,
                u8::from(go.chess960),
                go.fen,
                go.moves.join(" ")
            ),
            Request::Stop => f.write_str("stop"),
        }
    }
}

impl FromStr for Request {
    type Err = ParseMessageError;

    fn from_str(line: &str) -> Result<Request, ParseMessageError> {
        let parts: Vec<&str> = line.split('|').collect();
        let request = match parts.as_slice() {
            ["stop"] => Some(Request::Stop),
            ["go", id, level, chess960, fen, moves] => read_go(id, level, chess960, fen, moves),
            _ => None,
        };
        request.ok_or_else(|| refuse(line))
    }
}

fn read_go(id: &str, level: &str, chess960: &str, fen: &str, moves: &str) -> Option<Request> {
    Some(Request::Go(Go {
        id: id.parse().ok()?,
        level: level.parse().ok()?,
        chess960: chess960 == "1",
        fen: fen.to_owned(),
        moves: moves.split_whitespace().map(str::to_owned).collect(),
    }))
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Best { id, best, score } => write!(f, "best|{id}|{best}|{score}"),
            Reply::Failed { id, why } => write!(f, "failed|{id}|{why}"),
        }
    }
}

impl FromStr for Reply {
    type Err = ParseMessageError;

    fn from_str(line: &str) -> Result<Reply, ParseMessageError> {
        read_reply(line).ok_or_else(|| refuse(line))
    }
}

fn read_reply(line: &str) -> Option<Reply> {
    let mut parts = line.splitn(3, '|');
    let (kind, id) = (parts.next()?, parts.next()?.parse().ok()?);
    let rest = parts.next()?;
    match kind {
        "best" => {
            let (best, score) = rest.split_once('|')?;
            Some(Reply::Best {
                id,
                best: best.to_owned(),
                score: score.parse().ok()?,
            })
        }
        "failed" => Some(Reply::Failed {
            id,
            why: rest.to_owned(),
        }),
        _ => None,
    }
}

fn refuse(line: &str) -> ParseMessageError {
    ParseMessageError {
        found: line.chars().take(40).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_read_back_and_nonsense_is_refused() {
        let go = Request::Go(Go {
            id: 7,
            level: 3,
            chess960: true,
            fen: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        });
        for request in [go, Request::Stop] {
            assert_eq!(request.to_string().parse(), Ok(request));
        }
        let best = Reply::Best {
            id: 1,
            best: String::new(),
            score: -30,
        };
        let failed = Reply::Failed {
            id: 2,
            why: "no | memory".to_owned(),
        };
        for reply in [best, failed] {
            assert_eq!(reply.to_string().parse(), Ok(reply));
        }
        for line in [
            "",
            "go",
            "go|x|1|0|f|",
            "best|1|e2e4",
            "best|1|e2e4|x",
            "\u{e9}|1|2",
        ] {
            assert!(
                line.parse::<Request>().is_err() && line.parse::<Reply>().is_err(),
                "{line}"
            );
        }
    }
}
