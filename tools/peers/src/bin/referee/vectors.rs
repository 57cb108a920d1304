//! Questions whose answers are known: the positions of the referee's own tests, which were proven
//! by exhaustive enumeration and compared with CHA.

use anyhow::{Context, Result};
use chess::fen::{self, CastlingMode};
use chess::{Color, Position, Tolerance};
use referee::{Budget, Prover};
use serde_json::Value;

/// A question and its answer.
pub struct Known {
    pub position: Position,
    pub side: Color,
    can_mate: bool,
}

const VECTORS: [&str; 2] = [
    include_str!("../../../../../crates/referee/tests/data/unwinnable.jsonl"),
    include_str!("../../../../../crates/referee/tests/data/walled.jsonl"),
];

pub fn questions() -> Result<Vec<Known>> {
    let mut questions = Vec::new();
    for line in VECTORS.into_iter().flat_map(str::lines) {
        let case: Value = serde_json::from_str(line)?;
        let text = case["fen"].as_str().context("a case without a FEN")?;
        let read = fen::read(text, CastlingMode::Standard, Tolerance::Lenient)?;
        for (side, name) in Color::ALL.into_iter().zip(["white", "black"]) {
            questions.push(Known {
                position: read.position,
                side,
                can_mate: case[format!("{name}_can_mate")]
                    .as_bool()
                    .context("no verdict")?,
            });
        }
    }
    Ok(questions)
}

/// The number of wrong answers.
pub fn contradictions(questions: &[Known]) -> usize {
    let mut prover = Prover::new();
    let mut is_wrong = |known: &&Known| {
        let verdict = prover.can_mate(&known.position, known.side, Budget::FULL);
        verdict.is_yes() && !known.can_mate || verdict.is_no() && known.can_mate
    };
    questions.iter().filter(&mut is_wrong).count()
}
