//! The score of a seat in a game, 1, 0.5 or 0, and sums of scores.

use core::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Score {
    Loss,
    Draw,
    Win,
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Score::Loss => serializer.serialize_u8(0),
            Score::Draw => serializer.serialize_f64(0.5),
            Score::Win => serializer.serialize_u8(1),
        }
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        match f64::deserialize(deserializer)? {
            0.0 => Ok(Score::Loss),
            0.5 => Ok(Score::Draw),
            1.0 => Ok(Score::Win),
            found => Err(D::Error::custom(format!(
                "expected a score of 0, 0.5 or 1, found {found}"
            ))),
        }
    }
}

/// A sum of scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points {
    halves: u32,
}

impl Points {
    #[must_use]
    pub fn with(self, score: Score) -> Points {
        let more = match score {
            Score::Loss => 0,
            Score::Draw => 1,
            Score::Win => 2,
        };
        Points {
            halves: self.halves.saturating_add(more),
        }
    }
}

impl fmt::Display for Points {
    /// Writes `0`, `½`, `1`, `1½` and so on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.halves / 2, self.halves % 2) {
            (0, 1) => f.write_str("½"),
            (whole, 0) => write!(f, "{whole}"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.halves % 2 {
            0 => serializer.serialize_u32(self.halves / 2),
            _ => serializer.serialize_f64(f64::from(self.halves) / 2.0),
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let found = f64::deserialize(deserializer)?;
        let halves = found * 2.0;
        if halves.fract() != 0.0 || !(0.0..=f64::from(u32::MAX)).contains(&halves) {
            return Err(D::Error::custom(format!(
                "expected a sum of scores such as 2.5, found {found}"
            )));
        }
        Ok(Points {
            halves: halves as u32,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_add_up_and_are_read_back() {
        let mut points = Points::default();
        for (score, shown, json) in [
            (Score::Draw, "½", "0.5"),
            (Score::Win, "1½", "1.5"),
            (Score::Loss, "1½", "1.5"),
            (Score::Draw, "2", "2"),
        ] {
            points = points.with(score);
            let written = serde_json::to_string(&points).expect("it serializes");
            assert_eq!(
                (points.to_string().as_str(), written.as_str()),
                (shown, json)
            );
            assert_eq!(serde_json::from_str::<Points>(json).ok(), Some(points));
        }
        assert!(serde_json::from_str::<Points>("0.3").is_err());
        assert!(serde_json::from_str::<Points>("-1").is_err());
    }
}
