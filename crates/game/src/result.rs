//! The outcome of a game and the four result tokens of PGN.

use core::fmt;
use core::str::FromStr;

use chess::Color;

/// The outcome of a finished game.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::Outcome;
/// assert_eq!(Outcome::Win(Color::White).winner(), Some(Color::White));
/// assert_eq!(Outcome::Draw.winner(), None);
/// assert_eq!(Outcome::Draw.to_string(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Outcome {
    /// This side won.
    Win(Color),
    /// A draw.
    Draw,
}

impl Outcome {
    /// The side that won.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color) => Some(color),
            Outcome::Draw => None,
        }
    }
}

/// The result of a game in PGN notation; `*` if there is none.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::{GameResult, Outcome};
/// assert_eq!("1/2-1/2".parse(), Ok(GameResult::Draw));
/// assert_eq!(GameResult::from(Outcome::Win(Color::Black)).to_string(), "0-1");
/// assert!("½-½".parse::<GameResult>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum GameResult {
    /// `1-0`
    #[cfg_attr(feature = "serde", serde(rename = "1-0"))]
    WhiteWins,
    /// `0-1`
    #[cfg_attr(feature = "serde", serde(rename = "0-1"))]
    BlackWins,
    /// `1/2-1/2`
    #[cfg_attr(feature = "serde", serde(rename = "1/2-1/2"))]
    Draw,
    /// `*`: the game is in progress, or its result is unknown.
    #[cfg_attr(feature = "serde", serde(rename = "*"))]
    #[default]
    Unknown,
}

impl GameResult {
    /// All four results.
    pub const ALL: [GameResult; 4] = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Unknown,
    ];

    /// The PGN token.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The outcome this result states; `None` for `*`.
    ///
    /// ```
    /// use fourfold_game::chess::Color;
    /// use fourfold_game::{GameResult, Outcome};
    /// assert_eq!(GameResult::BlackWins.outcome(), Some(Outcome::Win(Color::Black)));
    /// assert_eq!(GameResult::Unknown.outcome(), None);
    /// ```
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            GameResult::WhiteWins => Some(Outcome::Win(Color::White)),
            GameResult::BlackWins => Some(Outcome::Win(Color::Black)),
            GameResult::Draw => Some(Outcome::Draw),
            GameResult::Unknown => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Color::White) => GameResult::WhiteWins,
            Outcome::Win(Color::Black) => GameResult::BlackWins,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        outcome.map_or(GameResult::Unknown, GameResult::from)
    }
}

/// The error for a text that is not a result token.
///
/// ```
/// use fourfold_game::GameResult;
/// let error = "2-0".parse::<GameResult>().unwrap_err();
/// assert_eq!(error.found, "2-0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a result 1-0, 0-1, 1/2-1/2 or *, found {found:?}")]
pub struct ParseResultError {
    /// The beginning of the text.
    pub found: String,
}

impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<GameResult, ParseResultError> {
        GameResult::ALL
            .into_iter()
            .find(|result| result.token() == text)
            .ok_or_else(|| ParseResultError {
                found: text.chars().take(16).collect(),
            })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.token())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        GameResult::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_is_read_back() {
        for result in GameResult::ALL {
            assert_eq!(result.to_string().parse(), Ok(result));
            assert_eq!(GameResult::from(result.outcome()), result);
        }
    }

    #[test]
    fn other_texts_are_refused_with_what_was_found() {
        for text in ["", "1/2", "0.5-0.5", "1-0 ", "½-½"] {
            let error = text.parse::<GameResult>().expect_err("is not a result");
            assert_eq!(error.found, text);
        }
        let error = "x"
            .repeat(1000)
            .parse::<GameResult>()
            .expect_err("is not a result");
        assert_eq!(error.found.len(), 16);
    }
}
