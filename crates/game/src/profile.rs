//! Rule profiles: which draws end a game automatically, and which have to be claimed.

use core::fmt;
use core::str::FromStr;
use std::sync::Arc;

use crate::{Judge, MaterialJudge};

/// Which draws are automatic.
///
/// ```
/// use fourfold_game::Profile;
/// let profile: Profile = "engine".parse()?;
/// assert_eq!(profile, Profile::Engine);
/// assert_eq!(Profile::default().name(), "fide");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Profile {
    /// The Laws of Chess: threefold repetition and fifty moves must be claimed; fivefold repetition
    /// and seventy-five moves end the game.
    #[default]
    Fide,
    /// The custom of engine matches: threefold repetition and fifty moves end the game.
    Engine,
}

impl Profile {
    /// Both profiles.
    pub const ALL: [Profile; 2] = [Profile::Fide, Profile::Engine];

    /// The name of the profile, for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Fide => "fide",
            Profile::Engine => "engine",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for an unknown profile.
///
/// ```
/// use fourfold_game::Profile;
/// let error = "uscf".parse::<Profile>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a profile fide or engine, found \"uscf\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a profile fide or engine, found {found:?}")]
pub struct ParseProfileError {
    /// The beginning of the text.
    pub found: String,
}

impl FromStr for Profile {
    type Err = ParseProfileError;

    fn from_str(text: &str) -> Result<Profile, ParseProfileError> {
        Profile::ALL
            .into_iter()
            .find(|profile| profile.name() == text)
            .ok_or_else(|| ParseProfileError {
                found: text.chars().take(16).collect(),
            })
    }
}

/// The rules of a game: a profile and a judge.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Which draws are automatic.
    pub profile: Profile,
    /// Decides whether a side can still mate.
    pub judge: Arc<dyn Judge>,
}

impl Rules {
    /// A profile with the judge that looks only at material.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::{Command, Game, Profile, Reason, Rules};
    /// // Engine matches end at the third occurrence, without a claim.
    /// let mut game = Game::new(Position::start(), Rules::new(Profile::Engine));
    /// for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     let m = game.position().parse_san(san)?;
    ///     game.execute(Command::Play(m))?;
    /// }
    /// let ending = game.ending().ok_or("is over")?;
    /// assert_eq!(ending.reason(), Reason::ThreefoldRepetition);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(profile: Profile) -> Rules {
        Rules {
            profile,
            judge: Arc::new(MaterialJudge),
        }
    }
}

impl Default for Rules {
    /// The FIDE Laws, with dead positions by material only. `referee::rules(Profile::Fide)`, from
    /// the crate `fourfold-referee`, proves the others too.
    fn default() -> Rules {
        Rules::new(Profile::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_read_back_by_its_name() {
        for profile in Profile::ALL {
            assert_eq!(profile.to_string().parse(), Ok(profile));
        }
        let error = "uscf".parse::<Profile>().expect_err("is not a profile");
        assert_eq!(
            error.to_string(),
            "expected a profile fide or engine, found \"uscf\""
        );
    }
}
