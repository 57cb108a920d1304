//! A walk over the positions of a game, for its report: one position in each slice.

use chess::fen::CastlingMode;
use chess::notation::castling_mode;
use game::Start;
use report::{Analyst, Course, Look};

use crate::message::{Reply, Walk};

/// A walk that has begun.
pub struct GameWalk {
    id: u64,
    nodes: u64,
    mode: CastlingMode,
    course: Course,
    /// The numbers of the positions to look at, the next one last.
    left: Vec<usize>,
}

impl GameWalk {
    pub fn new(question: &Walk) -> Result<GameWalk, String> {
        let root = super::root(&question.past)?;
        let mode = castling_mode(question.past.chess960);
        let (&position, moves) = root.start_and_moves();
        Ok(GameWalk {
            id: question.id,
            nodes: question.nodes,
            mode,
            course: Course::new(Start { position, mode }, moves.iter().copied()),
            left: question.plies.iter().rev().copied().collect(),
        })
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    /// Looks at the next position; after the last one the walk has stopped.
    pub fn work(&mut self, analyst: &mut Analyst) -> Reply {
        let id = self.id;
        let Some(ply) = self.left.pop() else {
            return Reply::Stopped { id };
        };
        let Look { evaluation, line } = analyst.look(&self.course.root(ply), self.nodes);
        let line = line.iter().map(|m| m.to_uci(self.mode).to_string());
        Reply::Looked {
            id,
            ply,
            evaluation: evaluation.to_string(),
            line: line.collect(),
        }
    }
}
