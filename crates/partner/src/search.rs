//! The search for the answer to a question.

use std::time::Duration;

use engine::{ClockLimits, Control, Engine, Evaluator, Host, Limits, Noise, Root, SearchResult};
use game::Game;

use crate::{Pace, Question};

/// A search for the answer to a question. Any thread can run it.
#[derive(Clone, Debug)]
pub struct Search {
    root: Root,
    limits: Limits,
    noise: Option<Noise>,
}

impl Search {
    /// The search of a player with this pace. The clock is that of the side to move.
    #[must_use]
    pub fn new(pace: Pace, question: Question, root: Root, clock: Option<ClockLimits>) -> Search {
        Search {
            root,
            limits: pace.limits(question, clock),
            noise: pace.noise(question),
        }
    }

    /// The same search, but no longer than this.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Search {
        self.limits.movetime = Some(time);
        self
    }

    /// Runs the search; `None` if there is no legal move.
    ///
    /// The transposition table keeps evaluations, so it is cleared if the last search had another
    /// strength: a hint must not see those of a weak level, nor the other way around.
    pub fn run(
        &self,
        engine: &mut Engine,
        control: &Control,
        host: &dyn Host,
    ) -> Option<SearchResult> {
        if engine.settings().evaluator.noise() != self.noise {
            engine.forget();
        }
        let evaluator = Evaluator::default();
        let settings = engine.settings_mut();
        settings.lines = 1;
        settings.evaluator = match self.noise {
            Some(noise) => evaluator.with_noise(noise),
            None => evaluator,
        };
        engine.search(&self.root, &self.limits, control, host)
    }
}

#[must_use]
pub fn root(game: &Game) -> Root {
    let mut root = Root::new(game.start().position);
    for &m in game.history().moves() {
        root.play(m).expect("the moves of a game are legal");
    }
    root
}
