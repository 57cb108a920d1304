//! The open list of the search: positions not yet expanded, and which comes next.
//!
//! The position with the lowest estimate comes first, and among equals the latest, so the search
//! dives. Three rules keep it from getting stuck:
//!
//! - **Novelty.** A position is novel if no piece of the same kind has stood on the target square
//!   at the same estimate. Other positions are postponed. This crosses plateaus, where most moves
//!   change nothing relevant, in hundreds of positions instead of thousands. The idea comes from
//!   width-based planning: Lipovetzky and Geffner, "Width and Serialization of Classical Planning
//!   Problems", 2012.
//! - From time to time the *earliest* position of the lowest estimate is taken. This starts another
//!   dive close to the root and keeps lines short.
//! - In a long search the oldest position is taken from time to time, whatever its estimate. So
//!   every position is expanded in the end, and a wrong estimate only costs time.

use chess::{Bitboard, Move, Position};

use super::guide::FARTHEST;
use super::visited::Visited;

/// What is added to the estimate of a position without novelty.
const STALE: usize = 20;

/// The interval of positions that start another dive.
const DIVE: u32 = 8;

/// The interval of positions that are the oldest.
const BY_AGE: u32 = 8;

/// The number of positions before that starts. Most searches are over by then.
const BY_AGE_FROM: u32 = 400;

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
    /// The number of nodes taken.
    taken: u32,
}

/// A node to be expanded.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) node: u32,
    /// Whether it was chosen by its estimate, so that some of its successors may be enough for now.
    pub(super) is_dive: bool,
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

    /// Puts in a node that was reached by a move and is estimated at this distance; returns whether
    /// it is novel.
    pub(super) fn put(&mut self, node: u32, distance: usize, from: &Position, m: Move) -> bool {
        let is_novel = self.buckets[distance].is_novel(from, m);
        let place = if is_novel { distance } else { distance + STALE };
        self.put_back(node, place);
        is_novel
    }

    /// Puts in a node at this place, which is at most the farthest estimate and what stale ones add.
    pub(super) fn put_back(&mut self, node: u32, place: usize) {
        self.buckets[place].nodes.push(node);
        self.nearest = self.nearest.min(place);
    }

    /// Takes the next node out. Every node is taken once, and again when it was put back.
    pub(super) fn next(&mut self, visited: &mut Visited) -> Option<Candidate> {
        self.taken = self.taken.wrapping_add(1);
        let is_dive = self.taken <= BY_AGE_FROM || !self.taken.is_multiple_of(BY_AGE);
        let node = match is_dive {
            true => self.nearest(visited)?,
            false => self.oldest(visited)?,
        };
        Some(Candidate { node, is_dive })
    }

    fn nearest(&mut self, visited: &mut Visited) -> Option<u32> {
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

    /// The oldest node that is not taken. It is expanded in full and never put back, so those before
    /// it need no second look.
    fn oldest(&mut self, visited: &mut Visited) -> Option<u32> {
        while self.oldest < visited.len() {
            self.oldest += 1;
            if visited.take(self.oldest - 1) {
                return Some(self.oldest - 1);
            }
        }
        None
    }
}

impl Bucket {
    fn clear(&mut self) {
        // Release the memory of a large search.
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

    /// Whether no piece of the same kind has stood on the target square at this estimate.
    fn is_novel(&mut self, from: &Position, m: Move) -> bool {
        let Some(piece) = from.board().piece_at(m.from()) else {
            return false;
        };
        let role = m.promoted_to().unwrap_or(piece.role);
        let stood = &mut self.stood[piece.color as usize * 6 + role as usize];
        let is_novel = !stood.contains(m.to());
        *stood |= m.to().bitboard();
        is_novel
    }
}
