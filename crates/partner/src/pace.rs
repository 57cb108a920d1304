//! Search limits and evaluation noise for each question.

use std::time::Duration;

use engine::{ClockLimits, Limits, Noise};

use crate::Strength;

/// What the engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Move,
    /// Whether to accept the draw offer.
    Offer,
    Hint,
    Eval,
}

/// How long a weakened engine thinks about advice.
const ADVICE_TIME: Duration = Duration::from_secs(1);

/// How the engine uses its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// A fixed time, or clock-based if there are clocks.
    Time(Duration),
    /// As the strength allows. Advice is not weakened.
    Strength(Strength),
}

impl Question {
    /// Whether the answer is advice for a player, not the engine's own play.
    fn is_advice(self) -> bool {
        matches!(self, Question::Hint | Question::Eval)
    }
}

impl Pace {
    /// The search limits. The clock is that of the side to move.
    pub(crate) fn limits(self, question: Question, clock: Option<ClockLimits>) -> Limits {
        match (self, clock) {
            (Pace::Strength(_), _) if question.is_advice() => Limits::movetime(ADVICE_TIME),
            (Pace::Strength(strength), _) => Limits::nodes(strength.nodes),
            (Pace::Time(_), Some(clock)) if question == Question::Move => Limits {
                clock: Some(clock),
                ..Limits::default()
            },
            (Pace::Time(time), _) => Limits::movetime(time),
        }
    }

    pub(crate) fn noise(self, question: Question) -> Option<Noise> {
        match self {
            Pace::Strength(strength) if !question.is_advice() => Some(strength.noise),
            Pace::Strength(_) | Pace::Time(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn only_moves_are_limited_by_the_clock() {
        let clock = ClockLimits {
            time: Duration::from_secs(60),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let pace = Pace::Time(Duration::from_secs(1));
        let limits = pace.limits(Question::Move, Some(clock));
        assert_eq!((limits.clock, limits.movetime), (Some(clock), None));
        for question in [Question::Offer, Question::Hint, Question::Eval] {
            let limits = pace.limits(question, Some(clock));
            assert_eq!(limits.clock, None);
            assert_eq!(limits.movetime, Some(Duration::from_secs(1)));
        }
    }

    #[test]
    fn advice_has_full_strength_at_every_level() {
        for level in Level::all() {
            let pace = Pace::Strength(level.strength());
            for question in [Question::Hint, Question::Eval] {
                let limits = pace.limits(question, None);
                assert_eq!((limits.nodes, limits.movetime), (None, Some(ADVICE_TIME)));
                assert_eq!(pace.noise(question), None);
            }
            for question in [Question::Move, Question::Offer] {
                assert_eq!(pace.noise(question), Some(level.strength().noise));
            }
        }
    }

    #[test]
    fn a_strength_limits_nodes_and_ignores_the_clock() {
        let strength = Level::MIN.strength();
        let limits = Pace::Strength(strength).limits(Question::Move, None);
        assert_eq!(limits.nodes, Some(strength.nodes));
        assert_eq!((limits.clock, limits.movetime), (None, None));
    }
}
