//! Watching the main line for the draws that need no claim.
//!
//! Only the keys since the last capture or pawn move are kept at hand, and only a key that is
//! there for the fifth time calls in the [`History`], which compares the positions themselves.

use chess::{Key, Move, Position};

use crate::{FIVEFOLD, History, SEVENTY_FIVE_MOVES, is_material_insufficient};

/// Knows when the Laws ended the main line.
#[derive(Debug)]
pub(super) struct Watch {
    start: Position,
    moves: Vec<Move>,
    /// The keys since the last capture or pawn move.
    keys: Vec<Key>,
    drawn_ply: Option<u64>,
}

/// Fewer moves than this do not bring a position back four times.
const FIVEFOLD_PLIES: usize = 16;

impl Watch {
    pub(super) fn new(start: Position) -> Watch {
        let mut watch = Watch {
            start,
            moves: Vec::new(),
            keys: Vec::new(),
            drawn_ply: None,
        };
        watch.restart(start);
        watch
    }

    /// Begins anew, keeping the memory.
    pub(super) fn restart(&mut self, start: Position) {
        self.start = start;
        self.moves.clear();
        self.keys.clear();
        self.keys.push(start.key());
        let is_drawn = start.halfmoves() >= SEVENTY_FIVE_MOVES && !start.is_checkmate()
            || is_material_insufficient(start.board());
        self.drawn_ply = is_drawn.then_some(0);
    }

    /// The ply at which the game was drawn by the Laws without a claim.
    pub(super) fn drawn_ply(&self) -> Option<u64> {
        self.drawn_ply
    }

    /// Takes note of a move of the main line.
    #[inline]
    pub(super) fn moved(&mut self, m: Move, after: &Position) {
        self.moves.push(m);
        if self.drawn_ply.is_some() {
            return;
        }
        if after.halfmoves() == 0 {
            self.keys.clear();
        }
        self.keys.push(after.key());
        if after.halfmoves() == 0 || self.keys.len() > FIVEFOLD_PLIES {
            self.look(after);
        }
    }

    fn look(&mut self, after: &Position) {
        let is_drawn = if after.halfmoves() == 0 {
            is_material_insufficient(after.board())
        } else {
            after.halfmoves() >= SEVENTY_FIVE_MOVES && !after.is_checkmate()
                || self.occurs_often(after.key()) && self.is_fivefold()
        };
        if is_drawn {
            self.drawn_ply = Some(self.moves.len() as u64);
        }
    }

    fn occurs_often(&self, key: Key) -> bool {
        let same_turn = self.keys.iter().rev().step_by(2);
        same_turn.filter(|&&other| other == key).count() >= FIVEFOLD as usize
    }

    /// Whether the position has really occurred five times.
    fn is_fivefold(&self) -> bool {
        let mut history = History::new(self.start);
        let is_legal = self.moves.iter().all(|&m| history.play(m).is_ok());
        is_legal && history.occurrences() >= FIVEFOLD
    }
}
