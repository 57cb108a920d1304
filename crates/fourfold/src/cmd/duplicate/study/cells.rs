//! The readings that are compared.

use anyhow::{Context, bail};
use duplicate::{HalfRoundRule, RepetitionRule, Rulings, StalemateRule, WinnersRule};

/// One reading of all rulings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The rulings.
    pub rulings: Rulings,
}

impl Cell {
    /// The readings that differ from the original rules; `document` if there are none.
    pub fn name(&self) -> String {
        let changes = self.rulings.changes();
        if changes.is_empty() {
            return "document".to_owned();
        }
        let words: Vec<String> = changes
            .into_iter()
            .map(|(name, reading)| format!("{name}={reading}"))
            .collect();
        words.join(",")
    }

    /// Whether only stalemate, winners and the half-round differ from the original rules.
    pub fn is_main(&self) -> bool {
        let document = Rulings::default();
        self.rulings.repetition == document.repetition
            && self.rulings.quiet_turns == document.quiet_turns
    }
}

/// The cells named on the command line, or all: twelve main ones, and separately the other readings
/// of repetition and quiet turns, which hardly interact.
pub fn asked_for(names: &[String]) -> anyhow::Result<Vec<Cell>> {
    if !names.is_empty() {
        return names.iter().map(|name| read(name)).collect();
    }
    let mut cells = Vec::new();
    for &stalemate in StalemateRule::ALL {
        for &winners in WinnersRule::ALL {
            for &half_round in HalfRoundRule::ALL {
                let rulings = Rulings {
                    stalemate,
                    winners,
                    half_round,
                    ..Rulings::default()
                };
                cells.push(Cell { rulings });
            }
        }
    }
    for &repetition in &RepetitionRule::ALL[1..] {
        let rulings = Rulings {
            repetition,
            ..Rulings::default()
        };
        cells.push(Cell { rulings });
    }
    let rulings = Rulings {
        quiet_turns: Rulings::QUIET_TURNS / 2,
        ..Rulings::default()
    };
    cells.push(Cell { rulings });
    Ok(cells)
}

fn read(name: &str) -> anyhow::Result<Cell> {
    let mut rulings = Rulings::default();
    if name != "document" {
        for word in name.split(',') {
            let Some((ruling, reading)) = word.split_once('=') else {
                bail!("expected a reading such as stalemate=pass, found {word:?}");
            };
            let set = rulings.set(ruling, reading);
            set.with_context(|| format!("cannot use {word:?}"))?;
        }
    }
    Ok(Cell { rulings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_main_cells_and_three_margins() {
        let cells = asked_for(&[]).unwrap();
        assert_eq!(cells.len(), 15);
        assert_eq!(cells.iter().filter(|cell| cell.is_main()).count(), 12);
        assert_eq!(cells[0].name(), "document");
        for cell in &cells {
            assert_eq!(asked_for(&[cell.name()]).unwrap(), [*cell]);
        }
    }
}
