//! The exact history of a game: every position, and how often it has occurred.
//!
//! A hash key finds an earlier occurrence and comparing the positions confirms it, so a key
//! collision, forged or not, never ends a game. Nothing is discarded, and undo and redo do not
//! change any count. The time for a move does not depend on the length of the game.

use std::collections::HashMap;

use chess::{IllegalMove, Key, Move, Position};

/// The positions of a game from its start, with undo and redo.
///
/// It plays any legal move and never ends; [`Game`](crate::Game) decides endings.
///
/// ```
/// use fourfold_game::chess::Position;
/// use fourfold_game::History;
/// let mut history = History::new(Position::start());
/// for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     let m = history.position().parse_san(san)?;
///     history.play(m)?;
/// }
/// assert_eq!(history.occurrences(), 2); // the start position was the first
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The start, then one entry per move.
    plies: Vec<Ply>,
    /// The last entry with each key.
    latest: HashMap<Key, usize>,
    /// The moves; move `i` leads from entry `i` to entry `i + 1`.
    moves: Vec<Move>,
    /// The current entry.
    now: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Ply {
    position: Position,
    occurrences: u32,
    /// The entry before this one with the same key.
    earlier: Option<usize>,
}

impl History {
    /// A history with one position, which has occurred once.
    #[must_use]
    pub fn new(start: Position) -> History {
        History {
            plies: vec![Ply {
                position: start,
                occurrences: 1,
                earlier: None,
            }],
            latest: HashMap::from([(start.key(), 0)]),
            moves: Vec::new(),
            now: 0,
        }
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.plies[0].position
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.plies[self.now].position
    }

    /// The position after this many plies; `None` if it is later than the current one.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::History;
    /// let mut history = History::new(Position::start());
    /// history.play(history.position().parse_san("e4")?)?;
    /// assert_eq!(history.position_at(0), Some(&Position::start()));
    /// assert_eq!(history.position_at(2), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.plies[..=self.now].get(ply).map(|ply| &ply.position)
    }

    /// The number of plies from the start to the current position.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.now
    }

    /// The number of plies that can be redone.
    #[must_use]
    pub fn future(&self) -> usize {
        self.moves.len() - self.now
    }

    /// The moves from the start to the current position.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.now]
    }

    /// How often the current position has occurred, this time included (article 9.2.3).
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.plies[self.now].occurrences
    }

    /// How often a position would have occurred after the next move.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::History;
    /// let mut history = History::new(Position::start());
    /// for san in ["Nf3", "Nf6", "Ng1"] {
    ///     history.play(history.position().parse_san(san)?)?;
    /// }
    /// let next = history.position().play(history.position().parse_san("Ng8")?)?;
    /// assert_eq!(history.occurrences_of_next(&next), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn occurrences_of_next(&self, next: &Position) -> u32 {
        let latest = self.latest.get(&next.key()).copied();
        core::iter::successors(latest, |&at| self.plies[at].earlier)
            .inspect(|_| count_comparison())
            .filter(|&at| at <= self.now)
            .map(|at| &self.plies[at])
            .find(|ply| ply.position.is_same_position(next))
            .map_or(1, |ply| ply.occurrences.saturating_add(1))
    }

    /// Plays a move and discards undone moves.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::History;
    /// let mut history = History::new(Position::start());
    /// history.play(history.position().parse_san("e4")?)?;
    /// assert_eq!((history.ply(), history.moves().len()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns why the move is not legal. The history is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let next = self.position().play(m)?;
        let occurrences = self.occurrences_of_next(&next);
        self.forget_future();
        self.now += 1;
        self.moves.push(m);
        let earlier = self.latest.insert(next.key(), self.now);
        self.plies.push(Ply {
            position: next,
            occurrences,
            earlier,
        });
        Ok(())
    }

    /// Undoes up to this many plies, which can be redone, and returns their number.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::History;
    /// let mut history = History::new(Position::start());
    /// history.play(history.position().parse_san("e4")?)?;
    /// assert_eq!(history.go_back(5), 1);
    /// assert_eq!((history.ply(), history.future()), (0, 1));
    /// assert_eq!(history.go_forward(1), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn go_back(&mut self, plies: usize) -> usize {
        let gone = plies.min(self.now);
        self.now -= gone;
        gone
    }

    /// Redoes up to this many plies and returns their number.
    pub fn go_forward(&mut self, plies: usize) -> usize {
        let gone = plies.min(self.future());
        self.now += gone;
        gone
    }

    /// Discards undone moves.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::History;
    /// let mut history = History::new(Position::start());
    /// history.play(history.position().parse_san("e4")?)?;
    /// history.go_back(1);
    /// history.forget_future();
    /// assert_eq!(history.future(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forget_future(&mut self) {
        for ply in self.plies.drain(self.now + 1..).rev() {
            let key = ply.position.key();
            match ply.earlier {
                Some(earlier) => self.latest.insert(key, earlier),
                None => self.latest.remove(&key),
            };
        }
        self.moves.truncate(self.now);
    }
}

#[cfg(not(test))]
fn count_comparison() {}

#[cfg(test)]
use tests::count_comparison;

#[cfg(test)]
mod tests;
