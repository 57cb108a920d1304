//! The score of a seat: 1, 0.5 or 0.

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
