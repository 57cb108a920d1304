//! The depth of a perft count.

use core::fmt;
use core::str::FromStr;

/// A depth that perft accepts.
///
/// Perft recurses once for each ply. A depth from outside has to be checked first, or it could
/// exhaust the stack.
///
/// ```
/// use fourfold_chess::{PerftDepth, Position, perft};
/// let depth: PerftDepth = "4".parse()?;
/// assert_eq!(perft(&Position::start(), depth.get()), 197_281);
/// assert!("1000".parse::<PerftDepth>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PerftDepth(u32);

impl PerftDepth {
    /// The largest depth. Counts are feasible up to about 10 from the start position, and up to a
    /// few dozen if almost every move is forced.
    pub const MAX: PerftDepth = PerftDepth(64);

    /// The depth as a number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl TryFrom<u64> for PerftDepth {
    type Error = PerftDepthError;

    fn try_from(depth: u64) -> Result<PerftDepth, PerftDepthError> {
        u32::try_from(depth)
            .ok()
            .filter(|&depth| depth <= PerftDepth::MAX.0)
            .map(PerftDepth)
            .ok_or(PerftDepthError::TooDeep(depth))
    }
}

impl FromStr for PerftDepth {
    type Err = PerftDepthError;

    fn from_str(text: &str) -> Result<PerftDepth, PerftDepthError> {
        let depth: u64 = text.parse().map_err(|_| PerftDepthError::NoNumber)?;
        PerftDepth::try_from(depth)
    }
}

/// Why a depth is not accepted.
///
/// ```
/// use fourfold_chess::{PerftDepth, PerftDepthError};
/// let error = "65".parse::<PerftDepth>().unwrap_err();
/// assert_eq!(error, PerftDepthError::TooDeep(65));
/// assert_eq!(error.to_string(), "expected a depth from 0 to 64, found 65");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftDepthError {
    /// It is above [`PerftDepth::MAX`].
    TooDeep(u64),
    /// It is not a whole number that 64 bits hold.
    NoNumber,
}

impl fmt::Display for PerftDepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a depth from 0 to {}, found ",
            PerftDepth::MAX.0
        )?;
        match self {
            PerftDepthError::TooDeep(depth) => write!(f, "{depth}"),
            PerftDepthError::NoNumber => f.write_str("something else"),
        }
    }
}

impl core::error::Error for PerftDepthError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_last_depth_accepted() {
        assert_eq!("64".parse(), Ok(PerftDepth::MAX));
        assert_eq!(
            "65".parse::<PerftDepth>(),
            Err(PerftDepthError::TooDeep(65))
        );
        assert_eq!(
            PerftDepth::try_from(u64::MAX),
            Err(PerftDepthError::TooDeep(u64::MAX))
        );
        assert_eq!("-1".parse::<PerftDepth>(), Err(PerftDepthError::NoNumber));
    }
}
