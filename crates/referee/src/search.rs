//! The search for a helpmate, which also proves that there is none.
//!
//! This is a best-first search that visits every reachable position at most once. If it finds a
//! mate, it returns the line; if no position is left to expand, there is no mate. It prunes
//! positions that a theorem rules out: those where the material excludes a mate and, in locked
//! positions, those where the mobility does.

mod frontier;
mod guide;
mod knights;
mod net;
mod one_color;
mod pictures;
mod reach;
mod visited;

use chess::{Color, Move, MoveList, Position};

use crate::mobility::{self, Mobility};

use frontier::Frontier;
pub(crate) use guide::Guide;
pub(crate) use reach::reaches_many;
use visited::Visited;

/// The number of positions from which on pruning by mobility pays off.
const LOCKS_FROM: u32 = 1000;

/// The result of a search.
pub(crate) enum SearchEnd {
    /// This line mates.
    Mate(Vec<Move>),
    /// All positions were searched, this many, and none is mate.
    Exhausted(u32),
    /// The limit was reached.
    Limit,
}

/// A search with its memory, which is reused.
#[derive(Default)]
pub(crate) struct Search {
    visited: Visited,
    frontier: Frontier,
    locks: Locks,
}

/// Statistics of pruning by mobility. An attempt costs more than a position, so it has to succeed
/// often enough.
#[derive(Default)]
struct Locks {
    tried: u32,
    refuted: u32,
}

impl Search {
    /// Starts a search from a position that is not mate.
    pub(crate) fn start(&mut self, root: &Position) {
        self.visited.start(root);
        self.frontier.start();
        self.locks = Locks::default();
    }

    /// Searches until a mate is found, no position is left, or the limit is reached.
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

    /// The number of positions seen.
    pub(crate) fn seen(&self) -> u32 {
        self.visited.len()
    }

    /// Adds the successors of a node and returns a mating move if there is one.
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
    /// Whether mobility proves that there is no mate in a position that may just have been locked.
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
