//! The players, the start position, the time control, and arbiter mode.

use chess::fen::{self, CastlingMode};
use chess::{Color, Position, Tolerance};
use clock::{TimeControl, Unit};
use game::Start;
use partner::{Level, Pace};

use crate::single::start::read_fen;

/// Descriptions of the engine's levels, weakest first.
pub const LEVELS: [&str; 10] = [
    "just learned the moves",
    "beginner",
    "casual player",
    "keen amateur",
    "club player",
    "strong club player",
    "expert",
    "candidate master",
    "master",
    "everything it has at this speed",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person at this screen.
    Person,
    /// The engine at a level, from 1 to 10.
    Engine(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Two people at this screen.
    Person,
    /// The engine at a level, from 1 to 10.
    Engine(u8),
}

/// The side of the person against the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    White,
    Black,
}

/// An invalid field of the form for a new game, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct Field {
    pub name: &'static str,
    /// What is wrong, and what is expected.
    pub problem: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    pub white: Player,
    pub black: Player,
    pub control: TimeControl,
    pub start: Start,
    /// Whether an arbiter runs the game: open claims are not pointed out, and the clocks can be
    /// adjusted.
    pub is_arbiter: bool,
    /// Whether the engine resigns lost games.
    pub resigns: bool,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            white: Player::Person,
            black: Player::Engine(3),
            control: TimeControl::Unlimited,
            start: Start::standard(),
            is_arbiter: false,
            resigns: true,
        }
    }
}

impl Setting {
    /// The settings of a form.
    ///
    /// # Errors
    ///
    /// The first invalid field.
    pub fn from_form(
        opponent: Against,
        side: Side,
        control: &str,
        start: &str,
        is_arbiter: bool,
    ) -> Result<Setting, Field> {
        let (white, black) = match (opponent, side) {
            (Against::Person, _) => (Player::Person, Player::Person),
            (Against::Engine(level), Side::White) => (Player::Person, Player::Engine(level)),
            (Against::Engine(level), Side::Black) => (Player::Engine(level), Player::Person),
        };
        Ok(Setting {
            white,
            black,
            control: read_control(control)?,
            start: read_start(start)?,
            is_arbiter,
            resigns: true,
        })
    }

    /// The settings of a link that starts a game: `new=5&clock=3+2`, with the level of the engine.
    #[must_use]
    pub fn of_link(text: &str) -> Option<Setting> {
        let mut parts = text.split('&').filter_map(|part| part.split_once('='));
        let ("new", level) = parts.next()? else {
            return None;
        };
        let level = level
            .parse()
            .ok()
            .filter(|level| (1..=10).contains(level))?;
        let clock = match parts.next() {
            Some(("clock", clock)) => clock,
            Some(_) => return None,
            None => "",
        };
        Setting::from_form(Against::Engine(level), Side::White, clock, "", false).ok()
    }

    /// How the engine plays, if it plays.
    #[must_use]
    pub fn engine(&self) -> partner::Opponent {
        let mut players = [self.white, self.black].into_iter();
        let level = players.find_map(|player| match player {
            Player::Person => None,
            Player::Engine(level) => Level::new(level),
        });
        let level = level.unwrap_or(Level::MAX);
        let engine = partner::Opponent::new(Pace::Strength(level.strength()));
        match self.resigns {
            true => engine,
            false => engine.never_resigning(),
        }
    }

    #[must_use]
    pub const fn player(&self, side: Color) -> Player {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    #[must_use]
    pub fn name(&self, side: Color) -> String {
        match self.player(side) {
            Player::Person => side.to_string(),
            Player::Engine(level) => format!("Fourfold, level {level}"),
        }
    }

    /// Whether the person has Black, so that Black is at the bottom.
    #[must_use]
    pub fn shows_black_below(&self) -> bool {
        self.black == Player::Person && self.white != Player::Person
    }

    /// The same settings with the colors swapped.
    #[must_use]
    pub fn reversed(&self) -> Setting {
        Setting {
            white: self.black,
            black: self.white,
            ..self.clone()
        }
    }

    /// The stored line.
    #[must_use]
    pub fn write(&self) -> String {
        let player = |player| match player {
            Player::Person => 0,
            Player::Engine(level) => level,
        };
        let mode = match self.start.mode {
            CastlingMode::Standard => "standard",
            CastlingMode::Chess960 => "chess960",
        };
        // One bit for each choice; stored games of before have the first only.
        let choices = u8::from(self.is_arbiter) | u8::from(!self.resigns) << 1;
        format!(
            "{} {} {} {choices} {mode} {}",
            player(self.white),
            player(self.black),
            self.control,
            self.start.position
        )
    }

    /// Parses such a line.
    #[must_use]
    pub fn read(line: &str) -> Option<Setting> {
        let mut words = line.splitn(6, ' ');
        let mut player = || match words.next()?.parse().ok()? {
            0 => Some(Player::Person),
            level @ 1..=10 => Some(Player::Engine(level)),
            _ => None,
        };
        let (white, black) = (player()?, player()?);
        let control = TimeControl::parse(words.next()?, Unit::Seconds).ok()?;
        let choices: u8 = words.next()?.parse().ok()?;
        let mode = match words.next()? {
            "chess960" => CastlingMode::Chess960,
            _ => CastlingMode::Standard,
        };
        let read = fen::read(words.next()?, mode, Tolerance::Lenient).ok()?;
        Some(Setting {
            white,
            black,
            control,
            start: Start {
                position: read.position,
                mode,
            },
            is_arbiter: choices & 1 != 0,
            resigns: choices & 2 == 0,
        })
    }
}

/// A time control in minutes, or nothing for no clock.
pub(crate) fn read_control(text: &str) -> Result<TimeControl, Field> {
    match text.trim() {
        "" => Ok(TimeControl::Unlimited),
        text => TimeControl::parse(text, Unit::Minutes).map_err(|error| Field {
            name: "control",
            problem: error.to_string(),
        }),
    }
}

/// A FEN, a Chess960 number from 0 to 959, or nothing for the standard start.
pub(crate) fn read_start(text: &str) -> Result<Start, Field> {
    let field = |problem: String| Field {
        name: "start",
        problem,
    };
    let text = text.trim();
    if text.is_empty() {
        return Ok(Start::standard());
    }
    if let Ok(number) = text.parse() {
        let position = Position::chess960(number).ok_or_else(|| {
            field("the starts of Chess960 have the numbers from 0 to 959".to_owned())
        })?;
        let mode = CastlingMode::Chess960;
        return Ok(Start { position, mode });
    }
    read_fen(text).map_err(|error| field(format!("this is not a legal position: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(control: &str, start: &str) -> Result<Setting, Field> {
        Setting::from_form(Against::Engine(4), Side::Black, control, start, false)
    }

    #[test]
    fn a_form_becomes_settings_that_round_trip() {
        for (control, start) in [
            ("", ""),
            ("5+3", "518"),
            ("90+30", "8/8/3k4/8/3K4/8/7R/7R w - - 99 60"),
            ("3d2", "0"),
        ] {
            let setting = form(control, start).unwrap();
            assert_eq!(
                Setting::read(&setting.write()),
                Some(setting.clone()),
                "{control} {start}"
            );
            let plays_on = Setting {
                is_arbiter: true,
                resigns: false,
                ..setting.clone()
            };
            assert_eq!(Setting::read(&plays_on.write()), Some(plays_on));
            assert!(setting.shows_black_below());
            assert!(!setting.reversed().shows_black_below());
        }
    }

    #[test]
    fn an_invalid_field_is_named() {
        assert_eq!(form("soon", "").unwrap_err().name, "control");
        for start in ["960", "nonsense", "8/8/8/8/8/8/8/8 w - - 0 1"] {
            assert_eq!(form("", start).unwrap_err().name, "start", "{start}");
        }
    }
}
