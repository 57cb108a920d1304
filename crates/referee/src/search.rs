//! The search for a helpmate, which also proves that there is none.
//!
//! This is a best-first search that visits every reachable position at most once. If it finds a
//! mate, it returns the line; if no position is left to expand, there is no mate. It prunes
//! positions that a theorem rules out: those where the material excludes a mate and, in locked
//! positions, those where the mobility does.
//!
//! While it dives toward a mate, it does not look at every move of a position. A successor that is a
//! stride nearer to a mate is followed at once, and so is one that is no farther after ten replies of
//! the loser, who often has dozens that do not matter. The position is put back for its other
//! moves, so none is lost.

mod frontier;
mod guide;
mod net;
mod one_color;
mod pairs;
mod pictures;
mod reach;
mod visited;

use chess::{Color, Move, MoveList, Position};

use crate::mobility::{self, Mobility};

use frontier::{Candidate, Frontier};
pub(crate) use guide::Guide;
pub(crate) use reach::reaches_many;
use visited::Visited;

/// The number of positions from which on pruning by mobility pays off.
const LOCKS_FROM: u32 = 1000;

/// A successor is followed at once if its estimate is lower by this: half a defect of a mating net.
const STRIDE: usize = 4;

/// The number of replies of the loser after which one that is no farther from a mate is followed.
const REPLIES: u32 = 10;

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
    order: u32,
}

/// Statistics of pruning by mobility. An attempt costs as much as dozens of positions, so at least
/// one in two has to succeed.
#[derive(Default)]
struct Locks {
    tried: u32,
    refuted: u32,
}

impl Search {
    /// Starts a search from a position that is not mate. Searches with different orders try the moves
    /// of a position in different orders.
    pub(crate) fn start(&mut self, root: &Position, order: u32) {
        self.visited.start(root);
        self.frontier.start();
        self.locks = Locks::default();
        self.order = order;
    }

    /// Searches until a mate is found, no position is left, or the limit is reached.
    pub(crate) fn run(&mut self, guide: &Guide, limit: u32) -> SearchEnd {
        while self.visited.len() < limit {
            let Some(next) = self.frontier.next(&mut self.visited) else {
                return SearchEnd::Exhausted(self.visited.len());
            };
            if let Some(last) = self.expand(next, guide) {
                let mut line = self.visited.line_to(next.node);
                line.push(last);
                return SearchEnd::Mate(line);
            }
        }
        SearchEnd::Limit
    }

    /// Whether mobility has ruled out some of the positions. Then there may be no mate at all, and
    /// the search should go on until it has seen every position.
    pub(crate) fn has_pruned_locks(&self) -> bool {
        self.locks.refuted > 0
    }

    /// The number of positions seen.
    pub(crate) fn seen(&self) -> u32 {
        self.visited.len()
    }

    /// Adds successors of a node, all of them unless it is part of a dive, and returns a mating move
    /// if there is one among them.
    fn expand(&mut self, next: Candidate, guide: &Guide) -> Option<Move> {
        let Candidate { node, is_dive } = next;
        let winner = guide.winner();
        let position = self.visited.position(node);
        let mut moves = MoveList::new();
        position.append_legal_moves(&mut moves);
        let first = self.first_move(node, moves.len());
        let mut dive = Dive::new(self.visited.estimate(node), position.turn() != winner);
        for &m in moves[first..].iter().chain(&moves[..first]) {
            let next = position.play_unchecked(m);
            if next.turn() != winner && next.is_checkmate() {
                return Some(m);
            }
            if next.board().lacks_mating_material(winner) {
                continue;
            }
            let Some(entered) = self.visited.insert(&next, node, Some(m)) else {
                continue;
            };
            let is_long = self.visited.len() > LOCKS_FROM;
            if is_long && position.is_zeroing(m) && self.locks.refute(&next, winner) {
                self.visited.take(entered);
                continue;
            }
            let distance = guide.distance(&next);
            self.visited.set_estimate(entered, distance);
            let is_novel = self.frontier.put(entered, distance, &position, m);
            if is_dive && dive.goes_on_after(distance, is_novel) {
                self.visited.put_back(node);
                self.frontier.put_back(node, dive.from + STRIDE);
                return None;
            }
        }
        None
    }

    /// The index of the first move to try.
    fn first_move(&self, node: u32, moves: usize) -> usize {
        (node as usize + 1) * 7 * self.order as usize % moves.max(1)
    }
}

/// The successors of a position so far, and whether one of them is good enough to follow.
struct Dive {
    /// The estimate of the position.
    from: usize,
    /// Whether the loser is to move.
    is_reply: bool,
    /// The number of successors.
    tried: u32,
    /// The lowest estimate of a novel successor.
    nearest: usize,
}

impl Dive {
    fn new(from: usize, is_reply: bool) -> Dive {
        Dive {
            from,
            is_reply,
            tried: 0,
            nearest: usize::MAX,
        }
    }

    /// Adds a successor and says whether to go on from the nearest.
    fn goes_on_after(&mut self, distance: usize, is_novel: bool) -> bool {
        self.tried += 1;
        if is_novel {
            self.nearest = self.nearest.min(distance);
        }
        let is_enough = self.is_reply && self.tried >= REPLIES;
        self.nearest.saturating_add(STRIDE) <= self.from || is_enough && self.nearest <= self.from
    }
}

impl Locks {
    /// Whether mobility proves that there is no mate in a position that may just have been locked.
    fn refute(&mut self, position: &Position, winner: Color) -> bool {
        let pays = self.tried < 50 + 2 * self.refuted;
        if !pays || !mobility::is_locked(position.board(), winner) {
            return false;
        }
        let refuted = Mobility::excludes_mate(position, winner);
        self.tried += 1;
        self.refuted += u32::from(refuted);
        refuted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_a_dive_passes_over_are_tried_later() {
        // A search that forgets them lists fewer than twenty positions here and finds no mate.
        let rook = Position::from_fen("8/1k6/8/1r6/8/K7/8/8 w - - 0 1");
        let rook = rook.expect("the position is legal");
        let mut search = Search::default();
        for order in 0..5 {
            search.start(&rook, order);
            let end = search.run(&Guide::new(Color::Black), 5_000);
            assert!(matches!(end, SearchEnd::Mate(_)), "order {order}");
        }
    }
}
