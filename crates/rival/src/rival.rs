//! A program at a seat.

use duplicate::DuplicateGame;
use repeatable::Random;

use crate::chosen_move::ChosenMove;
use crate::evaluate::WeightSet;
use crate::level::Level;
use crate::limits::Limits;
use crate::search::{Model, Search, Slice};

/// The number of positions between two calls of `goes_on`.
const SLICE: u64 = 500;

/// A program that plays a seat at some level.
#[derive(Clone, Debug)]
pub struct Rival {
    level: Level,
    limits: Limits,
    width: i32,
    model: Model,
    weights: WeightSet,
    seed: u64,
}

impl Rival {
    /// A program of this level. The seed breaks ties between equally good moves.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Rival {
        let settings = level.settings();
        Rival {
            level,
            limits: settings.limits,
            width: settings.width,
            model: Model::default(),
            weights: WeightSet::default(),
            seed,
        }
    }

    /// The best program within these limits.
    #[must_use]
    pub fn within(limits: Limits, seed: u64) -> Rival {
        Rival {
            limits,
            width: 0,
            ..Rival::new(Level::BEST, seed)
        }
    }

    /// The same program with another model of the other players.
    #[must_use]
    pub fn with_model(self, model: Model) -> Rival {
        Rival { model, ..self }
    }

    #[must_use]
    pub fn with_weights(self, weights: WeightSet) -> Rival {
        Rival { weights, ..self }
    }

    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Starts a search for the move of the player to move; `None` if the game is over.
    #[must_use]
    pub fn search(&self, game: &DuplicateGame) -> Option<Search> {
        let search = Search::new(game, self.limits, self.model, self.seed)?;
        Some(search.with_width(self.width).with_weights(self.weights))
    }

    /// The result of a finished search: the best move, or a slightly worse one at weak levels.
    #[must_use]
    pub fn choose(&self, game: &DuplicateGame, search: &Search) -> ChosenMove {
        let mut ranking = search.ranking();
        let best = ranking.next().map_or(0, |(_, value)| value.0);
        let good = 1 + ranking
            .take_while(|(_, value)| value.0 >= best - self.width)
            .count();
        let place = if self.width > 0 {
            Random::new(self.seed ^ game.boards().key().rotate_left(7)).below(good)
        } else {
            0
        };
        search.nth_best(place)
    }

    /// Searches for the move of the player to move; `None` if the game is over.
    #[must_use]
    pub fn think(&self, game: &DuplicateGame) -> Option<ChosenMove> {
        self.think_while(game, || true)
    }

    /// Searches like [`think`](Rival::think), but only while `goes_on` says so. It is asked every
    /// few hundred positions and is the place for a clock. A move is found in any case.
    pub fn think_while(
        &self,
        game: &DuplicateGame,
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<ChosenMove> {
        let mut search = self.search(game)?;
        while search.work(SLICE) == Slice::More && goes_on() {}
        Some(self.choose(game, &search))
    }
}
