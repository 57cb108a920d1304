//! A quick test whether more positions can be reached than a search could visit.
//!
//! It visits positions breadth first and distinguishes them by their keys. It has no heuristic and
//! stores no lines, so it costs a fraction of the search. If it says that there are many, it is never
//! wrong: different keys belong to different positions.

use chess::{Color, Key, Position};

/// Whether at least this many positions can be reached, the root included, not counting those whose
/// material excludes a mate by the winner. A [`Search`](super::Search) visits the same positions.
pub(crate) fn reaches_many(root: &Position, winner: Color, many: usize) -> bool {
    let mut keys = Keys::with_room_for(many);
    let mut positions = Vec::with_capacity(many);
    keys.insert(root.key());
    positions.push(*root);
    let mut expanded = 0;
    while positions.len() < many {
        let Some(&position) = positions.get(expanded) else {
            return false;
        };
        expanded += 1;
        for &m in &position.legal_moves() {
            let next = position.play_unchecked(m);
            if !next.board().lacks_mating_material(winner) && keys.insert(next.key()) {
                positions.push(next);
            }
        }
    }
    true
}

/// A set of keys. The key 0 marks a free place and counts as always present.
struct Keys {
    places: Vec<u64>,
}

impl Keys {
    /// Room for this many keys and those of one more position.
    fn with_room_for(many: usize) -> Keys {
        const MOVES: usize = 256;
        Keys {
            places: vec![0; (2 * (many + MOVES)).next_power_of_two()],
        }
    }

    /// Adds a key and says whether it is new.
    fn insert(&mut self, key: Key) -> bool {
        let mask = self.places.len() - 1;
        let mut place = key.0 as usize & mask;
        while self.places[place] != 0 && self.places[place] != key.0 {
            place = (place + 1) & mask;
        }
        let is_new = self.places[place] != key.0;
        self.places[place] = key.0;
        is_new
    }
}
