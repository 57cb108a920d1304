//! Watches the main line for automatic draws.
//!
//! Only the keys since the last capture or pawn move are kept. When a key occurs for the fifth
//! time, a [`History`] compares the positions themselves.

use chess::{Key, Move, Position};

use crate::{AutomaticDraws, FIVEFOLD, History};

/// Finds the ply at which the main line was drawn automatically.
#[derive(Debug)]
pub(super) struct Watch {
    start: Position,
    moves: Vec<Move>,
    /// The keys since the last capture or pawn move.
    keys: Vec<Key>,
    drawn_ply: Option<u64>,
    /// Whether there is nothing to watch for any more.
    is_over: bool,
}

/// The least number of moves after which a position can occur for the fifth time.
const FIVEFOLD_PLIES: u16 = 16;

impl Watch {
    pub(super) fn new(start: Position) -> Watch {
        let mut watch = Watch {
            start,
            moves: Vec::new(),
            keys: Vec::new(),
            drawn_ply: None,
            is_over: false,
        };
        watch.restart(start);
        watch
    }

    /// Resets the watch and keeps the memory.
    pub(super) fn restart(&mut self, start: Position) {
        self.start = start;
        self.moves.clear();
        self.keys.clear();
        self.keys.push(start.key());
        self.drawn_ply = AutomaticDraws::of(&start, 1).any().then_some(0);
        self.is_over = self.drawn_ply.is_some();
    }

    /// Ends the watch, because what follows is not a game of chess.
    pub(super) fn stop(&mut self) {
        self.is_over = true;
    }

    /// The ply at which the game was drawn without a claim.
    pub(super) fn drawn_ply(&self) -> Option<u64> {
        self.drawn_ply
    }

    /// Adds a move of the main line.
    #[inline]
    pub(super) fn moved(&mut self, m: Move, after: &Position) {
        if self.is_over {
            return;
        }
        self.moves.push(m);
        let may_be_drawn = if after.halfmoves() == 0 {
            self.keys.clear();
            after.board().has_insufficient_material()
        } else {
            after.halfmoves() >= FIVEFOLD_PLIES
        };
        self.keys.push(after.key());
        if may_be_drawn {
            self.look(after);
        }
    }

    #[inline(never)]
    fn look(&mut self, after: &Position) {
        let occurrences = if self.occurs_often(after.key()) {
            self.occurrences()
        } else {
            1
        };
        if AutomaticDraws::of(after, occurrences).any() {
            self.drawn_ply = Some(self.moves.len() as u64);
            self.is_over = true;
        }
    }

    fn occurs_often(&self, key: Key) -> bool {
        let same_turn = self.keys.iter().rev().step_by(2);
        same_turn.filter(|&&other| other == key).count() >= FIVEFOLD as usize
    }

    /// How often the last position has occurred, comparing positions instead of keys.
    fn occurrences(&self) -> u32 {
        let mut history = History::new(self.start);
        let is_legal = self.moves.iter().all(|&m| history.play(m).is_ok());
        if is_legal { history.occurrences() } else { 1 }
    }
}
