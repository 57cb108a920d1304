//! Whether many positions can be reached: then no search of that size sees them all.
//!
//! This enters positions in the order in which they come and tells them apart by their keys. It has
//! no guide and keeps no line, so it costs a fraction of the search. When it says that there are
//! many, it is never wrong: different keys belong to different positions.

use chess::{Color, Key, Position};

/// Whether at least so many positions can be reached, the root included, without one whose material
/// excludes a mate by the winner. These are the positions that a [`Search`](super::Search) enters.
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

/// A set of keys. The key 0 marks a free place and counts as one that is always there.
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
