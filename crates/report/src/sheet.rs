//! What follows from the evaluations of a game.

use chess::Color;
use game::pgn::{NodeId, Tree};

use crate::chances::{accuracy_of_move, accuracy_of_side, sharpness};
use crate::{Chances, Evaluation};

/// A move that lost winning chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgment {
    /// It lost at least 5 percentage points.
    Inaccuracy,
    /// It lost at least 10.
    Mistake,
    /// It lost at least 15.
    Blunder,
}

impl Judgment {
    /// All of them, the mildest first.
    pub const ALL: [Judgment; 3] = [Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder];

    /// The judgment on a loss in percentage points.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Judgment> {
        Judgment::ALL
            .into_iter()
            .rfind(|judgment| loss >= judgment.least_loss())
    }

    /// The judgment on a move of this side from one evaluation to another.
    #[must_use]
    pub fn of_step(before: Evaluation, after: Evaluation, mover: Color) -> Option<Judgment> {
        Judgment::of_loss(loss(before, after, mover))
    }

    /// Its smallest loss in percentage points.
    #[must_use]
    pub fn least_loss(self) -> f64 {
        match self {
            Judgment::Inaccuracy => 5.0,
            Judgment::Mistake => 10.0,
            Judgment::Blunder => 15.0,
        }
    }

    /// The number of its glyph in PGN.
    #[must_use]
    pub fn glyph(self) -> u8 {
        match self {
            Judgment::Inaccuracy => 6,
            Judgment::Mistake => 2,
            Judgment::Blunder => 4,
        }
    }

    /// Its sign after a move.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "?!",
            Judgment::Mistake => "?",
            Judgment::Blunder => "??",
        }
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "inaccuracy",
            Judgment::Mistake => "mistake",
            Judgment::Blunder => "blunder",
        }
    }

    /// Its name for this many.
    #[must_use]
    pub fn plural(self, count: usize) -> &'static str {
        match (self, count) {
            (_, 1) => self.name(),
            (Judgment::Inaccuracy, _) => "inaccuracies",
            (Judgment::Mistake, _) => "mistakes",
            (Judgment::Blunder, _) => "blunders",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The evaluations of the positions of the main line, the start position first.
    pub evaluations: Vec<Option<Evaluation>>,
    /// The moves of the main line.
    pub moves: Vec<MoveRow>,
    /// White and Black.
    pub sides: [Side; 2],
}

#[derive(Clone, Debug, PartialEq)]
pub struct MoveRow {
    pub id: NodeId,
    pub mover: Color,
    /// The winning chances that it lost, in percentage points, if both evaluations are known.
    pub loss: Option<f64>,
}

/// The report on a side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    /// Its accuracy in percent; `None` if it has no evaluated move.
    pub accuracy: Option<f64>,
    /// The number of its inaccuracies, mistakes and blunders.
    pub counts: [usize; 3],
}

impl MoveRow {
    #[must_use]
    pub fn judgment(&self) -> Option<Judgment> {
        self.loss.and_then(Judgment::of_loss)
    }
}

impl Report {
    /// The report on a game by the evaluations in it; `None` if it has none.
    #[must_use]
    pub fn of(tree: &Tree) -> Option<Report> {
        let ids: Vec<NodeId> = tree.main_line().collect();
        let has_evaluation = |id: &NodeId| noted(tree, *id).is_some();
        if !has_evaluation(&tree.root()) && !ids.iter().any(has_evaluation) {
            return None;
        }
        let places = core::iter::once(tree.root()).chain(ids.iter().copied());
        let evaluations: Vec<_> = places.map(|id| Evaluation::at(tree, id)).collect();
        let moves: Vec<MoveRow> = ids
            .into_iter()
            .zip(evaluations.windows(2))
            .map(|(id, pair)| {
                let mover = !tree.position(id).turn();
                let loss = match *pair {
                    [Some(before), Some(after)] => Some(loss(before, after, mover)),
                    _ => None,
                };
                MoveRow { id, mover, loss }
            })
            .collect();
        let sides = Color::ALL.map(|side| side_of(side, &moves, &evaluations));
        Some(Report {
            evaluations,
            moves,
            sides,
        })
    }

    #[must_use]
    pub fn side(&self, side: Color) -> &Side {
        &self.sides[side as usize]
    }
}

impl Evaluation {
    /// The evaluation of a position in a game: its result if no move is left, or what is noted there.
    #[must_use]
    pub fn at(tree: &Tree, id: NodeId) -> Option<Evaluation> {
        Evaluation::of_final(tree.position(id)).or_else(|| noted(tree, id))
    }
}

fn noted(tree: &Tree, id: NodeId) -> Option<Evaluation> {
    let mut comments = tree.node(id).comments.iter();
    let text = comments.find_map(|comment| comment.evaluation())?;
    text.parse().ok()
}

/// The winning chances that a move of this side lost, in percentage points.
fn loss(before: Evaluation, after: Evaluation, mover: Color) -> f64 {
    let [before, after] = [before, after].map(|at| Chances::of(at).of_side(mover));
    (before - after).max(0.0)
}

fn side_of(side: Color, moves: &[MoveRow], evaluations: &[Option<Evaluation>]) -> Side {
    let chances: Vec<f64> = evaluations
        .iter()
        .map(|evaluation| evaluation.map_or(50.0, |at| Chances::of(at).white()))
        .collect();
    let width = (moves.len() / 10).clamp(2, 8);
    let mut counts = [0; 3];
    let mut rated = Vec::new();
    for (index, row) in moves.iter().enumerate() {
        let Some(loss) = row.loss.filter(|_| row.mover == side) else {
            continue;
        };
        if let Some(judgment) = row.judgment() {
            counts[judgment as usize] += 1;
        }
        // The positions that led to the one after the move.
        let window = &chances[(index + 2).saturating_sub(width)..index + 2];
        rated.push((accuracy_of_move(loss), sharpness(window)));
    }
    Side {
        accuracy: accuracy_of_side(&rated),
        counts,
    }
}
