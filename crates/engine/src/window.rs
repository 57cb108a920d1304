//! The alpha-beta window.

use core::ops::Neg;

use crate::score::Score;

/// The scores between alpha and beta, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The score that the side to move is already assured of.
    pub(crate) alpha: Score,
    /// The score that the opponent can avoid by playing differently earlier.
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) fn full() -> Window {
        Window {
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
        }
    }

    /// A window of this half-width around a score.
    pub(crate) fn around(score: Score, delta: i32) -> Window {
        Window {
            alpha: (score - delta).max(-Score::INFINITE),
            beta: (score + delta).min(Score::INFINITE),
        }
    }

    /// The null window that asks whether a score exceeds this one.
    #[inline]
    pub(crate) fn above(score: Score) -> Window {
        Window {
            alpha: score,
            beta: score + 1,
        }
    }

    /// The null window that asks whether a score reaches this one.
    #[inline]
    pub(crate) fn reaching(score: Score) -> Window {
        Window {
            alpha: score - 1,
            beta: score,
        }
    }

    /// The null window above alpha.
    #[inline]
    pub(crate) fn scout(self) -> Window {
        Window::above(self.alpha)
    }

    #[inline]
    pub(crate) fn raised_to(self, alpha: Score) -> Window {
        Window {
            alpha: self.alpha.max(alpha),
            ..self
        }
    }

    /// The window clamped to possible mate scores: mated now at worst, mating with the next move at
    /// best.
    #[inline]
    pub(crate) fn within_mates(self, ply: usize) -> Window {
        Window {
            alpha: self.alpha.max(Score::mated_in(ply)),
            beta: self.beta.min(Score::mate_in(ply + 1)),
        }
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

impl Neg for Window {
    type Output = Window;

    /// The window from the opponent's point of view.
    #[inline]
    fn neg(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}
