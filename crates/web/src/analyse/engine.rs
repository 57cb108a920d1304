//! The engine as the page sees it: whether it runs, its number of lines, and its results.

use chess::{Color, Move, Position};
use report::Evaluation;
use thinker::message::{EngineLine, Progress, Score};

use crate::autosave::Tracked;

use super::line;

pub const LINES_MAX: usize = 5;

/// The maximum number of moves shown of a line.
const PLIES_SHOWN: usize = 16;

#[derive(Clone, Debug)]
pub struct Engine {
    pub(super) is_on: bool,
    pub(super) lines: Tracked<usize>,
    /// The open request.
    pub(super) question: Option<u64>,
    found: Option<Found>,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine {
            is_on: false,
            lines: Tracked::new(1),
            question: None,
            found: None,
        }
    }
}

/// The engine's results for the shown position.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Plies searched.
    pub depth: u32,
    pub nodes: u64,
    pub nodes_per_second: u64,
    /// The lines, the best first.
    pub lines: Vec<FoundLine>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FoundLine {
    pub evaluation: Evaluation,
    pub moves: Vec<Move>,
    /// The moves in SAN, with numbers.
    pub words: Vec<String>,
}

impl Engine {
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    #[must_use]
    pub fn lines(&self) -> usize {
        *self.lines
    }

    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.question.is_some()
    }

    #[must_use]
    pub fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// The score of the position, if the engine knows it.
    pub(super) fn evaluation(&self) -> Option<Evaluation> {
        Some(self.found.as_ref()?.lines.first()?.evaluation)
    }

    /// Another position is shown.
    pub(super) fn forget(&mut self) {
        self.found = None;
    }

    pub(super) fn take(&mut self, progress: &Progress, position: &Position) {
        let lines = progress.lines.iter();
        self.found = Some(Found {
            depth: progress.depth,
            nodes: progress.nodes,
            nodes_per_second: progress.nodes_per_second,
            lines: lines.map(|line| found_line(line, position)).collect(),
        });
    }
}

/// A line up to the first illegal move, which should not occur.
fn found_line(line: &EngineLine, position: &Position) -> FoundLine {
    let shown = &line.moves[..line.moves.len().min(PLIES_SHOWN)];
    let moves = line::read_line(shown, position);
    FoundLine {
        evaluation: evaluation_of(line.score, position.turn()),
        words: chess::notation::numbered_line(position, &moves),
        moves,
    }
}

/// The score of a search as an evaluation.
fn evaluation_of(score: Score, turn: Color) -> Evaluation {
    match score {
        Score::Centipawns(centipawns) if turn == Color::Black => {
            Evaluation::Centipawns(-centipawns)
        }
        Score::Centipawns(centipawns) => Evaluation::Centipawns(centipawns),
        Score::Mate(moves) if moves > 0 => Evaluation::Mate(turn, moves.unsigned_abs()),
        Score::Mate(moves) => Evaluation::Mate(!turn, moves.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_whites_point_of_view() {
        let of = |score, turn| evaluation_of(score, turn).words();
        assert_eq!(of(Score::Centipawns(35), Color::White), "+0.35");
        assert_eq!(of(Score::Centipawns(35), Color::Black), "\u{2212}0.35");
        assert_eq!(of(Score::Centipawns(-1205), Color::Black), "+12.05");
        assert_eq!(of(Score::Mate(3), Color::Black), "#\u{2212}3");
        assert_eq!(of(Score::Mate(-2), Color::Black), "#2");
        assert_eq!(of(Score::Mate(0), Color::White), "#\u{2212}0");
    }
}
