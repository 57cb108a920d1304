//! The readings that are compared.

use std::str::FromStr;

use duplicate::{
    HalfRoundRule, RepetitionRule, Rulings, StalemateRule, UnknownRuling, WinnersRule,
};

/// One reading of all rulings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub rulings: Rulings,
}

impl Cell {
    /// The readings that differ from the default rulings; `default` if there are none.
    #[must_use]
    pub fn name(&self) -> String {
        let changes = self.rulings.changes();
        if changes.is_empty() {
            return "default".to_owned();
        }
        let words: Vec<String> = changes
            .into_iter()
            .map(|(name, reading)| format!("{name}={reading}"))
            .collect();
        words.join(",")
    }

    /// Whether only stalemate, winners and the half-round differ from the default rulings.
    #[must_use]
    pub fn is_main(&self) -> bool {
        let default = Rulings::default();
        self.rulings.repetition == default.repetition
            && self.rulings.quiet_turns == default.quiet_turns
    }

    /// All readings: twelve main ones, and separately the other readings of repetition and quiet
    /// turns, which hardly interact.
    #[must_use]
    pub fn all() -> Vec<Cell> {
        let default = Rulings::default();
        let mut all = Vec::new();
        for &stalemate in StalemateRule::ALL {
            for &winners in WinnersRule::ALL {
                for &half_round in HalfRoundRule::ALL {
                    all.push(Rulings {
                        stalemate,
                        winners,
                        half_round,
                        ..default
                    });
                }
            }
        }
        all.extend(RepetitionRule::ALL[1..].iter().map(|&repetition| Rulings {
            repetition,
            ..default
        }));
        all.push(Rulings {
            quiet_turns: Rulings::QUIET_TURNS / 2,
            ..default
        });
        all.into_iter().map(|rulings| Cell { rulings }).collect()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum CellError {
    #[error("expected a reading such as stalemate=pass, found {0:?}")]
    NotAReading(String),
    #[error("cannot use {word:?}: {error}")]
    Unknown { word: String, error: UnknownRuling },
}

impl FromStr for Cell {
    type Err = CellError;

    /// Parses `default`, or readings separated by commas, as in `stalemate=pass,winners=last`.
    fn from_str(name: &str) -> Result<Cell, CellError> {
        let mut rulings = Rulings::default();
        if name == "default" {
            return Ok(Cell { rulings });
        }
        for word in name.split(',') {
            let Some((ruling, reading)) = word.split_once('=') else {
                return Err(CellError::NotAReading(word.to_owned()));
            };
            rulings
                .set(ruling, reading)
                .map_err(|error| CellError::Unknown {
                    word: word.to_owned(),
                    error,
                })?;
        }
        Ok(Cell { rulings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_main_cells_and_three_margins() {
        let cells = Cell::all();
        assert_eq!(cells.len(), 15);
        assert_eq!(cells.iter().filter(|cell| cell.is_main()).count(), 12);
        assert_eq!(cells[0].name(), "default");
        for cell in &cells {
            assert_eq!(cell.name().parse::<Cell>().unwrap(), *cell);
        }
    }
}
