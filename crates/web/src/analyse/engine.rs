//! The engine as the page sees it: whether it runs, its number of lines, and its results.

use chess::{Color, Move, Position};
use game::Outcome;
use thinker::message::{EngineLine, Progress, Score};

use crate::autosave::Tracked;

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
    /// Positions searched.
    pub nodes: u64,
    /// Positions per second.
    pub nodes_per_second: u64,
    /// The lines, the best first.
    pub lines: Vec<FoundLine>,
}

/// A line of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundLine {
    /// Its score.
    pub evaluation: Evaluation,
    pub moves: Vec<Move>,
    /// The moves in SAN, with numbers.
    pub words: Vec<String>,
}

/// The score of a position from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    Centipawns(i32),
    /// This side mates in this many moves.
    Mate(Color, u32),
    /// The game is over.
    Over(Outcome),
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

    /// Whether it is searching.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.question.is_some()
    }

    /// Its results.
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

    /// Takes over results for this position.
    pub(super) fn take(&mut self, progress: &Progress, position: &Position) {
        let lines = progress.lines.iter();
        self.found = Some(Found {
            depth: progress.depth,
            nodes: progress.nodes,
            nodes_per_second: progress.nodes_per_second,
            lines: lines.map(|line| read_line(line, position)).collect(),
        });
    }
}

/// A line up to the first illegal move, which should not occur.
fn read_line(line: &EngineLine, position: &Position) -> FoundLine {
    let mut now = *position;
    let mut moves = Vec::new();
    for text in line.moves.iter().take(PLIES_SHOWN) {
        let Ok(m) = now.parse_uci(text) else {
            break;
        };
        now = now.play_unchecked(m);
        moves.push(m);
    }
    FoundLine {
        evaluation: Evaluation::of(line.score, position.turn()),
        words: chess::notation::numbered_line(position, &moves),
        moves,
    }
}

impl Evaluation {
    fn of(score: Score, turn: Color) -> Evaluation {
        match score {
            Score::Centipawns(centipawns) if turn == Color::Black => {
                Evaluation::Centipawns(-centipawns)
            }
            Score::Centipawns(centipawns) => Evaluation::Centipawns(centipawns),
            Score::Mate(moves) if moves > 0 => Evaluation::Mate(turn, moves.unsigned_abs()),
            Score::Mate(moves) => Evaluation::Mate(!turn, moves.unsigned_abs()),
        }
    }

    /// The usual notation: `+0.35`, `#3`, `#-2`.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Evaluation::Centipawns(centipawns) => {
                let sign = if centipawns < 0 { '\u{2212}' } else { '+' };
                let (pawns, rest) = (centipawns.abs() / 100, centipawns.abs() % 100);
                format!("{sign}{pawns}.{rest:02}")
            }
            Evaluation::Mate(Color::White, moves) => format!("#{moves}"),
            Evaluation::Mate(Color::Black, moves) => format!("#\u{2212}{moves}"),
            Evaluation::Over(Outcome::Win(Color::White)) => "1\u{2013}0".to_owned(),
            Evaluation::Over(Outcome::Win(Color::Black)) => "0\u{2013}1".to_owned(),
            Evaluation::Over(Outcome::Draw) => "\u{bd}\u{2013}\u{bd}".to_owned(),
        }
    }

    /// White's share of the evaluation bar in percent: the expected score.
    #[must_use]
    pub fn white_share(self) -> f64 {
        match self {
            Evaluation::Mate(Color::White, _) | Evaluation::Over(Outcome::Win(Color::White)) => {
                100.0
            }
            Evaluation::Mate(Color::Black, _) | Evaluation::Over(Outcome::Win(Color::Black)) => 0.0,
            Evaluation::Over(Outcome::Draw) => 50.0,
            // A logistic curve fitted to the results of people's games.
            Evaluation::Centipawns(centipawns) => {
                let curve = 1.0 / (1.0 + (-0.004 * f64::from(centipawns)).exp());
                (curve * 1000.0).round() / 10.0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_whites_point_of_view() {
        let of = |score, turn| Evaluation::of(score, turn).words();
        assert_eq!(of(Score::Centipawns(35), Color::White), "+0.35");
        assert_eq!(of(Score::Centipawns(35), Color::Black), "\u{2212}0.35");
        assert_eq!(of(Score::Centipawns(-1205), Color::Black), "+12.05");
        assert_eq!(of(Score::Mate(3), Color::Black), "#\u{2212}3");
        assert_eq!(of(Score::Mate(-2), Color::Black), "#2");
        assert_eq!(of(Score::Mate(0), Color::White), "#\u{2212}0");
    }

    #[test]
    fn the_bar_is_even_at_zero_and_full_at_a_mate() {
        assert_eq!(Evaluation::Centipawns(0).white_share(), 50.0);
        assert!(Evaluation::Centipawns(300).white_share() > 75.0);
        assert_eq!(Evaluation::Mate(Color::Black, 1).white_share(), 0.0);
        let over = Evaluation::Over(Outcome::Win(Color::White));
        assert_eq!(
            (over.white_share(), over.words().as_str()),
            (100.0, "1\u{2013}0")
        );
        assert_eq!(Evaluation::Over(Outcome::Draw).white_share(), 50.0);
    }
}
