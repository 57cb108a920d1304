//! The positions that are known and not yet expanded, and which of them comes next.
//!
//! The nearest to a mate comes first, as the guide estimates it, and among equals the latest, which
//! makes a search dive. Three habits keep it from drowning:
//!
//! - **Novelty.** A position in which the piece just moved stands where no such piece has stood at
//!   the same estimate is fresh; the others are put off. Plateaus, on which most moves change
//!   nothing that matters, are so crossed in hundreds of positions instead of many thousands.
//!   (The idea is that of width-based planning, after Lipovetzky and Geffner.)
//! - Now and then the *earliest* of the nearest is taken, which begins another dive close to the
//!   root and keeps lines short.
//! - Now and then the oldest of all is taken, whatever its estimate. So every position has its turn
//!   and a wrong guide costs time and no more.

use chess::{Bitboard, Move, Position};

use super::guide::FARTHEST;
use super::visited::Visited;

/// How much farther away a position without novelty is taken to be.
const STALE: usize = 20;

/// Each how-many-th position begins another dive.
const DIVE: u32 = 25;

/// Each how-many-th position is the oldest.
const BY_AGE: u32 = 8;

/// The number of estimates, stale ones included.
const BUCKETS: usize = FARTHEST + STALE + 1;

/// Nodes to be expanded.
#[derive(Default)]
pub(super) struct Frontier {
    /// By estimate, in the order of discovery.
    buckets: Vec<Bucket>,
    /// The first bucket that may hold something.
    nearest: usize,
    /// The oldest node that may not have been expanded.
    oldest: u32,
    /// How many nodes have been taken.
    taken: u32,
}

/// The nodes at one estimate.
#[derive(Default)]
struct Bucket {
    nodes: Vec<u32>,
    /// How many at the front have been taken.
    taken: usize,
    /// Where pieces of each kind and color have stood after their move.
    stood: [Bitboard; 12],
}

impl Frontier {
    /// Forgets everything and puts the root in.
    pub(super) fn start(&mut self) {
        self.buckets.resize_with(BUCKETS, Bucket::default);
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        self.buckets[0].nodes.push(0);
        (self.nearest, self.oldest, self.taken) = (0, 0, 0);
    }

    /// Puts in a node that was reached by a move and is estimated at this distance.
    pub(super) fn put(&mut self, node: u32, distance: usize, from: &Position, m: Move) {
        let place = if self.buckets[distance].is_fresh(from, m) {
            distance
        } else {
            distance + STALE
        };
        self.buckets[place].nodes.push(node);
        self.nearest = self.nearest.min(place);
    }

    /// Takes the next node out. Every node is taken once.
    pub(super) fn next(&mut self, visited: &mut Visited) -> Option<u32> {
        self.taken = self.taken.wrapping_add(1);
        if self.taken.is_multiple_of(BY_AGE) {
            while self.oldest < visited.len() {
                self.oldest += 1;
                if visited.take(self.oldest - 1) {
                    return Some(self.oldest - 1);
                }
            }
            return None;
        }
        while let Some(bucket) = self.buckets.get_mut(self.nearest) {
            let node = if self.taken.is_multiple_of(DIVE) {
                bucket.earliest()
            } else {
                bucket.latest()
            };
            match node {
                Some(node) if visited.take(node) => return Some(node),
                Some(_) => {}
                None => self.nearest += 1,
            }
        }
        None
    }
}

impl Bucket {
    fn clear(&mut self) {
        // What a large search needed is given back.
        self.nodes.clear();
        self.nodes.shrink_to(1 << 10);
        self.taken = 0;
        self.stood = [Bitboard::EMPTY; 12];
    }

    fn earliest(&mut self) -> Option<u32> {
        let node = self.nodes.get(self.taken).copied();
        self.taken += usize::from(node.is_some());
        node
    }

    fn latest(&mut self) -> Option<u32> {
        if self.nodes.len() > self.taken {
            self.nodes.pop()
        } else {
            None
        }
    }

    /// Whether the piece that moved has come to a square on which none of its kind has stood here.
    fn is_fresh(&mut self, from: &Position, m: Move) -> bool {
        let Some(piece) = from.board().piece_at(m.from()) else {
            return false;
        };
        let role = m.promoted_to().unwrap_or(piece.role);
        let stood = &mut self.stood[piece.color as usize * 6 + role as usize];
        let is_fresh = !stood.contains(m.to());
        *stood |= m.to().bitboard();
        is_fresh
    }
}
