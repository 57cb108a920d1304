//! The value of a position to the player who searches.

/// A score: hundredths of a lockstep pawn, or a forced win or loss.
///
/// A forced win is [`Value::WIN`] minus the turns until then; a forced loss is the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub i32);

impl Value {
    /// A win at once.
    pub const WIN: Value = Value(30_000);

    /// Scores beyond this are forced results; evaluations stay below it.
    const FORCED: i32 = 29_000;

    #[must_use]
    pub const fn win_in(turns: usize) -> Value {
        Value(Value::WIN.0 - turns as i32)
    }

    #[must_use]
    pub const fn loss_in(turns: usize) -> Value {
        Value(turns as i32 - Value::WIN.0)
    }

    /// An evaluation, clamped so that it cannot look like a forced result.
    #[must_use]
    pub fn of_evaluation(score: i32) -> Value {
        Value(score.clamp(1 - Value::FORCED, Value::FORCED - 1))
    }

    /// The turns until a forced result: positive for a win, negative for a loss; `None` otherwise.
    #[must_use]
    pub const fn forced(self) -> Option<i32> {
        if self.0 >= Value::FORCED {
            Some(Value::WIN.0 - self.0)
        } else if self.0 <= -Value::FORCED {
            Some(-Value::WIN.0 - self.0)
        } else {
            None
        }
    }

    /// The expected result, from -1 for a loss to 1 for a win.
    #[must_use]
    pub fn payoff(self) -> f64 {
        match self.forced() {
            Some(turns) if turns >= 0 => 1.0,
            Some(_) => -1.0,
            None => (f64::from(self.0) / (2.0 * SCALE)).tanh(),
        }
    }
}

/// The score at which the odds of winning are e to 1. The weights are fitted to it.
pub const SCALE: f64 = 400.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_never_look_like_forced_results() {
        assert_eq!(Value::win_in(5).forced(), Some(5));
        assert_eq!(Value::loss_in(5).forced(), Some(-5));
        assert_eq!(Value::of_evaluation(1_000_000).forced(), None);
        assert!(Value::win_in(3) > Value::win_in(7));
        assert!(Value::loss_in(3) < Value::loss_in(7));
        assert!(Value::win_in(200) > Value::of_evaluation(i32::MAX));
    }

    #[test]
    fn payoffs_are_between_loss_and_win() {
        assert_eq!(Value(0).payoff(), 0.0);
        assert_eq!(Value::win_in(4).payoff(), 1.0);
        assert_eq!(Value::loss_in(4).payoff(), -1.0);
        assert!((Value(400).payoff() - (1.0f64.exp() - 1.0) / (1.0f64.exp() + 1.0)).abs() < 1e-12);
    }
}
