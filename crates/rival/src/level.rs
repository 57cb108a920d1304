//! Playing strength.

use core::fmt;
use core::str::FromStr;

use crate::limits::Limits;

/// One of eight levels, from 1 to 8.
///
/// A weak level searches less deep and accepts moves that are a little worse than the best it found.
/// It never plays a random blunder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a level from 1 to {}, found {found:?}", Level::COUNT)]
pub struct UnknownLevel {
    /// The beginning of what was found.
    pub found: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LevelSettings {
    pub limits: Limits,
    /// How much worse than the best move the chosen move may be.
    pub width: i32,
}

impl Level {
    pub const COUNT: u8 = 8;

    /// The level for people who have played the game a little.
    pub const DEFAULT: Level = Level(3);

    pub const BEST: Level = Level(Level::COUNT);

    /// The level with this number; `None` if it does not exist.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=Level::COUNT => Some(Level(number)),
            _ => None,
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::COUNT).map(Level)
    }

    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// A short description of the level.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self.0 {
            1 => "sees one move, may throw away two queens",
            2 => "sees one move, may throw away a queen and a knight",
            3 => "sees one move, may throw away a queen",
            4 => "sees one move, may throw away two knights",
            5 => "sees one move, may throw away a knight",
            6 => "sees one move and what can be taken then",
            7 => "sees one move and each reply",
            _ => "sees as far as it can",
        }
    }

    /// How far the level sees, in two or three words.
    #[must_use]
    pub const fn sight(self) -> &'static str {
        match self.0 {
            1..=6 => "sees one move",
            7 => "sees a reply",
            _ => "sees far",
        }
    }

    pub(crate) const fn settings(self) -> LevelSettings {
        let (depth, nodes, width) = match self.0 {
            1 => (1, 20_000, 450),
            2 => (1, 20_000, 340),
            3 => (1, 20_000, 250),
            4 => (1, 20_000, 180),
            5 => (1, 20_000, 115),
            6 => (1, 20_000, 0),
            7 => (2, 20_000, 0),
            _ => (Limits::DEPTH_MAX, 100_000, 0),
        };
        LevelSettings {
            limits: Limits { depth, nodes },
            width,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}: {}", self.0, self.words())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let number = text.trim().parse().ok();
        number.and_then(Level::new).ok_or_else(|| UnknownLevel {
            found: text.chars().take(40).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Feature;
    use crate::weights::LEARNED;

    #[test]
    fn a_level_may_throw_away_what_its_words_say_and_no_more() {
        let worth = |piece: Feature| LEARNED.own[piece as usize];
        let (knight, queen) = (worth(Feature::Knights), worth(Feature::Queens));
        let margins = [
            (1, 2 * queen, 3 * queen),
            (2, queen + knight, 2 * queen),
            (3, queen, queen + knight),
            (4, 2 * knight, queen),
            (5, knight, 2 * knight),
            (6, 0, 1),
        ];
        for (number, least, less_than) in margins {
            let width = Level(number).settings().width;
            assert!(
                (least..less_than).contains(&width),
                "level {number}: {width}"
            );
        }
    }
}
