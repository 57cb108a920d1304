//! The form for a new table.

use std::collections::BTreeMap;

use chess::fen::CastlingMode;
use clock::{PerMove, TimeControl};
use game::Start;
use serde_json::Value;
use wire::{ClockTerms, GameKind, LapsePolicy, Law, NewTable, StartMode, Watch};

use crate::play::{Field, read_control, read_start};

/// The maximum delay of spectators, in seconds.
const DELAY_MAX: u32 = 3_600;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub game: GameKind,
    /// The time control; empty if there is none.
    pub control: String,
    /// The start of a game on one board: a FEN, a Chess960 number, or nothing.
    pub start: String,
    /// Rulings of the four boards that differ from the defaults, by name.
    pub rulings: BTreeMap<String, Value>,
    /// What happens when a flag falls on four boards; `None` for a resignation.
    pub flag: Option<LapsePolicy>,
    /// What happens when a player stays away on four boards; `None` if the waiting players choose.
    pub absence: Option<LapsePolicy>,
    /// Whether only players see the table.
    pub is_private: bool,
    /// The delay of spectators in seconds; empty for none.
    pub delay: String,
    /// Whether the host starts the game, not the last player to sit down.
    pub host_starts: bool,
}

impl Default for Form {
    fn default() -> Form {
        Form {
            game: GameKind::Duplicate,
            control: "10+5".to_owned(),
            start: String::new(),
            rulings: BTreeMap::new(),
            flag: None,
            absence: None,
            is_private: false,
            delay: String::new(),
            host_starts: false,
        }
    }
}

impl Form {
    /// The requested table.
    ///
    /// # Errors
    ///
    /// The first invalid field.
    pub fn table(&self) -> Result<NewTable, Field> {
        let start = match self.game {
            GameKind::Chess => read_start(&self.start)?,
            GameKind::Duplicate => Start::standard(),
        };
        let is_four = self.game == GameKind::Duplicate;
        Ok(NewTable {
            game: self.game,
            clock: clock_terms(&self.control)?,
            fen: (start != Start::standard()).then(|| start.position.to_string()),
            chess960: start.mode == CastlingMode::Chess960,
            rulings: match self.game {
                GameKind::Chess => BTreeMap::new(),
                GameKind::Duplicate => self.rulings.clone(),
            },
            flag: self.flag.filter(|_| is_four),
            absence: self.absence.filter(|_| is_four),
            law: Law::default(),
            watch: match self.is_private {
                true => Watch::Nobody,
                false => Watch::Anyone,
            },
            delay_s: match self.is_private {
                true => 0,
                false => read_delay(&self.delay)?,
            },
            start: match self.host_starts {
                true => StartMode::Host,
                false => StartMode::Full,
            },
            open: false,
            games: 1,
        })
    }

    /// Sets a ruling or a policy; the first reading is the default and is not written.
    pub fn rule(&mut self, name: &str, reading: &str, is_documents: bool) {
        let policy = LapsePolicy::from_name(reading).filter(|_| !is_documents);
        match name {
            "flag" => self.flag = policy,
            "absence" => self.absence = policy,
            _ => self.rule_boards(name, reading, is_documents),
        }
    }

    fn rule_boards(&mut self, name: &str, reading: &str, is_documents: bool) {
        match is_documents {
            true => drop(self.rulings.remove(name)),
            false => {
                let number = reading.parse::<u32>().ok().map(Value::from);
                let value = number.unwrap_or_else(|| Value::from(reading));
                self.rulings.insert(name.to_owned(), value);
            }
        }
    }
}

fn clock_terms(text: &str) -> Result<Option<ClockTerms>, Field> {
    let TimeControl::Limited(terms) = read_control(text)? else {
        return Ok(None);
    };
    if terms.moves.is_some() {
        return Err(Field {
            name: "control",
            problem: "expected one time for the whole game, such as 5+3".to_owned(),
        });
    }
    let ms = |time: core::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let (increment, delay) = match terms.per_move {
        PerMove::Increment(time) => (Some(ms(time)), None),
        PerMove::Delay(time) => (None, Some(ms(time))),
    };
    Ok(Some(ClockTerms {
        base_ms: ms(terms.base),
        increment_ms: increment.filter(|&time| time > 0),
        delay_ms: delay,
    }))
}

fn read_delay(text: &str) -> Result<u32, Field> {
    let text = text.trim();
    let delay = match text {
        "" => Some(0),
        text => text.parse().ok().filter(|&delay| delay <= DELAY_MAX),
    };
    delay.ok_or_else(|| Field {
        name: "delay",
        problem: format!("expected a number of seconds from 0 to {DELAY_MAX}, found {text:?}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_requests_a_valid_table() {
        let chess = |start: &str| Form {
            game: GameKind::Chess,
            start: start.to_owned(),
            ..Form::default()
        };
        let mut ruled = Form::default();
        ruled.rule("stalemate", "loss", false);
        ruled.rule("quietTurns", "150", false);
        ruled.rule("winners", "nobody", false);
        ruled.rule("winners", "", true);
        assert_eq!(ruled.rulings.len(), 2);
        ruled.rulings.remove("stalemate");
        ruled.rule("flag", "program", false);
        ruled.rule("absence", "draw", false);
        ruled.rule("absence", "", true);
        let asked = ruled.table().unwrap();
        assert_eq!(
            (asked.flag, asked.absence),
            (Some(LapsePolicy::Program), None)
        );
        let forms = [Form::default(), chess(""), chess("518"), chess("0"), ruled];
        for form in forms {
            let asked = form.table().unwrap();
            assert_eq!(asked.clock.unwrap().base_ms, 600_000);
            tables::Table::open(&asked, 0).unwrap_or_else(|bad| panic!("{form:?}: {bad}"));
        }
        let delay = Form {
            control: "3d2".to_owned(),
            ..Form::default()
        };
        assert_eq!(delay.table().unwrap().clock.unwrap().delay_ms, Some(2_000));
    }

    #[test]
    fn an_invalid_field_is_named() {
        let with = |change: fn(&mut Form)| {
            let mut form = Form {
                game: GameKind::Chess,
                ..Form::default()
            };
            change(&mut form);
            form.table().unwrap_err().name
        };
        assert_eq!(with(|form| form.control = "soon".to_owned()), "control");
        assert_eq!(with(|form| form.control = "40/90".to_owned()), "control");
        assert_eq!(with(|form| form.start = "960".to_owned()), "start");
        assert_eq!(with(|form| form.delay = "-1".to_owned()), "delay");
    }
}
