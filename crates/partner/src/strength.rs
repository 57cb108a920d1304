//! Playing weaker than one can.
//!
//! A weaker engine sees less far and judges less well, as weaker people do: the search gets few
//! nodes and the evaluation a fixed error for each position. The same seed errs in the same way, so
//! a level is the same opponent throughout a game, and never picks a bad move for its own sake.

use engine::Noise;

/// The weakest level.
pub const ELO_MIN: i64 = 800;
/// The strongest level.
pub const ELO_MAX: i64 = 2600;

/// What a level may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Positions for each move.
    pub nodes: u64,
    /// The error of the evaluation.
    pub noise: Noise,
}

/// The level for a rating. Each step of 200 doubles the nodes and takes a sixth off the error.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_sees_further_and_errs_less() {
        for elo in (ELO_MIN..ELO_MAX).step_by(50) {
            let (lower, higher) = (for_elo(elo), for_elo(elo + 50));
            assert!(lower.nodes < higher.nodes, "{elo}");
            assert!(lower.noise.amplitude > higher.noise.amplitude, "{elo}");
        }
        assert_eq!(for_elo(ELO_MAX).noise.amplitude, 0);
        assert_eq!(for_elo(i64::MIN), for_elo(ELO_MIN));
    }
}
