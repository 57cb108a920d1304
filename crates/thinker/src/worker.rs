//! Answers questions in slices of work, between which a message can be heard.

use chess::Tolerance;
use chess::fen::{self, CastlingMode};
use engine::{Engine, Limits, NullHost, Root, Slice, Slices};
use partner::Level;

use crate::message::{Go, Reply, Request};

/// The size of the transposition table in mebibytes.
const HASH: usize = 16;

/// How many nodes a slice has: some twenty milliseconds in a browser.
const SLICE: u64 = 8_000;

/// The worker: an engine, made when it is first needed, and the question at hand.
#[derive(Default)]
pub struct Worker {
    engine: Option<Engine>,
    search: Option<Search>,
}

struct Search {
    go: Go,
    slices: Slices,
}

impl Worker {
    /// A worker that has not been asked anything.
    #[must_use]
    pub fn new() -> Worker {
        Worker::default()
    }

    /// Takes a message. What it could not do is answered at once.
    pub fn tell(&mut self, line: &str) -> Option<Reply> {
        match line.parse::<Request>() {
            Ok(Request::Stop) => {
                self.search = None;
                None
            }
            Ok(Request::Go(go)) => {
                let id = go.id;
                self.begin(go).err().map(|why| Reply::Failed { id, why })
            }
            Err(error) => Some(Reply::Failed {
                id: 0,
                why: error.to_string(),
            }),
        }
    }

    /// Whether there is work to do.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.search.is_some()
    }

    /// Works for a slice. The answer comes with the last one. A level is a number of positions, so
    /// the time plays no part.
    pub fn work(&mut self) -> Option<Reply> {
        let (search, engine) = (self.search.as_mut()?, self.engine.as_mut()?);
        if search.slices.search(engine, SLICE, &NullHost) == Slice::More {
            return None;
        }
        let Search { go, slices } = self.search.take()?;
        let (best, score) = match slices.outcome() {
            Some(outcome) => {
                let mode = mode(&go);
                let best = outcome.best().map(|m| m.to_uci(mode).to_string());
                (best.unwrap_or_default(), outcome.score.centipawns())
            }
            None => (String::new(), 0),
        };
        Some(Reply::Best {
            id: go.id,
            best,
            score,
        })
    }

    fn begin(&mut self, go: Go) -> Result<(), String> {
        self.search = None;
        let start = fen::read(&go.fen, mode(&go), Tolerance::Lenient);
        let mut root = Root::new(start.map_err(|error| error.to_string())?.position);
        for text in &go.moves {
            let m = root.position().parse_uci(text);
            let m = m.map_err(|error| error.to_string())?;
            root.play(m).map_err(|error| error.to_string())?;
        }
        if self.engine.is_none() {
            let engine = Engine::new(HASH).map_err(|error| error.to_string())?;
            self.engine = Some(engine);
        }
        let level =
            Level::new(go.level).ok_or_else(|| format!("there is no level {}", go.level))?;
        let strength = level.strength();
        if let Some(engine) = &mut self.engine {
            let evaluator = engine.settings().evaluator.clone();
            engine.settings_mut().evaluator = evaluator.with_noise(strength.noise);
            if go.moves.len() < 2 {
                engine.forget();
            }
        }
        let slices = Slices::new(root, Limits::nodes(strength.nodes));
        self.search = Some(Search { go, slices });
        Ok(())
    }
}

fn mode(go: &Go) -> CastlingMode {
    match go.chess960 {
        true => CastlingMode::Chess960,
        false => CastlingMode::Standard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn go(level: u8, fen: &str, moves: &str) -> String {
        format!("go|5|{level}|0|{fen}|{moves}")
    }

    fn answer(worker: &mut Worker) -> Reply {
        while worker.is_busy() {
            if let Some(reply) = worker.work() {
                return reply;
            }
        }
        panic!("no answer");
    }

    #[test]
    fn every_level_finds_a_legal_move() {
        let mut worker = Worker::new();
        for level in 1..=10 {
            assert_eq!(worker.tell(&go(level, START, "e2e4")), None);
            let Reply::Best { id: 5, best, .. } = answer(&mut worker) else {
                panic!("level {level}");
            };
            assert_eq!(best.len(), 4, "{best}");
        }
    }

    #[test]
    fn a_mate_in_one_is_found_and_a_mated_side_has_no_move() {
        let mut worker = Worker::new();
        worker.tell(&go(10, START, "f2f3 e7e5 g2g4"));
        assert!(matches!(answer(&mut worker), Reply::Best { best, .. } if best == "d8h4"));
        worker.tell(&go(10, START, "f2f3 e7e5 g2g4 d8h4"));
        assert!(matches!(answer(&mut worker), Reply::Best { best, .. } if best.is_empty()));
    }

    #[test]
    fn what_cannot_be_read_is_answered_and_stop_is_silence() {
        let mut worker = Worker::new();
        for line in ["", "hello", &go(1, "nonsense", ""), &go(1, START, "e2e5")] {
            assert!(
                matches!(worker.tell(line), Some(Reply::Failed { .. })),
                "{line}"
            );
            assert!(!worker.is_busy());
        }
        worker.tell(&go(10, START, ""));
        assert!(worker.is_busy());
        worker.tell("stop");
        assert!(!worker.is_busy());
    }
}
