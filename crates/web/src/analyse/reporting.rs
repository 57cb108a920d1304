//! The game report as the page sees it: what the worker was asked, and the graph.
//!
//! The report itself is in the game, as evaluations, glyphs and variations.

use chess::{Color, Move};
use game::pgn::NodeId;
use report::{Chances, Course, Evaluation, Judgment, MoveRow, Report};

use super::Study;

/// The walk of the worker over the game.
#[derive(Clone, Debug, Default)]
pub struct Reporting {
    /// The open request.
    pub(super) question: Option<u64>,
    /// The moves that the request is about.
    pub(super) moves: Vec<Move>,
}

impl Reporting {
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.question.is_some()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReportView {
    pub is_running: bool,
    /// The number of evaluated positions.
    pub done: usize,
    /// The number of positions of the game.
    pub total: usize,
    /// White and Black.
    pub sides: [SideView; 2],
    pub graph: Graph,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideView {
    /// The accuracy, such as `92 %`.
    pub accuracy: String,
    /// The number of inaccuracies, mistakes and blunders.
    pub counts: [usize; 3],
}

/// The evaluations of a game as a picture of width `plies` and height 100.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    pub plies: usize,
    /// The outline of White's share, as an SVG path.
    pub area: String,
    /// The moves that lost much, with their judgments.
    pub marks: Vec<(usize, f64, Judgment)>,
}

/// The shown place on the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of moves of the main line before it.
    pub ply: usize,
    /// The move and its evaluation in words.
    pub words: String,
}

impl Study {
    /// The walk of the worker over the game.
    #[must_use]
    pub fn reporting(&self) -> &Reporting {
        &self.reporting
    }

    /// The report on the game, as far as there is one.
    #[must_use]
    pub fn report(&self) -> Option<ReportView> {
        let is_running = self.reporting.is_running();
        let report = match (Report::of(&self.tree), is_running) {
            (Some(report), _) => report,
            (None, false) => return None,
            (None, true) => Report {
                evaluations: Vec::new(),
                moves: Vec::new(),
                sides: [report::Side::default(); 2],
            },
        };
        let missing = self.missing(&report).len();
        let total = report.evaluations.len().max(missing);
        let sides = report.sides.map(|side| SideView {
            accuracy: side
                .accuracy
                .map_or("\u{2013}".to_owned(), |accuracy| format!("{accuracy:.0} %")),
            counts: side.counts,
        });
        Some(ReportView {
            is_running,
            done: total - missing,
            total,
            sides,
            graph: Graph::of(&report),
        })
    }

    /// The positions that have no evaluation, from the last to the first.
    pub(super) fn missing(&self, report: &Report) -> Vec<usize> {
        let is_missing = |ply: &usize| !matches!(report.evaluations.get(*ply), Some(Some(_)));
        Course::of(&self.tree).plies().filter(is_missing).collect()
    }

    /// The shown place on the graph: in a variation, where it leaves the main line.
    #[must_use]
    pub fn place(&self) -> Place {
        let path = self.path();
        let main = path.iter().take_while(|&&id| self.tree.node(id).is_main());
        let ply = main.count();
        let id = ply
            .checked_sub(1)
            .map_or(self.tree.root(), |last| path[last]);
        let mut words = match self.tree.node(id).parent().zip(self.tree.node(id).played()) {
            None => "The start".to_owned(),
            Some((before, m)) => {
                let before = self.tree.position(before);
                chess::notation::numbered_line(before, &[m]).join(" ")
            }
        };
        if let Some(judgment) = self.judgment(id) {
            words = format!("{words}, {}", judgment.name());
        }
        if let Some(evaluation) = Evaluation::at(&self.tree, id) {
            words = format!("{words}, {}", evaluation.words());
        }
        Place { ply, words }
    }

    fn judgment(&self, id: NodeId) -> Option<Judgment> {
        let glyphs = &self.tree.node(id).nags;
        let mut all = Judgment::ALL.into_iter();
        all.find(|judgment| glyphs.contains(&judgment.glyph()))
    }

    /// The position after this many moves of the main line.
    pub(super) fn main_node(&self, ply: usize) -> NodeId {
        let line = self.tree.main_line();
        line.take(ply).last().unwrap_or(self.tree.root())
    }

    /// The next move of a side with this judgment, after the shown place; at the end the first.
    pub(super) fn next_judged(&self, side: Color, judgment: Judgment) -> Option<NodeId> {
        let report = Report::of(&self.tree)?;
        let is_wanted = |row: &&MoveRow| row.mover == side && row.judgment() == Some(judgment);
        let shown = self.place().ply;
        let mut later = report.moves.iter().skip(shown).filter(is_wanted);
        let mut all = report.moves.iter().filter(is_wanted);
        later.next().or_else(|| all.next()).map(|row| row.id)
    }
}

impl Graph {
    fn of(report: &Report) -> Graph {
        let height = |evaluation: Evaluation| 100.0 - Chances::of(evaluation).white();
        let mut area = String::new();
        let mut last = None;
        for (ply, evaluation) in report.evaluations.iter().enumerate() {
            match (evaluation, last) {
                (Some(evaluation), Some(_)) => {
                    area.push_str(&format!("L{ply} {:.1}", height(*evaluation)));
                    last = Some(ply);
                }
                (Some(evaluation), None) => {
                    area.push_str(&format!("M{ply} 100V{:.1}", height(*evaluation)));
                    last = Some(ply);
                }
                (None, Some(end)) => {
                    area.push_str(&format!("L{end} 100Z"));
                    last = None;
                }
                (None, None) => {}
            }
        }
        if let Some(end) = last {
            area.push_str(&format!("L{end} 100Z"));
        }
        let mut marks = Vec::new();
        for (index, row) in report.moves.iter().enumerate() {
            if let (Some(judgment), Some(evaluation)) =
                (row.judgment(), report.evaluations[index + 1])
            {
                marks.push((index + 1, height(evaluation), judgment));
            }
        }
        Graph {
            plies: report.moves.len().max(1),
            area,
            marks,
        }
    }

    /// The number of moves at this share of the width.
    #[must_use]
    pub fn ply_at(&self, share: f64) -> usize {
        (share.clamp(0.0, 1.0) * self.plies as f64).round() as usize
    }
}
