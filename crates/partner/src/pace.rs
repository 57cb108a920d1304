//! How a partner thinks: its limits and evaluation for each question.

use std::time::Duration;

use engine::{ClockLimits, Evaluator, Limits, Root};
use game::Game;

use crate::Strength;

/// What a partner is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What to play now.
    Move,
    /// Whether to accept the draw that was offered.
    Offer,
    /// What a player could play.
    Hint,
    /// What the position is worth.
    Eval,
}

/// How a partner thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// For a fixed time, or as its clock allows if there are clocks.
    Time(Duration),
    /// As well as a strength allows.
    Strength(Strength),
}

impl Pace {
    /// The limits of a search. The clock is that of the side to move.
    #[must_use]
    pub fn limits(self, question: Question, clock: Option<ClockLimits>) -> Limits {
        match (self, clock) {
            (Pace::Strength(strength), _) => Limits::nodes(strength.nodes),
            (Pace::Time(_), Some(clock)) if question == Question::Move => Limits {
                clock: Some(clock),
                ..Limits::default()
            },
            (Pace::Time(time), _) => Limits::movetime(time),
        }
    }

    /// The evaluation, with the error of the strength.
    #[must_use]
    pub fn evaluator(self) -> Evaluator {
        match self {
            Pace::Strength(strength) => Evaluator::default().with_noise(strength.noise),
            Pace::Time(_) => Evaluator::default(),
        }
    }
}

/// The game as a search takes it.
#[must_use]
pub fn root(game: &Game) -> Root {
    let mut root = Root::new(game.start().position);
    for &m in game.history().moves() {
        root.play(m).expect("the moves of a game are legal");
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn only_a_move_is_thought_about_on_the_clock() {
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
    fn a_strength_counts_nodes_whatever_the_clock_says() {
        let strength = Level::MIN.strength();
        let limits = Pace::Strength(strength).limits(Question::Move, None);
        assert_eq!(limits.nodes, Some(strength.nodes));
        assert_eq!((limits.clock, limits.movetime), (None, None));
    }
}
