//! The report on a game: in words, and as JSON.

use std::fmt::Write;

use chess::Color;
use chess::notation::numbered_line;
use game::pgn::{NodeId, Tree};
use report::{Judgment, Look, MoveRow, Opening, Report};

/// The maximum number of moves of a better line in words.
const LINE_SHOWN: usize = 6;

#[derive(Debug)]
pub struct Reported {
    /// The game, with the report written into it.
    pub tree: Tree,
    /// What the positions of the main line are worth, the start position first.
    pub looks: Vec<Look>,
    /// The last named position of the game.
    pub opening: Option<Opening>,
}

/// The report of a game, for JSON.
#[derive(Debug, serde::Serialize)]
pub struct ReportAnswer {
    nodes: u64,
    eco: Option<String>,
    opening: Option<String>,
    white: SideAnswer,
    black: SideAnswer,
    positions: Vec<PositionAnswer>,
    moves: Vec<MoveAnswer>,
}

#[derive(Debug, serde::Serialize)]
struct SideAnswer {
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

#[derive(Debug, serde::Serialize)]
struct PositionAnswer {
    eval: Option<String>,
    /// The best line, in UCI notation.
    best: Vec<String>,
}

#[derive(Debug, serde::Serialize)]
struct MoveAnswer {
    san: String,
    loss: Option<f64>,
    judgment: Option<&'static str>,
}

impl Reported {
    /// The report in words: a table of the sides, and the moves that lost much with what was better.
    #[must_use]
    pub fn words(&self) -> String {
        let mut text = String::new();
        let Some(report) = Report::of(&self.tree) else {
            return text;
        };
        // Writing to a string cannot fail.
        if let Some(Opening { eco, name }) = &self.opening {
            let _ = writeln!(text, "  {eco} {name}");
        }
        let _ = writeln!(
            text,
            "  {:6} {:>8}  {:>12}  {:>8}  {:>8}",
            "", "accuracy", "inaccuracies", "mistakes", "blunders"
        );
        for color in Color::ALL {
            let side = report.side(color);
            let accuracy = side
                .accuracy
                .map_or("\u{2013}".to_owned(), |accuracy| format!("{accuracy:.0} %"));
            let [inaccuracies, mistakes, blunders] = side.counts;
            let _ = writeln!(
                text,
                "  {:6} {accuracy:>8}  {inaccuracies:>12}  {mistakes:>8}  {blunders:>8}",
                color.to_string()
            );
        }
        for (index, row) in report.moves.iter().enumerate() {
            if let Some(judgment) = row.judgment() {
                self.write_move(&mut text, &report, index, row, judgment);
            }
        }
        text
    }

    fn write_move(
        &self,
        text: &mut String,
        report: &Report,
        index: usize,
        row: &MoveRow,
        judgment: Judgment,
    ) {
        let value = |ply: usize| {
            let evaluation = report.evaluations.get(ply).copied().flatten();
            evaluation.map_or(String::new(), report::Evaluation::words)
        };
        let _ = write!(
            text,
            "  {}{}  {} to {}",
            self.numbered(row.id),
            judgment.sign(),
            value(index),
            value(index + 1)
        );
        let before = self.position_before(row.id);
        let better = self.looks.get(index).map(|look| look.line.as_slice());
        let better = better.unwrap_or_default();
        let shown = &better[..better.len().min(LINE_SHOWN)];
        if let Some(before) = before.filter(|_| !shown.is_empty()) {
            let line = numbered_line(before, shown).join(" ");
            let _ = write!(text, "; better {line}");
        }
        text.push('\n');
    }

    /// The report for JSON, with the nodes searched for each position.
    #[must_use]
    pub fn answer(&self, nodes: u64) -> ReportAnswer {
        let report = Report::of(&self.tree);
        let side = |color| {
            let side = report.as_ref().map(|report| *report.side(color));
            let side = side.unwrap_or_default();
            let [inaccuracies, mistakes, blunders] = side.counts;
            SideAnswer {
                accuracy: side.accuracy.map(|accuracy| rounded(accuracy, 10.0)),
                inaccuracies,
                mistakes,
                blunders,
            }
        };
        let mode = self.tree.start().mode;
        let evaluations = report.iter().flat_map(|report| &report.evaluations);
        let positions = evaluations.enumerate().map(|(ply, evaluation)| {
            let look = self.looks.get(ply);
            let line = look.map_or(&[][..], |look| &look.line);
            PositionAnswer {
                eval: evaluation.map(|evaluation| evaluation.to_string()),
                best: line.iter().map(|m| m.to_uci(mode).to_string()).collect(),
            }
        });
        let moves = report.iter().flat_map(|report| &report.moves);
        let moves = moves.map(|row| MoveAnswer {
            san: self.san(row.id),
            loss: row.loss.map(|loss| rounded(loss, 100.0)),
            judgment: row.judgment().map(Judgment::name),
        });
        let opening = self.opening.as_ref();
        ReportAnswer {
            nodes,
            eco: opening.map(|opening| opening.eco.clone()),
            opening: opening.map(|opening| opening.name.clone()),
            white: side(Color::White),
            black: side(Color::Black),
            positions: positions.collect(),
            moves: moves.collect(),
        }
    }

    fn position_before(&self, id: NodeId) -> Option<&chess::Position> {
        Some(self.tree.position(self.tree.node(id).parent()?))
    }

    fn san(&self, id: NodeId) -> String {
        let played = self.position_before(id).zip(self.tree.node(id).played());
        played.map_or(String::new(), |(before, m)| before.san(m).to_string())
    }

    fn numbered(&self, id: NodeId) -> String {
        let played = self.position_before(id).zip(self.tree.node(id).played());
        played.map_or(String::new(), |(before, m)| {
            numbered_line(before, &[m]).join(" ")
        })
    }
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
