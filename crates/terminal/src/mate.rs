//! Who can still mate in a position: the verdicts in words and as JSON.

use std::io::{self, Write};

use chess::fen::CastlingMode;
use chess::notation::numbered_line;
use chess::{Color, Move, Position};
use referee::{Budget, Prover, Verdict};
use serde_json::{Value, json};

use crate::grouped;

/// A position and the verdicts about it.
#[derive(Debug)]
pub struct Question {
    position: Position,
    /// White's verdict, then Black's.
    verdicts: [Verdict; 2],
}

impl Question {
    /// Asks the prover for both sides, within this budget for each.
    pub fn ask(prover: &mut Prover, position: Position, budget: Budget) -> Question {
        Question {
            position,
            verdicts: Color::ALL.map(|side| prover.can_mate(&position, side, budget)),
        }
    }

    /// Whether neither side can mate; `None` if unknown.
    #[must_use]
    pub fn is_dead(&self) -> Option<bool> {
        match &self.verdicts {
            [Verdict::No(_), Verdict::No(_)] => Some(true),
            [Verdict::Yes(_), _] | [_, Verdict::Yes(_)] => Some(false),
            [Verdict::Unknown, Verdict::No(_) | Verdict::Unknown]
            | [Verdict::No(_), Verdict::Unknown] => None,
        }
    }

    /// The verdicts as JSON, with the lines and proofs.
    #[must_use]
    pub fn to_json(&self, mode: CastlingMode) -> Value {
        let mut answer = json!({ "dead": self.is_dead() });
        for (name, verdict) in ["white", "black"].into_iter().zip(&self.verdicts) {
            answer[name] = match verdict {
                Verdict::Yes(line) => {
                    let line = line.iter().map(|m| m.to_uci(mode).to_string());
                    answer[format!("{name}_line")] = line.collect();
                    "yes".into()
                }
                Verdict::No(proof) => {
                    answer[format!("{name}_proof")] = proof.code().into();
                    "no".into()
                }
                Verdict::Unknown => "unknown".into(),
            };
        }
        answer
    }

    /// Writes the verdicts for a person.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written to.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = &self.position;
        writeln!(out, "{position}")?;
        for (side, verdict) in Color::ALL.into_iter().zip(&self.verdicts) {
            match verdict {
                Verdict::Yes(line) if line.is_empty() => writeln!(out, "  {side} has mated")?,
                Verdict::Yes(line) => {
                    let moves = line.len();
                    writeln!(
                        out,
                        "  {side} can mate, in {} of either side:",
                        plural(moves)
                    )?;
                    write_line(out, position, line)?;
                }
                Verdict::No(proof) => writeln!(out, "  {side} cannot mate: {proof}")?,
                Verdict::Unknown => writeln!(
                    out,
                    "  whether {side} can mate is not known: the budget is spent (--budget N raises it)"
                )?,
            }
        }
        match self.is_dead() {
            Some(true) if !position.has_legal_moves() => writeln!(out, "  the game is over"),
            Some(true) => writeln!(
                out,
                "  the position is dead: a draw at once (article 5.2.2)"
            ),
            Some(false) | None => Ok(()),
        }
    }
}

fn plural(moves: usize) -> String {
    let plural = if moves == 1 { "" } else { "s" };
    format!("{} move{plural}", grouped(moves as u64))
}

/// A line in SAN, wrapped for reading.
fn write_line(out: &mut dyn Write, position: &Position, line: &[Move]) -> io::Result<()> {
    const WIDTH: usize = 96;
    let mut column = 0;
    for word in numbered_line(position, line) {
        if column == 0 || column + 1 + word.len() > WIDTH {
            let before = if column == 0 { "" } else { "\n" };
            write!(out, "{before}    {word}")?;
            column = 4 + word.len();
        } else {
            write!(out, " {word}")?;
            column += 1 + word.len();
        }
    }
    writeln!(out)
}
