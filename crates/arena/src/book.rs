//! Generates opening books with our own engine.
//!
//! A candidate is the position after a few random moves that lose no material by static exchange
//! evaluation. The engine's score at fixed nodes decides whether it is kept. Candidate `n` depends
//! only on the seed and `n`, and candidates are judged in order, so a book has the same bytes with
//! any number of threads. Each line names its candidate, so it can be reproduced from the seed even
//! by an engine that would score it differently.

use std::collections::{BTreeMap, HashSet, TryReserveError};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use chess::Position;
use engine::{Control, Engine, Limits, NullHost, Root, gains_at_least};
use game::{Command, Game, Profile, Rules, Start};
use repeatable::Random;

/// The table size of each engine in mebibytes, enough for a few nodes.
const TABLE: usize = 1;

/// The number of candidates per line after which the recipe is given up.
const CANDIDATES_PER_LINE: u64 = 1000;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The memory for an engine could not be allocated.
    #[error("cannot allocate a table of {TABLE} MiB: {0}")]
    NoMemory(TryReserveError),
    /// The recipe yields too few positions.
    #[error(
        "expected {wanted} positions, found {found} different ones among {candidates} candidates; \
         ask for fewer, or for more random moves"
    )]
    Barren {
        wanted: usize,
        found: usize,
        candidates: u64,
    },
}

/// Everything that determines a book except its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Which positions are kept.
    pub balance: Balance,
    /// The number of random moves before a position.
    pub plies: u32,
    /// The number of nodes with which a candidate is scored.
    pub nodes: u64,
    pub seed: u64,
}

/// The kind of positions in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// Neither side is ahead by more than 80 centipawns.
    Balanced,
    /// One side is ahead by 60 to 130 centipawns: near the limit of a win, so fewer games are drawn
    /// and a difference in strength shows sooner.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookLine {
    pub candidate: u64,
    pub position: Position,
    /// Its score in centipawns from the point of view of the side to move.
    pub score: i32,
}

impl fmt::Display for BookLine {
    /// Writes an EPD line with clocks, score and candidate number.
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
    /// The position of a candidate; `None` if the game ended early or only losing moves were left.
    /// Matches are played under the engine rules, so draws that can be claimed end it too.
    #[must_use]
    pub fn candidate(&self, number: u64) -> Option<Position> {
        let mut random = Random::at(self.seed, number);
        let mut game = Game::new(Start::standard(), Rules::new(Profile::Engine));
        for _ in 0..self.plies {
            let position = *game.position();
            let moves = position.legal_moves();
            let sound: Vec<_> = moves
                .iter()
                .filter(|&&m| gains_at_least(&position, m, 0))
                .collect();
            if sound.is_empty() {
                return None;
            }
            let m = *sound[random.below(sound.len())];
            game.execute(Command::Play(m)).ok()?;
        }
        let position = *game.position();
        (game.ending().is_none() && !position.is_check()).then_some(position)
    }

    /// Makes a book of `count` lines and reports the number of lines so far after each. `None` if
    /// stopped.
    ///
    /// # Errors
    ///
    /// Returns an error if the book cannot be made.
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
                        // Sending fails only after the book is finished.
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

    /// Judges candidates and sends the results.
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

    /// The score of a fresh engine; `None` for a mate score.
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
    fn a_book_does_not_depend_on_the_number_of_threads() {
        assert_eq!(make(1), make(3));
    }

    #[test]
    fn lines_match_the_recipe() {
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
    fn no_candidate_is_over_already() {
        let recipe = Recipe {
            plies: 400,
            ..RECIPE
        };
        let mut found = 0;
        for position in (0..300).filter_map(|number| recipe.candidate(number)) {
            found += 1;
            assert!(position.halfmoves() < 100, "{position}");
            assert!(!position.board().has_insufficient_material(), "{position}");
        }
        assert!(found > 0, "some games last this long");
    }

    #[test]
    fn a_recipe_without_results_ends() {
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
