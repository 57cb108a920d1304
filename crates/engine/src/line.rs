//! The positions of the game and of the line being searched, and which of them recur.
//!
//! One list holds both: the game up to the root, then one place for each ply of the search. A
//! place is written when the search enters its position and means nothing once the search has left
//! it, so nothing has to be taken back, whichever way the search leaves.
//!
//! For each place it is known how far back the game could be retraced by reversible moves: no
//! further than the last capture or pawn move, the last null move of the search, and the first
//! position known. No repetition can lie beyond.

use chess::{Key, Position, attacks};

use crate::root::Root;
use crate::stack::MAX_PLY;

/// When a position stood on the board before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recurrence {
    /// Never, as far as is known.
    First,
    /// Once, so many plies ago.
    Second {
        /// How many.
        plies_ago: usize,
    },
    /// Twice or more.
    Third,
}

#[derive(Clone, Copy)]
struct Place {
    key: Key,
    /// How many plies back a repetition can lie.
    reversible: usize,
    recurrence: Recurrence,
}

/// The game and the line being searched.
#[derive(Clone)]
pub(crate) struct Line {
    places: Vec<Place>,
    root: usize,
}

/// Two plies cannot restore a position, and three cannot either: each side has to go and come.
const SHORTEST_CYCLE: usize = 4;

impl Line {
    /// The game that led to a root, with room for a search.
    pub(crate) fn new(root: &Root) -> Line {
        let filler = Place {
            key: root.position().key(),
            reversible: 0,
            recurrence: Recurrence::First,
        };
        let game = root.past().len();
        let mut line = Line {
            places: vec![filler; game + MAX_PLY + 2],
            root: game,
        };
        let clocks = root.past().iter().copied();
        let now = (root.position().key(), root.position().halfmoves());
        let mut known = 0;
        for (at, (key, halfmoves)) in clocks.chain([now]).enumerate() {
            known = known.min(usize::from(halfmoves));
            line.write(at, key, known);
            known += 1;
        }
        line
    }

    /// Enters a position reached by a move.
    #[inline(never)]
    pub(crate) fn enter(&mut self, ply: usize, position: &Position) {
        let at = self.root + ply;
        let before = self.places[at - 1].reversible;
        let reversible = (before + 1).min(usize::from(position.halfmoves()));
        self.write(at, position.key(), reversible);
    }

    /// Enters a position reached by passing, from where no repetition reaches back.
    pub(crate) fn enter_after_null(&mut self, ply: usize, position: &Position) {
        self.write(self.root + ply, position.key(), 0);
    }

    #[inline]
    fn write(&mut self, at: usize, key: Key, reversible: usize) {
        self.places[at] = Place {
            key,
            reversible,
            recurrence: self.find(at, key, reversible),
        };
    }

    /// Looks for the key in the places from which the one given can have been reached.
    #[inline]
    fn find(&self, at: usize, key: Key, reversible: usize) -> Recurrence {
        let mut plies_ago = SHORTEST_CYCLE;
        while plies_ago <= reversible {
            let place = &self.places[at - plies_ago];
            if place.key == key {
                return match place.recurrence {
                    Recurrence::First => Recurrence::Second { plies_ago },
                    _ => Recurrence::Third,
                };
            }
            plies_ago += 2;
        }
        Recurrence::First
    }

    /// When the position at this ply stood on the board before.
    pub(crate) fn recurrence(&self, ply: usize) -> Recurrence {
        self.places[self.root + ply].recurrence
    }

    /// Whether the position at this ply counts as a draw by repetition.
    ///
    /// If it stood on the board since the root, whoever wants to can go round once more, so once
    /// is enough. Before the root it was played, and the opponent may have had reasons: there it
    /// takes the third time, as in a game.
    #[inline]
    pub(crate) fn is_repetition(&self, ply: usize) -> bool {
        match self.recurrence(ply) {
            Recurrence::First => false,
            Recurrence::Second { plies_ago } => plies_ago < ply,
            Recurrence::Third => true,
        }
    }

    /// Whether the side to move has a move that leads back to an earlier position, so that it has
    /// a draw in hand.
    ///
    /// The other side's moves since then must cancel out, and one reversible move of one piece
    /// must make up for the rest.
    #[inline(never)]
    pub(crate) fn can_repeat(&self, ply: usize, position: &Position) -> bool {
        let at = self.root + ply;
        let now = &self.places[at];
        let mut plies_ago = SHORTEST_CYCLE - 1;
        if plies_ago > now.reversible {
            return false;
        }
        let key = |plies_ago: usize| self.places[at - plies_ago].key.0;
        let mut others = now.key.0 ^ key(1) ^ Key::TURN.0;
        while plies_ago <= now.reversible {
            others ^= key(plies_ago - 1) ^ key(plies_ago) ^ Key::TURN.0;
            if others == 0 {
                let earlier = &self.places[at - plies_ago];
                if let Some((a, b)) = now.key.reversible_move(earlier.key)
                    && attacks::between(a, b).is_disjoint(position.board().occupied())
                {
                    // Back to a position of the game only counts if it would be its third time.
                    if plies_ago < ply || earlier.recurrence != Recurrence::First {
                        return true;
                    }
                }
            }
            plies_ago += 2;
        }
        false
    }

    /// Checks what is known about this ply against a plain count, for builds with assertions.
    pub(crate) fn is_consistent(&self, ply: usize) -> bool {
        let at = self.root + ply;
        let Place {
            key,
            reversible,
            recurrence,
        } = self.places[at];
        let times = (1..=reversible)
            .filter(|back| self.places[at - back].key == key)
            .count();
        match recurrence {
            Recurrence::First => times == 0,
            Recurrence::Second { plies_ago } => {
                times == 1 && self.places[at - plies_ago].key == key
            }
            Recurrence::Third => times >= 2,
        }
    }
}
