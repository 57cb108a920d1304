//! Answers requests in slices of work, between which the worker can receive messages.

mod analysis;
mod audit;
mod seat;
mod slice;
mod walk;

use std::time::Duration;

use chess::fen;
use chess::notation::castling_mode;
use chess::{Position, Tolerance};
use engine::{Control, Engine, Evaluator, NullHost, Root, Slice};
use partner::{Level, Pace, Question};
use referee::{Budget, Prover};
use report::Analyst;

use crate::message::{Analyze, Go, Judge, MateVerdict, Past, Reply, Request};
use analysis::Analysis;
use audit::FileAudit;
use seat::SeatSearch;
use walk::GameWalk;

/// The size of the transposition table in mebibytes.
const HASH: usize = 16;

/// The worker: an engine, created when it is first needed, and the current search.
#[derive(Default)]
pub struct Worker {
    engine: Option<Engine>,
    /// Looks at the positions of a game, with an engine of its own.
    analyst: Option<Analyst>,
    search: Option<Search>,
}

enum Search {
    /// The strongest level takes a few tenths of a second, so a move is searched in one slice.
    Move {
        go: Go,
        search: partner::Search,
    },
    Lines(Analysis),
    /// A move at the four boards.
    Seat(Box<SeatSearch>),
    /// A file that arrives piece by piece.
    Audit(Box<FileAudit>),
    /// The positions of a game.
    Walk(Box<GameWalk>),
}

impl Search {
    fn id(&self) -> u64 {
        match self {
            Search::Move { go, .. } => go.id,
            Search::Lines(analysis) => analysis.id(),
            Search::Seat(search) => search.id(),
            Search::Audit(audit) => audit.id(),
            Search::Walk(walk) => walk.id(),
        }
    }
}

impl Worker {
    #[must_use]
    pub fn new() -> Worker {
        Worker::default()
    }

    /// Handles a message. What can be answered at once is answered.
    pub fn tell(&mut self, line: &str) -> Option<Reply> {
        let failed = |id| move |why| Some(Reply::Failed { id, why });
        match line.parse::<Request>() {
            Ok(Request::Stop) => {
                let id = self.search.take()?.id();
                Some(Reply::Stopped { id })
            }
            Ok(Request::Ping) => Some(Reply::Alive),
            Ok(Request::Go(go)) => {
                let id = go.id;
                self.begin_move(go).map_or_else(failed(id), |()| None)
            }
            Ok(Request::Analyze(question)) => {
                let id = question.id;
                self.begin_lines(question)
                    .map_or_else(failed(id), |()| None)
            }
            Ok(Request::Rival(question)) => {
                let id = question.id;
                self.search = None;
                let begin = |search| {
                    self.search = Some(Search::Seat(Box::new(search)));
                    None
                };
                SeatSearch::new(&question).map_or_else(failed(id), begin)
            }
            Ok(Request::Audit(question)) => {
                self.search = Some(Search::Audit(Box::new(FileAudit::new(question))));
                None
            }
            Ok(Request::Walk(question)) => {
                let id = question.id;
                self.search = None;
                let begin = |walk| {
                    self.search = Some(Search::Walk(Box::new(walk)));
                    None
                };
                GameWalk::new(&question).map_or_else(failed(id), begin)
            }
            Ok(Request::Judge(question)) => {
                let id = question.id;
                let ruling = |verdict| Some(Reply::Ruling { id, verdict });
                judge(&question).map_or_else(failed(id), ruling)
            }
            Ok(Request::Bench { id, depth }) => {
                let counted = |nodes| Some(Reply::Counted { id, nodes });
                count(depth).map_or_else(failed(id), counted)
            }
            Err(error) => Some(Reply::Failed {
                id: 0,
                why: error.to_string(),
            }),
        }
    }

    /// Whether there is work to do without another piece of a file.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        match &self.search {
            Some(Search::Audit(audit)) => !audit.is_reading(),
            search => search.is_some(),
        }
    }

    /// Whether the audit with this id needs more of its file.
    #[must_use]
    pub fn is_reading(&self, id: u64) -> bool {
        matches!(&self.search, Some(Search::Audit(audit)) if audit.id() == id && audit.is_reading())
    }

    /// Audits the next piece of the file; an empty one is the end.
    pub fn feed(&mut self, piece: &[u8], now: Duration) -> Option<Reply> {
        match &mut self.search {
            Some(Search::Audit(audit)) => audit.feed(piece, now),
            Some(Search::Move { .. } | Search::Lines(_) | Search::Seat(_) | Search::Walk(_))
            | None => None,
        }
    }

    /// Runs a slice that begins now. A move is found in one slice, and an analysis reports what is
    /// new after each slice. Levels are limited by a number of positions, so time does not affect
    /// their moves.
    pub fn work(&mut self, now: Duration) -> Option<Reply> {
        if let Some(Search::Audit(audit)) = &mut self.search {
            let part = audit.tell_rest();
            if part.is_over {
                self.search = None;
            }
            return Some(Reply::Audit(part));
        }
        if let Some(Search::Seat(search)) = &mut self.search {
            let reply = search.work();
            if reply.is_some() {
                self.search = None;
            }
            return reply;
        }
        if let Some(Search::Walk(_)) = &self.search {
            return self.walk();
        }
        let (search, engine) = (self.search.as_mut()?, self.engine.as_mut()?);
        match search {
            Search::Seat(_) | Search::Audit(_) | Search::Walk(_) => None,
            Search::Move { go, search } => {
                let reply = find_move(engine, go, search);
                self.search = None;
                Some(reply)
            }
            Search::Lines(analysis) => {
                let (reply, slice) = analysis.search(engine, now);
                if slice == Slice::Last {
                    if reply.is_none() {
                        let id = analysis.id();
                        self.search = None;
                        return Some(Reply::Stopped { id });
                    }
                    analysis.finish();
                }
                reply
            }
        }
    }

    /// Looks at the next position of a game.
    fn walk(&mut self) -> Option<Reply> {
        let Some(Search::Walk(walk)) = &mut self.search else {
            return None;
        };
        let id = walk.id();
        let reply = match (&mut self.analyst, Analyst::new) {
            (Some(analyst), _) => walk.work(analyst),
            (none, new) => match new() {
                Ok(analyst) => walk.work(none.insert(analyst)),
                Err(error) => Reply::Failed {
                    id,
                    why: error.to_string(),
                },
            },
        };
        if !matches!(reply, Reply::Looked { .. }) {
            self.search = None;
        }
        Some(reply)
    }

    fn begin_move(&mut self, go: Go) -> Result<(), String> {
        self.search = None;
        let root = root(&go.past)?;
        let level =
            Level::new(go.level).ok_or_else(|| format!("there is no level {}", go.level))?;
        let pace = Pace::Strength(level.strength());
        let search = partner::Search::new(pace, Question::Move, root, None);
        let engine = self.engine()?;
        if go.past.moves.len() < 2 {
            engine.forget();
        }
        self.search = Some(Search::Move { go, search });
        Ok(())
    }

    fn begin_lines(&mut self, question: Analyze) -> Result<(), String> {
        self.search = None;
        let root = root(&question.past)?;
        let engine = self.engine()?;
        if engine.settings().evaluator.noise().is_some() {
            // The table keeps the evaluations of a weak level.
            engine.forget();
        }
        engine.settings_mut().evaluator = Evaluator::default();
        engine.settings_mut().lines = question.lines;
        let mode = castling_mode(question.past.chess960);
        self.search = Some(Search::Lines(Analysis::new(question.id, root, mode)));
        Ok(())
    }

    /// The engine, created when it is first needed.
    fn engine(&mut self) -> Result<&mut Engine, String> {
        match &mut self.engine {
            Some(engine) => Ok(engine),
            none => {
                let engine = Engine::new(HASH).map_err(|error| error.to_string())?;
                Ok(none.insert(engine))
            }
        }
    }
}

fn find_move(engine: &mut Engine, go: &Go, search: &partner::Search) -> Reply {
    let (best, score) = match search.run(engine, &Control::new(), &NullHost) {
        Some(outcome) => {
            let mode = castling_mode(go.past.chess960);
            let best = outcome.best().map(|m| m.to_uci(mode).to_string());
            (best.unwrap_or_default(), outcome.score.centipawns())
        }
        None => (String::new(), 0),
    };
    Reply::Best {
        id: go.id,
        best,
        score,
    }
}

/// The nodes of the bench, counted by a separate engine.
fn count(depth: u32) -> Result<u64, String> {
    let mut engine = Engine::new(HASH).map_err(|error| error.to_string())?;
    Ok(engine::bench(&mut engine, depth, &NullHost))
}

fn judge(question: &Judge) -> Result<MateVerdict, String> {
    let Judge { side, past, .. } = question;
    let position = *root(past)?.position();
    let verdict = Prover::new().can_mate(&position, *side, Budget::FULL);
    let mode = castling_mode(past.chess960);
    Ok(match verdict {
        referee::Verdict::Yes(line) => {
            let moves = line.into_iter().map(|m| m.to_uci(mode).to_string());
            MateVerdict::Yes(moves.collect())
        }
        referee::Verdict::No(proof) => MateVerdict::No(proof.to_string()),
        referee::Verdict::Unknown => MateVerdict::Unknown,
    })
}

/// The position of a request with the game that led to it.
fn root(past: &Past) -> Result<Root, String> {
    let mode = castling_mode(past.chess960);
    let start = fen::read(&past.fen, mode, Tolerance::Lenient);
    let start: Position = start.map_err(|error| error.to_string())?.position;
    let mut root = Root::new(start);
    for text in &past.moves {
        let m = root.position().parse_uci(text);
        let m = m.map_err(|error| error.to_string())?;
        root.play(m).map_err(|error| error.to_string())?;
    }
    Ok(root)
}

#[cfg(test)]
mod tests;
