//! Weakened play.
//!
//! A weak engine searches few nodes and evaluates with a fixed error per position, as weak players
//! see less far and judge less well. The error depends on a seed, so a level is the same opponent
//! throughout a game. It never picks a bad move on purpose.

use engine::Noise;

pub const ELO_MIN: i64 = 800;
pub const ELO_MAX: i64 = 2600;

/// The limits of a weakened search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Nodes per move.
    pub nodes: u64,
    pub noise: Noise,
}

impl Strength {
    /// The strength for a rating, clamped to [`ELO_MIN`]..=[`ELO_MAX`]. Nodes double every 200
    /// points, and the error falls linearly to zero.
    #[must_use]
    pub fn for_elo(elo: i64) -> Strength {
        let above = elo.clamp(ELO_MIN, ELO_MAX) - ELO_MIN;
        let (steps, rest) = ((above / 200) as u32, (above % 200) as u64);
        let nodes = 120u64 << steps;
        let amplitude = 320 * (ELO_MAX - ELO_MIN - above) / (ELO_MAX - ELO_MIN);
        Strength {
            nodes: nodes + nodes * rest / 200,
            noise: Noise {
                amplitude: amplitude as i32,
                seed: 0x5EED,
            },
        }
    }
}

/// A level from 1 (beginner) to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    pub const MIN: Level = Level(1);
    pub const MAX: Level = Level(10);

    /// A level from 1 to 10; `None` for other numbers.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (Level::MIN.0..=Level::MAX.0)
            .contains(&number)
            .then_some(Level(number))
    }

    /// All levels, from the weakest.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::MIN.0..=Level::MAX.0).map(Level)
    }

    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The rating. Levels are equally spaced.
    #[must_use]
    pub fn elo(self) -> i64 {
        let step = (ELO_MAX - ELO_MIN) / i64::from(Level::MAX.0 - Level::MIN.0);
        ELO_MIN + step * i64::from(self.0 - Level::MIN.0)
    }

    #[must_use]
    pub fn strength(self) -> Strength {
        Strength::for_elo(self.elo())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_rating_searches_more_and_errs_less() {
        for elo in (ELO_MIN..ELO_MAX).step_by(50) {
            let (lower, higher) = (Strength::for_elo(elo), Strength::for_elo(elo + 50));
            assert!(lower.nodes < higher.nodes, "{elo}");
            assert!(lower.noise.amplitude > higher.noise.amplitude, "{elo}");
        }
        assert_eq!(Strength::for_elo(ELO_MAX).noise.amplitude, 0);
        assert_eq!(Strength::for_elo(i64::MIN), Strength::for_elo(ELO_MIN));
    }

    #[test]
    fn levels_span_the_ratings() {
        assert_eq!(Level::MIN.elo(), ELO_MIN);
        assert_eq!(Level::MAX.elo(), ELO_MAX);
        assert_eq!(Level::new(4).map(Level::elo), Some(1400));
        assert_eq!(Level::all().count(), 10);
        assert_eq!((Level::new(0), Level::new(11)), (None, None));
    }
}
