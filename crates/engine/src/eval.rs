//! The static evaluation: an [NNUE](https://www.chessprogramming.org/NNUE) network, if there is
//! one.
//!
//! [`Evaluator::raw_eval`] depends on the position alone. Corrections from experience and from the
//! transposition table belong to the search. Without a network the [small] evaluation is used. It
//! is also used when one side has a bare king, because it knows how to mate and which of these
//! endings are drawn. [material] counts pieces only; it labels the games from which the first
//! network of a lineage learns.

mod builtin;
mod endgame;
mod material;
mod pawn_ending;
mod small;
mod tables;

use std::sync::Arc;

use chess::Position;
use nnue::{Accumulators, Kernel, Network};

use crate::score::Score;
use crate::stack::MAX_PLY;

pub(crate) use pawn_ending::prepare;

/// Evaluates positions.
///
/// The default is the embedded network, or the small evaluation if there is none.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Option<Arc<Network>>,
    kernel: Kernel,
    /// The evaluation used where the network is not.
    otherwise: fn(&Position) -> Score,
    noise: Option<Noise>,
}

/// A deliberate evaluation error. It depends only on the position and a seed, so a weakened engine
/// repeats its mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// The largest error in centipawns.
    pub amplitude: i32,
    /// Different seeds give different errors.
    pub seed: u64,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator {
            network: builtin::network(),
            ..Evaluator::small()
        }
    }
}

impl Evaluator {
    /// The evaluation without a network.
    #[must_use]
    pub fn small() -> Evaluator {
        Evaluator {
            network: None,
            kernel: Kernel::best(),
            otherwise: small::evaluate,
            noise: None,
        }
    }

    /// The evaluation that only counts material.
    #[must_use]
    pub fn material() -> Evaluator {
        Evaluator {
            otherwise: material::evaluate,
            ..Evaluator::small()
        }
    }

    #[must_use]
    pub fn by(network: Arc<Network>) -> Evaluator {
        Evaluator {
            network: Some(network),
            ..Evaluator::small()
        }
    }

    #[must_use]
    pub fn noise(&self) -> Option<Noise> {
        self.noise
    }

    #[must_use]
    pub fn with_noise(self, noise: Noise) -> Evaluator {
        Evaluator {
            noise: Some(noise),
            ..self
        }
    }

    /// The same evaluation, computed by this kernel instead of the best one. The result is
    /// identical.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Evaluator {
        Evaluator { kernel, ..self }
    }

    #[must_use]
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The static evaluation from the point of view of the side to move.
    #[must_use]
    pub fn raw_eval(&self, position: &Position) -> Score {
        let score = match &self.network {
            Some(network) if !endgame::has_bare_king(position.board()) => {
                Score::from_centipawns(network.eval_from_scratch(position))
            }
            _ => (self.otherwise)(position),
        };
        self.with_error(score, position)
    }

    /// The same for a position at this ply of the current line, with incremental accumulators.
    #[inline]
    pub(crate) fn raw_eval_at(
        &self,
        position: &Position,
        ply: usize,
        accumulators: &mut AccumulatorState,
    ) -> Score {
        let score = match &mut accumulators.0 {
            Some(accumulators) if !endgame::has_bare_king(position.board()) => {
                Score::from_centipawns(accumulators.evaluate(position, ply))
            }
            _ => (self.otherwise)(position),
        };
        self.with_error(score, position)
    }

    #[inline]
    fn with_error(&self, score: Score, position: &Position) -> Score {
        match self.noise {
            None => score,
            Some(noise) => (score + noise.error(position)).as_evaluation(),
        }
    }
}

/// One thread's accumulators; `None` without a network.
pub(crate) struct AccumulatorState(Option<Accumulators>);

impl AccumulatorState {
    pub(crate) fn new() -> AccumulatorState {
        AccumulatorState(None)
    }

    /// Resets the accumulators if they belong to another network.
    pub(crate) fn reset_for(&mut self, evaluator: &Evaluator) {
        let Evaluator {
            network, kernel, ..
        } = evaluator;
        let same = match (&self.0, network) {
            (None, None) => true,
            (Some(accumulators), Some(network)) => {
                Arc::ptr_eq(accumulators.network(), network) && accumulators.kernel() == *kernel
            }
            _ => false,
        };
        if !same {
            let make = |network| Accumulators::with_kernel(Arc::clone(network), MAX_PLY, *kernel);
            self.0 = network.as_ref().map(make);
        }
    }
}

impl Noise {
    /// The error for a position: the sum of two uniform values, so that small errors are most
    /// likely.
    fn error(self, position: &Position) -> i32 {
        let mut mixed = (position.key().0 ^ self.seed).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^= mixed >> 31;
        mixed = mixed.wrapping_mul(0x94D0_49BB_1331_11EB);
        let sides = 2 * i64::from(self.amplitude) + 1;
        let throw = |bits: u64| (bits & 0xFFFF_FFFF) as i64 % sides - i64::from(self.amplitude);
        ((throw(mixed) + throw(mixed >> 32)) / 2) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_the_same_for_the_same_position() {
        let position = Position::start();
        let noise = Noise {
            amplitude: 100,
            seed: 7,
        };
        let noisy = Evaluator::small().with_noise(noise);
        assert_eq!(noisy.raw_eval(&position), noisy.raw_eval(&position));
        let errors = (0..1000).map(|seed| Noise { seed, ..noise }.error(&position));
        assert!(errors.clone().all(|error| error.abs() <= 100));
        assert!(errors.clone().any(|error| error > 40));
        assert!(errors.sum::<i32>().abs() < 5_000);
    }

    #[test]
    fn the_network_evaluates_unless_a_king_is_bare() {
        let mut network = Network::zeroed();
        for output in &mut network.outputs {
            output.bias = nnue::arch::QA * nnue::arch::QB;
        }
        let by_network = Evaluator::by(Arc::from(network));
        assert_eq!(by_network.raw_eval(&Position::start()).centipawns(), 400);
        let bare = Position::from_fen("8/8/8/8/3k4/8/8/KQ6 w - - 0 1").expect("a legal position");
        assert_eq!(
            by_network.raw_eval(&bare),
            Evaluator::small().raw_eval(&bare)
        );
    }
}
