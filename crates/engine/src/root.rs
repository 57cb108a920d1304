//! The root of a search: a position and the game that led to it.

use chess::{IllegalMove, Key, Move, Position};

/// A position with its game history.
///
/// The history is needed to detect repetitions. Its length is unlimited.
#[derive(Clone, Debug)]
pub struct Root {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    past: Vec<(Key, u16)>,
}

impl Root {
    /// A position without history.
    #[must_use]
    pub fn new(position: Position) -> Root {
        Root {
            start: position,
            moves: Vec::new(),
            position,
            past: Vec::new(),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// Returns an error if the move is illegal; the root is unchanged then.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let next = self.position.play(m)?;
        self.past
            .push((self.position.key(), self.position.halfmoves()));
        self.moves.push(m);
        self.position = next;
        Ok(())
    }

    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The first position of the game, and the moves since.
    #[must_use]
    pub fn start_and_moves(&self) -> (&Position, &[Move]) {
        (&self.start, &self.moves)
    }

    /// How often the position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let key = self.position.key();
        let reversible = usize::from(self.position.halfmoves());
        let earlier = self.past.iter().rev().take(reversible);
        1 + earlier.filter(|(earlier, _)| *earlier == key).count()
    }

    /// The keys and halfmove clocks of the earlier positions, oldest first.
    pub(crate) fn past(&self) -> &[(Key, u16)] {
        &self.past
    }
}
