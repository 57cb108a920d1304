//! The messages between page and worker: one line of text each. The findings of an audit follow in
//! further lines.
//!
//! Every request has an id, and a reply carries the id of its request. The page drops replies to
//! requests that it is no longer interested in.

mod reply;
mod request;

pub use reply::{AuditPart, EngineLine, MateVerdict, Progress, Reply, Score};
pub use request::{Analyze, Audit, Go, Judge, Past, Request, Rival, Walk};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a message, found {found:?}")]
pub struct ParseMessageError {
    /// The beginning of the line.
    pub found: String,
}

impl ParseMessageError {
    fn new(line: &str) -> ParseMessageError {
        ParseMessageError {
            found: line.chars().take(40).collect(),
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use chess::Color;

    use super::*;

    fn past() -> Past {
        Past {
            chess960: true,
            fen: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            moves: words("e2e4 e7e5"),
        }
    }

    #[test]
    fn messages_read_back() {
        let (id, past) = (7, past());
        let requests = [
            Request::Go(Go {
                id,
                level: 3,
                past: past.clone(),
            }),
            Request::Analyze(Analyze {
                id,
                lines: 5,
                past: past.clone(),
            }),
            Request::Judge(Judge {
                id,
                side: Color::Black,
                past: Past {
                    chess960: false,
                    moves: Vec::new(),
                    ..past.clone()
                },
            }),
            Request::Walk(Walk {
                id,
                nodes: 60_000,
                plies: vec![2, 1, 0],
                past,
            }),
            Request::Rival(Rival {
                id,
                level: 3,
                save: "a | b".to_owned(),
            }),
            Request::Audit(Audit {
                id,
                name: "a | b.pgn".to_owned(),
                is_full: true,
            }),
            Request::Stop,
            Request::Ping,
            Request::Bench { id, depth: 12 },
        ];
        for request in requests {
            assert_eq!(request.to_string().parse(), Ok(request));
        }
        let line = |score, moves| EngineLine {
            score,
            moves: words(moves),
        };
        let replies = [
            Reply::Best {
                id,
                best: String::new(),
                score: -30,
            },
            Reply::Progress(Progress {
                id,
                depth: 12,
                nodes: 345_678,
                nodes_per_second: 900_000,
                lines: vec![
                    line(Score::Centipawns(-31), "e7e5 g1f3"),
                    line(Score::Mate(-2), "a7a6"),
                ],
            }),
            Reply::Progress(Progress {
                id,
                depth: 0,
                nodes: 0,
                nodes_per_second: 0,
                lines: Vec::new(),
            }),
            Reply::Rival {
                id,
                line: words("e2e4 d7d5"),
            },
            Reply::Looked {
                id,
                ply: 12,
                evaluation: "#-3".to_owned(),
                line: words("e7e5 g1f3"),
            },
            Reply::Stopped { id },
            Reply::Ruling {
                id,
                verdict: MateVerdict::Yes(words("h2h4 h7h5")),
            },
            Reply::Ruling {
                id,
                verdict: MateVerdict::Yes(Vec::new()),
            },
            Reply::Ruling {
                id,
                verdict: MateVerdict::No("no mate exists | with this".to_owned()),
            },
            Reply::Ruling {
                id,
                verdict: MateVerdict::Unknown,
            },
            Reply::Audit(AuditPart {
                id,
                is_over: true,
                games: 3,
                plies: 200,
                bytes: 4_096,
                counts: vec![("illegal_move".to_owned(), 2)],
                rows: vec!["{\"a\":\"|\"}".to_owned(), "{}".to_owned()],
            }),
            Reply::Audit(AuditPart {
                id,
                ..AuditPart::default()
            }),
            Reply::Counted { id, nodes: 1_234 },
            Reply::Alive,
            Reply::Failed {
                id,
                why: "no | memory".to_owned(),
            },
        ];
        for reply in replies {
            assert_eq!(reply.to_string().parse(), Ok(reply));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "",
            "go",
            "go|x|1|0|f|",
            "analyze|1|0|0|f|",
            "analyze|1|6|0|f|",
            "judge|1|x|0|f|",
            "bench|1|deep",
            "rival|x|1|",
            "audit|x|0|a.pgn",
            "audit|1",
            "audit|1|a.pgn",
            "audit|1|2|a.pgn",
            "counted|1|many",
            "best|1|e2e4",
            "best|1|e2e4|x",
            "progress|1|2|3",
            "progress|1|2|3|4|cp;e2e4",
            "progress|1|2|3|4|pawns 2;e2e4",
            "stopped|x",
            "walk|1||0|f|",
            "walk|1|100 x|0|f|",
            "looked|1|x|0.00|",
            "looked|1|2|0.00",
            "ruling|1|perhaps|",
            "\u{e9}|1|2",
        ] {
            assert!(line.parse::<Request>().is_err(), "{line}");
            assert!(line.parse::<Reply>().is_err(), "{line}");
        }
    }
}
