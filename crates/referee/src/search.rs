//! The search for a helpmate that is also the proof that there is none.
//!
//! Every position that can be reached is entered at most once, the most promising first. If a mate
//! comes up, the way to it is the answer; if no position is left to expand, everything reachable
//! has been seen and there is no mate. Positions that a theorem rules out are not entered, for
//! nothing behind them matters: those whose material excludes a mate, and in locked positions those
//! whose mobility does.

mod frontier;
mod guide;
mod knights;
mod net;
mod one_color;
mod pictures;
mod visited;

use chess::{Color, Move, MoveList, Position};

use crate::mobility::{self, Mobility};

use frontier::Frontier;
pub(crate) use guide::Guide;
use visited::Visited;

/// From how many positions on it is worth while to rule out locked positions by mobility.
const LOCKS_FROM: u32 = 1000;

/// How a search ended.
pub(crate) enum SearchEnd {
    /// This line mates.
    Mate(Vec<Move>),
    /// All positions were seen, this many, and none is mate.
    Exhausted(u32),
    /// The limit was reached.
    Limit,
}

/// A search with its memory, which serves one question after another.
#[derive(Default)]
pub(crate) struct Search {
    visited: Visited,
    frontier: Frontier,
    locks: Locks,
}

/// The attempts to rule out positions by mobility, which cost more than a position does and so
/// must pay.
#[derive(Default)]
struct Locks {
    tried: u32,
    refuted: u32,
}

impl Search {
    /// Begins anew at a position that is known to be no mate.
    pub(crate) fn start(&mut self, root: &Position) {
        self.visited.start(root);
        self.frontier.start();
        self.locks = Locks::default();
    }

    /// Goes on until a mate is found, nothing is left, or so many positions have been seen.
    pub(crate) fn run(&mut self, guide: &Guide, limit: u32) -> SearchEnd {
        while self.visited.len() < limit {
            let Some(index) = self.frontier.next(&mut self.visited) else {
                return SearchEnd::Exhausted(self.visited.len());
            };
            if let Some(last) = self.expand(index, guide) {
                let mut line = self.visited.line_to(index);
                line.push(last);
                return SearchEnd::Mate(line);
            }
        }
        SearchEnd::Limit
    }

    /// How many positions have been seen.
    pub(crate) fn seen(&self) -> u32 {
        self.visited.len()
    }

    /// Enters the positions behind a node, and returns the move that mates if there is one.
    fn expand(&mut self, index: u32, guide: &Guide) -> Option<Move> {
        let winner = guide.winner();
        let position = self.visited.position(index);
        let mut moves = MoveList::new();
        position.append_legal_moves(&mut moves);
        for &m in &moves {
            let next = position.play_unchecked(m);
            if next.turn() != winner && next.is_checkmate() {
                return Some(m);
            }
            if next.board().lacks_mating_material(winner) {
                continue;
            }
            if let Some(entered) = self.visited.insert(&next, index, Some(m)) {
                let is_long = self.visited.len() > LOCKS_FROM;
                if is_long && position.is_zeroing(m) && self.locks.refute(&next, winner) {
                    self.visited.take(entered);
                    continue;
                }
                let distance = guide.distance(&next);
                self.frontier.put(entered, distance, &position, m);
            }
        }
        None
    }
}

impl Locks {
    /// Whether a position that pawns may just have locked rules a mate out.
    fn refute(&mut self, position: &Position, winner: Color) -> bool {
        let pays = self.tried < 50 + 10 * self.refuted;
        if !pays || !mobility::is_locked(position.board(), winner) {
            return false;
        }
        let refuted = Mobility::excludes_mate(position, winner);
        self.tried += 1;
        self.refuted += u32::from(refuted);
        refuted
    }
}
