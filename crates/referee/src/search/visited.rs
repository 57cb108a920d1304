//! The closed list of the search: every position once, compared in full.
//!
//! A proof depends on this set, so equal hashes are not enough. Nodes are stored in one vector in
//! the order of discovery, each with its parent; the hash table holds their indices.

use chess::{Compact, Move, Position};

use super::guide::FARTHEST;

/// The size of the table that is kept from one search to the next.
const SMALL: usize = 1 << 10;

/// A position and how it was reached.
#[derive(Clone, Copy)]
struct Node {
    position: Compact,
    parent: u32,
    /// The move that led here; none at the root.
    via: Option<Move>,
    /// Whether it has been taken to be expanded.
    taken: bool,
    /// The estimated distance from a mate.
    estimate: u8,
}

/// A set of positions in the order of their discovery.
#[derive(Default)]
pub(super) struct Visited {
    nodes: Vec<Node>,
    /// Indices of nodes plus one, 0 for a free slot. Its length is a power of two.
    table: Vec<u32>,
}

impl Visited {
    /// Clears the set and adds the root, node 0.
    pub(super) fn start(&mut self, root: &Position) {
        self.nodes.clear();
        if self.table.len() == SMALL {
            self.table.fill(0);
        } else {
            // Release the memory of a large search.
            self.table = vec![0; SMALL];
            self.nodes.shrink_to(SMALL);
        }
        self.insert(root, 0, None);
    }

    /// The number of positions.
    pub(super) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Adds a position and returns its index, unless it has been seen before.
    pub(super) fn insert(
        &mut self,
        position: &Position,
        parent: u32,
        via: Option<Move>,
    ) -> Option<u32> {
        if self.nodes.len() * 2 >= self.table.len() {
            self.grow();
        }
        let position = position.to_compact();
        let mask = self.table.len() - 1;
        let mut place = position.mixed() as usize & mask;
        while let Some(index) = self.table[place].checked_sub(1) {
            if self.nodes[index as usize].position == position {
                return None;
            }
            place = (place + 1) & mask;
        }
        let index = self.len();
        self.table[place] = index + 1;
        self.nodes.push(Node {
            position,
            parent,
            via,
            taken: false,
            estimate: 0,
        });
        Some(index)
    }

    /// Marks a node as taken; false if it was taken before.
    pub(super) fn take(&mut self, index: u32) -> bool {
        let node = &mut self.nodes[index as usize];
        !core::mem::replace(&mut node.taken, true)
    }

    /// Marks a taken node as not taken.
    pub(super) fn put_back(&mut self, index: u32) {
        self.nodes[index as usize].taken = false;
    }

    /// The estimate of a node; 0 for the root.
    pub(super) fn estimate(&self, index: u32) -> usize {
        usize::from(self.nodes[index as usize].estimate)
    }

    /// Stores the estimate of a node.
    pub(super) fn set_estimate(&mut self, index: u32, estimate: usize) {
        self.nodes[index as usize].estimate = estimate.min(FARTHEST) as u8;
    }

    /// The position of a node.
    pub(super) fn position(&self, index: u32) -> Position {
        self.nodes[index as usize].position.to_position()
    }

    /// The moves from the root to a node.
    pub(super) fn line_to(&self, mut index: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(m) = self.nodes[index as usize].via {
            line.push(m);
            index = self.nodes[index as usize].parent;
        }
        line.reverse();
        line
    }

    fn grow(&mut self) {
        let len = self.table.len() * 2;
        self.table = vec![0; len];
        for (index, node) in self.nodes.iter().enumerate() {
            let mut place = node.position.mixed() as usize & (len - 1);
            while self.table[place] != 0 {
                place = (place + 1) & (len - 1);
            }
            self.table[place] = index as u32 + 1;
        }
    }
}
