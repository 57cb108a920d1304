//! The main line of a game while it is read: its moves, and just enough about the positions to see
//! whether any of them may have occurred before.

use core::ops::Range;

use chess::{FIFTY_MOVES, Key, Move, Position, SHORTEST_CYCLE};
use game::pgn::{Diagnostic, Sink};

/// The main line of a game.
#[derive(Default)]
pub(super) struct MainLine {
    pub(super) moves: Vec<Move>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The key of the start, then one for each move.
    keys: Vec<Key>,
    /// The plies that were captures or pawn moves.
    zeroed: Vec<usize>,
    /// The depth of nested variations.
    depth: usize,
}

impl MainLine {
    /// Resets the line and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.diagnostics.clear();
        self.keys.clear();
        self.keys.push(Key(0));
        self.zeroed.clear();
        self.depth = 0;
    }

    /// Sets the start, which is known only after the game has been read.
    pub(super) fn set_start(&mut self, start: &Position) {
        self.keys[0] = start.key();
    }

    /// The plies between two captures or pawn moves, the position after the first of them included,
    /// where a position may have occurred twice or the fifty-move clock may have run out. All others
    /// need no closer look: positions with different keys are certainly different.
    pub(super) fn candidate_stretches(
        &self,
        start: &Position,
    ) -> impl Iterator<Item = Range<usize>> {
        let bounds = [0].into_iter().chain(self.zeroed.iter().copied());
        let ends = self.zeroed.iter().copied().chain([self.keys.len()]);
        let clock = usize::from(start.halfmoves());
        bounds
            .zip(ends)
            .map(|(from, to)| from..to)
            .filter(move |plies| {
                let clock = if plies.start == 0 { clock } else { 0 };
                clock + plies.len() >= usize::from(FIFTY_MOVES)
                    || has_return(&self.keys[plies.clone()])
            })
    }
}

/// Whether a key occurs twice with the same side to move.
fn has_return(keys: &[Key]) -> bool {
    let cycle = usize::from(SHORTEST_CYCLE);
    (cycle..keys.len()).any(|at| {
        let earlier = keys[..=at - cycle].iter().rev().step_by(2);
        earlier.into_iter().any(|key| *key == keys[at])
    })
}

impl Sink for MainLine {
    #[inline]
    fn moved(&mut self, m: Option<Move>, after: &Position) {
        if let (Some(m), 0) = (m, self.depth) {
            if after.halfmoves() == 0 {
                self.zeroed.push(self.keys.len());
            }
            self.moves.push(m);
            self.keys.push(after.key());
        }
    }

    fn variation_started(&mut self) {
        self.depth += 1;
    }

    fn variation_ended(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn diagnosed(&mut self, diagnostic: &Diagnostic) {
        if super::of_text(diagnostic).is_some() {
            self.diagnostics.push(diagnostic.clone());
        }
    }
}
