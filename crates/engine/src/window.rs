//! The scores that would change anything: more than alpha, less than beta.

use core::ops::Neg;

use crate::score::Score;

/// What the side to move has elsewhere (alpha), and what the other side has (beta).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The side to move can get this much somewhere else.
    pub(crate) alpha: Score,
    /// The other side will not let it have this much.
    pub(crate) beta: Score,
}

impl Window {
    /// Every score.
    pub(crate) fn full() -> Window {
        Window {
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
        }
    }

    /// So far around a score.
    pub(crate) fn around(score: Score, delta: i32) -> Window {
        Window {
            alpha: (score - delta).max(-Score::INFINITE),
            beta: (score + delta).min(Score::INFINITE),
        }
    }

    /// The question whether a score is more than this.
    #[inline]
    pub(crate) fn above(score: Score) -> Window {
        Window {
            alpha: score,
            beta: score + 1,
        }
    }

    /// The question whether a score reaches this.
    #[inline]
    pub(crate) fn reaching(score: Score) -> Window {
        Window {
            alpha: score - 1,
            beta: score,
        }
    }

    /// The question whether a move improves on alpha.
    #[inline]
    pub(crate) fn scout(self) -> Window {
        Window::above(self.alpha)
    }

    /// The window with alpha raised.
    #[inline]
    pub(crate) fn raised_to(self, alpha: Score) -> Window {
        Window {
            alpha: self.alpha.max(alpha),
            ..self
        }
    }

    /// The window without scores that no line from here can have: being mated sooner than now,
    /// or mating sooner than by the next move.
    #[inline]
    pub(crate) fn within_mates(self, ply: usize) -> Window {
        Window {
            alpha: self.alpha.max(Score::mated_in(ply)),
            beta: self.beta.min(Score::mate_in(ply + 1)),
        }
    }

    /// Whether no score is left.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

impl Neg for Window {
    type Output = Window;

    /// The window of the other side.
    #[inline]
    fn neg(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}
