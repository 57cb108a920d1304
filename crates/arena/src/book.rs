//! Books of openings made by our own engine.
//!
//! A candidate is the position after a few random moves that lose no material in the exchange; the
//! engine's score at fixed nodes says whether it is kept. Candidate `n` of a seed depends on the
//! two numbers alone and candidates are judged in order, so that a book is the same bytes however
//! many threads make it. A line names its candidate, and so can be made again from the seed even
//! by an engine that would judge it differently.

use std::collections::{BTreeMap, HashSet, TryReserveError};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use chess::{Position, Random};
use engine::{Control, Engine, Limits, NullHost, Root, gains_at_least};

/// Mebibytes of the table of each judge: enough for the few nodes it may look at.
const TABLE: usize = 1;

/// Candidates that are looked at for each line before the recipe counts as barren.
const CANDIDATES_PER_LINE: u64 = 1000;

/// Why there is no book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// There is no memory for an engine.
    #[error("no memory for a table of {TABLE} MiB: {0}")]
    NoMemory(TryReserveError),
    /// The recipe does not give as many positions as were asked for.
    #[error(
        "expected {wanted} positions, found {found} different ones among {candidates} candidates; \
         ask for fewer, or for more random moves"
    )]
    Barren {
        /// How many positions were asked for.
        wanted: usize,
        /// How many there are.
        found: usize,
        /// How many candidates were looked at.
        candidates: u64,
    },
}

/// Everything that decides a book, its length aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Which positions are kept.
    pub balance: Balance,
    /// How many random moves lead to a position.
    pub plies: u32,
    /// How many positions the engine looks at before it judges.
    pub nodes: u64,
    /// What decides the random moves.
    pub seed: u64,
}

/// Which positions a book is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// Neither side is better by more than 80 centipawns.
    Balanced,
    /// One side is better by 60 to 130 centipawns: near the edge of a win, where fewer games are
    /// drawn and the better engine shows sooner.
    Unbalanced,
}

impl Balance {
    /// Whether a position with this score in centipawns is kept.
    #[must_use]
    pub const fn keeps(self, score: i32) -> bool {
        match self {
            Balance::Balanced => score.abs() <= 80,
            Balance::Unbalanced => score.abs() >= 60 && score.abs() <= 130,
        }
    }
}

/// A position of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookLine {
    /// The number of the candidate.
    pub candidate: u64,
    /// The position.
    pub position: Position,
    /// Its score in centipawns, from the side to move.
    pub score: i32,
}

impl fmt::Display for BookLine {
    /// Writes the position as EPD with the clocks, the score and the candidate's number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        write!(
            f,
            "{} hmvc {}; fmvn {}; ce {}; id \"{}\";",
            fields.join(" "),
            self.position.halfmoves(),
            self.position.fullmoves(),
            self.score,
            self.candidate
        )
    }
}

impl Recipe {
    /// The position of a candidate; `None` if the game is over before its last random move, or
    /// nothing but losing moves were left.
    #[must_use]
    pub fn candidate(&self, number: u64) -> Option<Position> {
        let mut random = Random::at(self.seed, number);
        let mut position = Position::start();
        for _ in 0..self.plies {
            let moves = position.legal_moves();
            let sound: Vec<_> = moves
                .iter()
                .filter(|&&m| gains_at_least(&position, m, 0))
                .collect();
            if sound.is_empty() {
                return None;
            }
            let m = *sound[random.below(sound.len())];
            position = position.play_unchecked(m);
        }
        (position.has_legal_moves() && !position.is_check()).then_some(position)
    }

    /// Makes a book of `count` lines and tells how many there are after each. `None` if it was
    /// stopped.
    ///
    /// # Errors
    ///
    /// Returns why there cannot be such a book.
    pub fn make(
        &self,
        count: usize,
        threads: usize,
        stop: &AtomicBool,
        listen: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<BookLine>>, BookError> {
        let done = AtomicBool::new(false);
        let next = AtomicU64::new(0);
        let (sender, judged) = channel();
        let mut book = Vec::with_capacity(count.min(1 << 20));
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (sender, next, done) = (sender.clone(), &next, &done);
                scope.spawn(move || {
                    let outcome = self.judge(next, &sender, &|| {
                        stop.load(Ordering::Relaxed) || done.load(Ordering::Relaxed)
                    });
                    if let Err(error) = outcome {
                        // Nobody listens any more only if the book is finished anyway.
                        let _ = sender.send(Err(BookError::NoMemory(error)));
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut keys = HashSet::new();
            let mut place = 0;
            for judgment in judged {
                let (number, line): (u64, Option<BookLine>) =
                    judgment.inspect_err(|_| done.store(true, Ordering::Relaxed))?;
                waiting.insert(number, line);
                while book.len() < count
                    && let Some(line) = waiting.remove(&place)
                {
                    place += 1;
                    if let Some(line) = line.filter(|line| keys.insert(line.position.key())) {
                        book.push(line);
                        listen(book.len());
                    }
                }
                let is_barren = place >= (count as u64).saturating_mul(CANDIDATES_PER_LINE);
                if book.len() >= count || is_barren {
                    done.store(true, Ordering::Relaxed);
                }
                if book.len() < count && is_barren {
                    return Err(BookError::Barren {
                        wanted: count,
                        found: book.len(),
                        candidates: place,
                    });
                }
            }
            Ok(())
        })?;
        Ok((book.len() >= count).then_some(book))
    }

    /// Judges candidates one after another and sends what is kept of each.
    fn judge(
        &self,
        next: &AtomicU64,
        sender: &Sender<Result<(u64, Option<BookLine>), BookError>>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), TryReserveError> {
        let mut engine = Engine::new(TABLE)?;
        while !is_over() {
            let candidate = next.fetch_add(1, Ordering::Relaxed);
            let line = self.candidate(candidate).and_then(|position| {
                let score = self.score(&mut engine, position)?;
                let line = BookLine {
                    candidate,
                    position,
                    score,
                };
                self.balance.keeps(score).then_some(line)
            });
            if sender.send(Ok((candidate, line))).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// What an engine that remembers nothing says; `None` for a mate.
    fn score(&self, engine: &mut Engine, position: Position) -> Option<i32> {
        engine.forget();
        let limits = Limits::nodes(self.nodes);
        let outcome = engine.search(&Root::new(position), &limits, &Control::new(), &NullHost)?;
        match outcome.score.mate_moves() {
            Some(_) => None,
            None => Some(outcome.score.centipawns()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe = Recipe {
        balance: Balance::Unbalanced,
        plies: 8,
        nodes: 300,
        seed: 5,
    };

    fn make(threads: usize) -> Vec<String> {
        let never = AtomicBool::new(false);
        let book = RECIPE.make(12, threads, &never, &mut |_| {});
        let lines = book.unwrap().unwrap();
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_book_does_not_depend_on_its_threads() {
        assert_eq!(make(1), make(3));
    }

    #[test]
    fn lines_keep_what_the_recipe_asks_for() {
        let never = AtomicBool::new(false);
        let mut counts = Vec::new();
        let book = RECIPE.make(6, 1, &never, &mut |count| counts.push(count));
        assert_eq!(counts, [1, 2, 3, 4, 5, 6]);
        for line in book.unwrap().unwrap() {
            assert!((60..=130).contains(&line.score.abs()), "{line}");
            assert_eq!(RECIPE.candidate(line.candidate), Some(line.position));
            assert_eq!(line.position.fullmoves(), 5);
        }
    }

    #[test]
    fn a_barren_recipe_ends() {
        let recipe = Recipe {
            balance: Balance::Balanced,
            plies: 0,
            nodes: 1,
            seed: 1,
        };
        let never = AtomicBool::new(false);
        let error = recipe.make(2, 1, &never, &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("found 1"), "{error}");
    }

    #[test]
    fn a_stopped_book_is_none() {
        let stop = AtomicBool::new(true);
        assert_eq!(RECIPE.make(6, 1, &stop, &mut |_| {}).unwrap(), None);
    }
}
