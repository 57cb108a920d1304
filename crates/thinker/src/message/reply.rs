//! The replies of the worker.

use core::fmt;
use core::str::FromStr;

use super::{ParseMessageError, words};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Best {
        id: u64,
        /// The move in UCI notation; empty if there is none.
        best: String,
        /// The score from the point of view of the player to move, in centipawns.
        score: i32,
    },
    /// The move that was found at the four boards.
    Rival {
        id: u64,
        /// The move and the expected line.
        line: Vec<String>,
    },
    Progress(Progress),
    /// The search was stopped or is finished; nothing more follows.
    Stopped {
        id: u64,
    },
    /// What a position of a game is worth.
    Looked {
        id: u64,
        /// The number of moves before the position.
        ply: usize,
        /// Its evaluation, as in `[%eval]` of PGN.
        evaluation: String,
        /// The best line in UCI notation; empty if the game is over.
        line: Vec<String>,
    },
    /// Whether a side can still mate.
    Ruling {
        id: u64,
        verdict: MateVerdict,
    },
    Audit(AuditPart),
    /// The nodes of the bench.
    Counted {
        id: u64,
        nodes: u64,
    },
    Alive,
    /// The request could not be parsed or answered.
    Failed {
        id: u64,
        why: String,
    },
}

/// The results of an analysis so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub id: u64,
    /// Plies searched.
    pub depth: u32,
    pub nodes: u64,
    /// The speed in positions per second; 0 before it is known.
    pub nodes_per_second: u64,
    /// The best lines, the best first; none if there is no legal move.
    pub lines: Vec<EngineLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLine {
    /// The score from the point of view of the player to move.
    pub score: Score,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
}

/// The score of a line, from the point of view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Centipawns(i32),
    /// Mate in this many moves; negative if the player to move is mated.
    Mate(i32),
}

/// The findings of an audit since the last report, and its totals so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditPart {
    pub id: u64,
    /// Whether the audit is finished and everything has been reported.
    pub is_over: bool,
    pub games: u64,
    /// The number of moves in their main lines.
    pub plies: u64,
    pub bytes: u64,
    /// The number of findings of each kind that occurs, by the code of the kind.
    pub counts: Vec<(String, u64)>,
    /// The findings that were not reported before, each as a JSON object. Only a limited number of
    /// each kind is reported; the counts continue.
    pub rows: Vec<String>,
}

/// Whether a side can still mate by any series of legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateVerdict {
    /// It can, by these moves in UCI notation.
    Yes(Vec<String>),
    /// It cannot, for this reason.
    No(String),
    Unknown,
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for AuditPart {
    /// A line with the totals, then a line for each finding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AuditPart {
            id,
            games,
            plies,
            bytes,
            ..
        } = self;
        let over = u8::from(self.is_over);
        write!(f, "audit|{id}|{over}|{games}|{plies}|{bytes}")?;
        for (kind, count) in &self.counts {
            write!(f, "|{kind} {count}")?;
        }
        self.rows.iter().try_for_each(|row| write!(f, "\n{row}"))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Best { id, best, score } => write!(f, "best|{id}|{best}|{score}"),
            Reply::Progress(progress) => {
                let Progress {
                    id, depth, nodes, ..
                } = progress;
                write!(
                    f,
                    "progress|{id}|{depth}|{nodes}|{}",
                    progress.nodes_per_second
                )?;
                for EngineLine { score, moves } in &progress.lines {
                    write!(f, "|{score};{}", moves.join(" "))?;
                }
                Ok(())
            }
            Reply::Rival { id, line } => write!(f, "rival|{id}|{}", line.join(" ")),
            Reply::Looked {
                id,
                ply,
                evaluation,
                line,
            } => write!(f, "looked|{id}|{ply}|{evaluation}|{}", line.join(" ")),
            Reply::Stopped { id } => write!(f, "stopped|{id}|"),
            Reply::Ruling { id, verdict } => match verdict {
                MateVerdict::Yes(line) => write!(f, "ruling|{id}|yes|{}", line.join(" ")),
                MateVerdict::No(why) => write!(f, "ruling|{id}|no|{why}"),
                MateVerdict::Unknown => write!(f, "ruling|{id}|unknown|"),
            },
            Reply::Audit(part) => write!(f, "{part}"),
            Reply::Counted { id, nodes } => write!(f, "counted|{id}|{nodes}"),
            Reply::Alive => f.write_str("alive"),
            Reply::Failed { id, why } => write!(f, "failed|{id}|{why}"),
        }
    }
}

impl FromStr for Reply {
    type Err = ParseMessageError;

    fn from_str(line: &str) -> Result<Reply, ParseMessageError> {
        read(line).ok_or_else(|| ParseMessageError::new(line))
    }
}

fn read(line: &str) -> Option<Reply> {
    if line == "alive" {
        return Some(Reply::Alive);
    }
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
        "progress" => read_progress(id, rest).map(Reply::Progress),
        "rival" => {
            let line = words(rest);
            Some(Reply::Rival { id, line })
        }
        "looked" => {
            let mut parts = rest.splitn(3, '|');
            Some(Reply::Looked {
                id,
                ply: parts.next()?.parse().ok()?,
                evaluation: parts.next()?.to_owned(),
                line: words(parts.next()?),
            })
        }
        "stopped" => Some(Reply::Stopped { id }),
        "ruling" => {
            let verdict = match rest.split_once('|')? {
                ("yes", line) => MateVerdict::Yes(words(line)),
                ("no", why) => MateVerdict::No(why.to_owned()),
                ("unknown", _) => MateVerdict::Unknown,
                _ => return None,
            };
            Some(Reply::Ruling { id, verdict })
        }
        "audit" => read_audit(id, rest).map(Reply::Audit),
        "counted" => {
            let nodes = rest.parse().ok()?;
            Some(Reply::Counted { id, nodes })
        }
        "failed" => Some(Reply::Failed {
            id,
            why: rest.to_owned(),
        }),
        _ => None,
    }
}

fn read_progress(id: u64, rest: &str) -> Option<Progress> {
    let mut parts = rest.split('|');
    Some(Progress {
        id,
        depth: parts.next()?.parse().ok()?,
        nodes: parts.next()?.parse().ok()?,
        nodes_per_second: parts.next()?.parse().ok()?,
        lines: parts.map(read_line).collect::<Option<_>>()?,
    })
}

fn read_line(text: &str) -> Option<EngineLine> {
    let (score, moves) = text.split_once(';')?;
    let score = match score.split_once(' ')? {
        ("cp", number) => Score::Centipawns(number.parse().ok()?),
        ("mate", number) => Score::Mate(number.parse().ok()?),
        _ => return None,
    };
    let moves = words(moves);
    Some(EngineLine { score, moves })
}

fn read_audit(id: u64, rest: &str) -> Option<AuditPart> {
    let mut lines = rest.split('\n');
    let mut parts = lines.next()?.split('|');
    let mut number = || parts.next()?.parse::<u64>().ok();
    let (over, games, plies, bytes) = (number()?, number()?, number()?, number()?);
    let count = |part: &str| {
        let (kind, count) = part.split_once(' ')?;
        Some((kind.to_owned(), count.parse().ok()?))
    };
    Some(AuditPart {
        id,
        is_over: over == 1,
        games,
        plies,
        bytes,
        counts: parts.map(count).collect::<Option<_>>()?,
        rows: lines.map(str::to_owned).collect(),
    })
}
