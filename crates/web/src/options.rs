//! The preferences of a person, stored as one short line.

use rival::Level;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    #[must_use]
    pub const fn next(self) -> Theme {
        match self {
            Theme::System => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::System,
        }
    }
}

/// The minimum time of a program's move, so that people can follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As fast as possible.
    Quick,
    /// Most of a second.
    #[default]
    Usual,
    /// Two seconds.
    Calm,
}

impl Pace {
    pub const ALL: [Pace; 3] = [Pace::Quick, Pace::Usual, Pace::Calm];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Pace::Quick => "quick",
            Pace::Usual => "usual",
            Pace::Calm => "calm",
        }
    }

    /// The minimum time per move in milliseconds.
    #[must_use]
    pub const fn milliseconds(self) -> u64 {
        match self {
            Pace::Quick => 0,
            Pace::Usual => 800,
            Pace::Calm => 2_000,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether targets and reasons are shown.
    pub teaching: bool,
    /// Whether every piece shows the letter of its seat.
    pub letters: bool,
    /// Whether the mover's boards are upright; `None` leaves it to the screen size.
    pub upright: Option<bool>,
    pub theme: Theme,
    pub sound: bool,
    /// The players of the four seats in turn order: 0 for a person, or the level of a program.
    pub programs: [u8; 4],
    /// The minimum time of a program's move on four boards.
    pub pace: Pace,
    /// Whether pawns promote to a queen without asking, on a single board.
    pub queens: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            teaching: true,
            letters: false,
            upright: None,
            theme: Theme::default(),
            sound: true,
            programs: [0; 4],
            pace: Pace::default(),
            queens: false,
        }
    }
}

impl Options {
    /// The stored line.
    #[must_use]
    pub fn write(&self) -> String {
        let upright = match self.upright {
            None => "auto",
            Some(true) => "on",
            Some(false) => "off",
        };
        format!(
            "teaching={} letters={} upright={upright} theme={} sound={} programs={} pace={} queens={}",
            on_off(self.teaching),
            on_off(self.letters),
            self.theme.name(),
            on_off(self.sound),
            self.programs.map(|level| level.to_string()).concat(),
            self.pace.name(),
            on_off(self.queens)
        )
    }

    /// Parses a line; unknown and unreadable parts keep their defaults.
    #[must_use]
    pub fn read(line: &str) -> Options {
        let mut options = Options::default();
        for (key, value) in line.split(' ').filter_map(|word| word.split_once('=')) {
            match key {
                "teaching" => options.teaching = value != "off",
                "letters" => options.letters = value == "on",
                "sound" => options.sound = value != "off",
                "programs" => options.programs = read_programs(value).unwrap_or_default(),
                "pace" => {
                    let known = Pace::ALL.into_iter().find(|pace| pace.name() == value);
                    options.pace = known.unwrap_or_default();
                }
                "queens" => options.queens = value == "on",
                "upright" => {
                    options.upright = match value {
                        "on" => Some(true),
                        "off" => Some(false),
                        _ => None,
                    }
                }
                "theme" => {
                    let known = Theme::ALL.into_iter().find(|theme| theme.name() == value);
                    options.theme = known.unwrap_or_default();
                }
                _ => {}
            }
        }
        options
    }
}

/// Four digits, none above the strongest level.
fn read_programs(value: &str) -> Option<[u8; 4]> {
    let digits = value.bytes().map(|byte| byte.checked_sub(b'0'));
    let levels: Vec<u8> = digits.collect::<Option<_>>()?;
    let levels: [u8; 4] = levels.try_into().ok()?;
    levels
        .iter()
        .all(|&level| level <= Level::COUNT)
        .then_some(levels)
}

fn on_off(value: bool) -> &'static str {
    if value { "on" } else { "off" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_round_trip() {
        for theme in Theme::ALL {
            for (teaching, letters, upright) in [
                (true, false, None),
                (false, true, Some(true)),
                (true, true, Some(false)),
            ] {
                let options = Options {
                    teaching,
                    letters,
                    upright,
                    theme,
                    sound: !letters,
                    programs: [0, 3, u8::from(letters), Level::COUNT],
                    pace: if letters { Pace::Calm } else { Pace::Quick },
                    queens: letters,
                };
                assert_eq!(Options::read(&options.write()), options);
            }
        }
    }

    #[test]
    fn malformed_options_keep_the_defaults() {
        for line in [
            "",
            "x",
            "theme=<b>",
            "teaching",
            "=",
            "upright=7 theme=",
            "programs=9",
            "programs=0019",
            "pace=x",
        ] {
            assert_eq!(Options::read(line), Options::default(), "{line}");
        }
    }
}
