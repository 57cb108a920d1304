//! The exact past of a game: every position, and how often it has occurred.
//!
//! A key finds an earlier occurrence and the positions themselves confirm it, so that no collision
//! of keys, forged or not, ends a game. The past is never thrown away: the half-move clock says
//! how far back a position can have occurred, and moving back and forth changes no count.

use chess::{IllegalMove, Key, Move, Position};

/// The positions of a game from its start, with a present that can be moved back and forth.
///
/// It plays whatever is legal and ends nothing; a [`Game`](crate::Game) does.
///
/// ```
/// use chess::Position;
/// use game::History;
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
    /// The start, then one entry for each move.
    plies: Vec<Ply>,
    /// The key of each entry again, side by side, where the search for repetitions reads them.
    keys: Vec<Key>,
    /// The moves; move `i` leads from entry `i` to entry `i + 1`.
    moves: Vec<Move>,
    /// The entry that stands on the board.
    now: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Ply {
    position: Position,
    occurrences: u32,
}

/// Fewer plies than this never bring a position back: each side has to leave and to return.
const SHORTEST_RETURN: usize = 4;

impl History {
    /// A past of one position, which has occurred once.
    #[must_use]
    pub fn new(start: Position) -> History {
        History {
            plies: vec![Ply {
                position: start,
                occurrences: 1,
            }],
            keys: vec![start.key()],
            moves: Vec::new(),
            now: 0,
        }
    }

    /// The position at the start.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.plies[0].position
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.plies[self.now].position
    }

    /// The position after this many plies; `None` beyond the present.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.plies[..=self.now].get(ply).map(|ply| &ply.position)
    }

    /// How many plies lie between the start and now.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.now
    }

    /// How many plies have been taken back and can be played again.
    #[must_use]
    pub fn future(&self) -> usize {
        self.moves.len() - self.now
    }

    /// The moves from the start up to now.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.now]
    }

    /// How often the position on the board has occurred, now included (article 9.2.3).
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.plies[self.now].occurrences
    }

    /// How often a position would have occurred if it came about by the next move.
    #[must_use]
    pub fn occurrences_of_next(&self, next: &Position) -> u32 {
        let key = next.key();
        let ply = self.now + 1;
        (SHORTEST_RETURN..=reach(next, ply))
            .step_by(2)
            .map(|distance| ply - distance)
            .find(|&at| self.keys[at] == key && self.plies[at].position.is_same_position(next))
            .map_or(1, |at| self.plies[at].occurrences.saturating_add(1))
    }

    /// Plays a move from now on; what had been taken back is forgotten.
    ///
    /// # Errors
    ///
    /// Returns why the move is not legal; nothing has changed then.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let next = self.position().play(m)?;
        let occurrences = self.occurrences_of_next(&next);
        self.forget_future();
        self.moves.push(m);
        self.keys.push(next.key());
        self.plies.push(Ply {
            position: next,
            occurrences,
        });
        self.now += 1;
        Ok(())
    }

    /// Takes back up to this many plies, which stay there to be played again, and says how many
    /// it were.
    pub fn go_back(&mut self, plies: usize) -> usize {
        let gone = plies.min(self.now);
        self.now -= gone;
        gone
    }

    /// Plays up to this many plies again that had been taken back, and says how many it were.
    pub fn go_forward(&mut self, plies: usize) -> usize {
        let gone = plies.min(self.future());
        self.now += gone;
        gone
    }

    /// Forgets what had been taken back.
    pub fn forget_future(&mut self) {
        self.plies.truncate(self.now + 1);
        self.keys.truncate(self.now + 1);
        self.moves.truncate(self.now);
    }
}

/// How many plies back the position at this ply can have occurred: to the last capture or pawn
/// move, or to the start.
fn reach(position: &Position, ply: usize) -> usize {
    match position.halfmoves() {
        // The clock has stopped counting, so it says nothing any more.
        u16::MAX => ply,
        halfmoves => ply.min(usize::from(halfmoves)),
    }
}

#[cfg(test)]
mod tests;
