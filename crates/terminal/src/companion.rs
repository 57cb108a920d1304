//! The engine in a game: the sides it plays, and its search on a thread.
//!
//! It searches on its own thread and is polled, so that clocks and keys work meanwhile. Its answer is
//! a command like that of any player.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use chess::Color;
use engine::{ClockLimits, Control, Engine, SEARCH_STACK_SIZE, SearchResult};
use game::{Command, Game};
use partner::{Intention, Opponent, Pace, Question};

/// Which sides the engine plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sides {
    /// The engine only answers questions
    #[default]
    #[value(skip)]
    None,
    /// The engine plays White
    White,
    /// The engine plays Black
    Black,
    /// The engine plays against itself
    Both,
}

impl Sides {
    pub fn contains(self, side: Color) -> bool {
        match self {
            Sides::None => false,
            Sides::White => side == Color::White,
            Sides::Black => side == Color::Black,
            Sides::Both => true,
        }
    }
}

pub struct EngineAnswer {
    pub question: Question,
    /// The result; `None` if there is no legal move.
    pub outcome: Option<SearchResult>,
}

/// The result of waiting for the engine.
pub enum Waited {
    Answer(Result<EngineAnswer, NoAnswer>),
    TimedOut,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// Memory or a thread could not be allocated.
    #[error("the engine cannot be started: {0}; close other programs and type go")]
    NotStarted(String),
    /// The search panicked.
    #[error("the engine failed at this position; please report it with the output of pgn")]
    Failed,
}

/// The engine in a game.
pub struct Companion {
    sides: Sides,
    opponent: Opponent,
    engine: Option<Engine>,
    thinking: Option<Thinking>,
    /// Whether the engine waits until asked: set after a player takes steps back.
    waits: bool,
    /// Whether an agreed draw was taken back, so that the same offer is not accepted again.
    plays_on: bool,
}

struct Thinking {
    question: Question,
    control: Arc<Control>,
    answer: Receiver<(Engine, Option<SearchResult>)>,
}

/// The size of the transposition table in MiB.
const HASH: usize = 32;

impl Companion {
    /// An engine for these sides, not started yet.
    pub fn new(sides: Sides, opponent: Opponent) -> Companion {
        Companion {
            sides,
            opponent,
            engine: None,
            thinking: None,
            waits: false,
            plays_on: false,
        }
    }

    pub fn sides(&self) -> Sides {
        self.sides
    }

    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Makes the engine wait until asked, or move on its own again.
    pub fn set_waiting(&mut self, waits: bool) {
        self.waits = waits;
    }

    /// Makes the engine refuse the standing offer (after an agreed draw was taken back), or consider
    /// offers again.
    pub fn set_playing_on(&mut self, plays_on: bool) {
        self.plays_on = plays_on;
    }

    /// What the engine should think about now without being asked.
    pub fn duty(&self, game: &Game) -> Option<Question> {
        if self.waits || game.ending().is_some() {
            return None;
        }
        let turn = game.position().turn();
        if self.sides.contains(turn) {
            return Some(Question::Move);
        }
        let is_offered = game.offers().stands(turn) && self.sides.contains(!turn) && !self.plays_on;
        is_offered.then_some(Question::Offer)
    }

    /// Starts to think about a game. The clock is that of the side to move.
    pub fn ask(
        &mut self,
        question: Question,
        game: &Game,
        clock: Option<ClockLimits>,
    ) -> Result<(), NoAnswer> {
        self.interrupt();
        let not_started = |error: String| NoAnswer::NotStarted(error);
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::new(HASH).map_err(|error| not_started(error.to_string()))?,
        };
        let task = self.opponent.search(question, game, clock);
        let control = Arc::new(Control::new());
        let its_control = Arc::clone(&control);
        let (sender, answer) = channel();
        let search = move || {
            let begin = Instant::now();
            let outcome = task.run(&mut engine, &its_control, &|| begin.elapsed());
            // The receiver is gone if the game was left meanwhile.
            let _ = sender.send((engine, outcome));
        };
        Builder::new()
            .name("engine".to_owned())
            .stack_size(SEARCH_STACK_SIZE)
            .spawn(search)
            .map_err(|error| not_started(error.to_string()))?;
        self.thinking = Some(Thinking {
            question,
            control,
            answer,
        });
        Ok(())
    }

    /// The finished answer, if there is one.
    pub fn poll(&mut self) -> Option<Result<EngineAnswer, NoAnswer>> {
        let thinking = self.thinking.take()?;
        match thinking.answer.try_recv() {
            Err(TryRecvError::Empty) => {
                self.thinking = Some(thinking);
                None
            }
            Ok((engine, outcome)) => Some(Ok(self.take(thinking.question, engine, outcome))),
            Err(TryRecvError::Disconnected) => Some(Err(self.fail())),
        }
    }

    /// Waits for the answer, up to this long; `None` if the engine is not searching.
    pub fn wait(&mut self, within: Option<Duration>) -> Option<Waited> {
        let thinking = self.thinking.take()?;
        let answer = match within {
            Some(within) => thinking.answer.recv_timeout(within),
            None => thinking.answer.recv().map_err(Into::into),
        };
        Some(match answer {
            Ok((engine, outcome)) => {
                Waited::Answer(Ok(self.take(thinking.question, engine, outcome)))
            }
            Err(RecvTimeoutError::Disconnected) => Waited::Answer(Err(self.fail())),
            Err(RecvTimeoutError::Timeout) => {
                self.thinking = Some(thinking);
                Waited::TimedOut
            }
        })
    }

    /// Stops the search and discards its result.
    pub fn interrupt(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.control.stop();
            self.engine = thinking.answer.recv().ok().map(|(engine, _)| engine);
        }
    }

    fn take(
        &mut self,
        question: Question,
        engine: Engine,
        outcome: Option<SearchResult>,
    ) -> EngineAnswer {
        self.engine = Some(engine);
        EngineAnswer { question, outcome }
    }

    /// The commands that an answer leads to; none if it answered a question.
    pub fn resulting_commands(&mut self, game: &Game, answer: &EngineAnswer) -> Vec<Command> {
        let Some(outcome) = &answer.outcome else {
            return Vec::new();
        };
        let mut considered = game.clone();
        for side in Color::ALL {
            if self.plays_on && self.sides.contains(side) && considered.offers().stands(!side) {
                considered
                    .execute(Command::Decline(side))
                    .expect("the offer stands");
            }
        }
        let position = game.position();
        let is_its_own = self.sides.contains(position.turn());
        match self.opponent.answer(answer.question, &considered, outcome) {
            None => Vec::new(),
            // A player who asked for a move neither resigns nor offers a draw by that.
            Some(Intention::Resign { otherwise, .. } | Intention::OfferWith(otherwise))
                if !is_its_own =>
            {
                vec![otherwise]
            }
            Some(intention) => intention.commands(position, game.rules().judge.as_ref()),
        }
    }

    /// An engine that failed once would fail again in the same position.
    fn fail(&mut self) -> NoAnswer {
        self.waits = true;
        NoAnswer::Failed
    }
}

impl Default for Companion {
    /// An engine that plays no side and answers within a second.
    fn default() -> Companion {
        Companion::new(
            Sides::None,
            Opponent::new(Pace::Time(Duration::from_secs(1))),
        )
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
        }
    }
}

impl fmt::Debug for Companion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Companion")
            .field("sides", &self.sides)
            .field("opponent", &self.opponent)
            .field("waits", &self.waits)
            .field("is_thinking", &self.is_thinking())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use partner::Level;

    use super::*;

    fn answer(companion: &mut Companion, question: Question) -> SearchResult {
        let game = Game::default();
        let asked = companion.ask(question, &game, None);
        asked.expect("there is memory and a thread");
        match companion.wait(None) {
            Some(Waited::Answer(Ok(answer))) => answer.outcome.expect("there are moves"),
            _ => panic!("expected an answer"),
        }
    }

    #[test]
    fn a_level_plays_the_same_after_a_hint() {
        let level = Level::new(4).expect("is a level");
        let of_level = || {
            let opponent = Opponent::new(Pace::Strength(level.strength()));
            Companion::new(Sides::Black, opponent)
        };
        let fresh = answer(&mut of_level(), Question::Move);
        let mut asked = of_level();
        let hint = answer(&mut asked, Question::Hint);
        assert!(hint.depth > fresh.depth, "the hint searches far deeper");
        let after = answer(&mut asked, Question::Move);
        assert_eq!(
            (after.line, after.score, after.depth),
            (fresh.line, fresh.score, fresh.depth)
        );
    }
}
