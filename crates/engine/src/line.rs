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

#[cfg(test)]
mod tests {
    use chess::Move;

    use super::*;

    /// A game, searched along a line of moves.
    struct Walk {
        line: Line,
        position: Position,
        ply: usize,
    }

    impl Walk {
        /// Starts a search after these moves.
        fn after(fen: &str, moves: &str) -> Walk {
            let mut root = Root::new(Position::from_fen(fen).expect("a legal position"));
            for text in moves.split_whitespace() {
                let m = parse(root.position(), text);
                root.play(m).expect("a legal move");
            }
            Walk {
                line: Line::new(&root),
                position: *root.position(),
                ply: 0,
            }
        }

        fn play(&mut self, moves: &str) -> Recurrence {
            for text in moves.split_whitespace() {
                self.ply += 1;
                if text == "pass" {
                    self.position = self.position.play_null().expect("not in check");
                    self.line.enter_after_null(self.ply, &self.position);
                } else {
                    let m = parse(&self.position, text);
                    self.position = self.position.play_unchecked(m);
                    self.line.enter(self.ply, &self.position);
                }
                assert!(self.line.is_consistent(self.ply));
            }
            self.line.recurrence(self.ply)
        }

        fn can_repeat(&self) -> bool {
            self.line.can_repeat(self.ply, &self.position)
        }
    }

    fn parse(position: &Position, text: &str) -> Move {
        position.parse_uci(text).expect("a legal move")
    }

    const QUEENS: &str = "6k1/5ppp/3q4/8/8/3Q4/5PPP/6K1 w - - 0 1";
    const CYCLE: &str = "d3e3 d6e7 e3d3 e7d6";

    #[test]
    fn once_after_the_root_is_enough() {
        let mut walk = Walk::after(QUEENS, "h2h3");
        walk.play("h7h6");
        let again = walk.play("d3e3 d6e7 e3d3 e7d6");
        assert_eq!(again, Recurrence::Second { plies_ago: 4 });
        assert!(walk.line.is_repetition(walk.ply));
    }

    #[test]
    fn the_root_itself_is_of_the_game() {
        let mut walk = Walk::after(QUEENS, "");
        assert_eq!(walk.play(CYCLE), Recurrence::Second { plies_ago: 4 });
        assert!(!walk.line.is_repetition(4), "it takes the third time");
        assert_eq!(walk.play(CYCLE), Recurrence::Third);
        assert!(walk.line.is_repetition(8));
    }

    #[test]
    fn the_game_counts_towards_the_third_time() {
        let mut walk = Walk::after(QUEENS, &format!("{CYCLE} d3e3 d6e7 e3d3"));
        assert_eq!(walk.play("e7d6"), Recurrence::Third);
        assert!(walk.line.is_repetition(1));
        let mut once = Walk::after(QUEENS, "d3e3 d6e7 e3d3");
        assert_eq!(once.play("e7d6"), Recurrence::Second { plies_ago: 4 });
        assert!(!once.line.is_repetition(1));
    }

    #[test]
    fn the_scan_reaches_the_last_zeroing_move_and_no_further() {
        // The capture makes the first position of its kind, with the clock at zero.
        let moves = "h2h4 d6e6 h1h2 e6d6 h2h1";
        let mut walk = Walk::after("8/8/3k4/8/3K3p/8/7R/7R w - - 0 60", "");
        assert_eq!(walk.play(moves), Recurrence::Second { plies_ago: 4 });
        assert_eq!(walk.play("d6e6 h1h2 e6d6 h2h1"), Recurrence::Third);
    }

    #[test]
    fn a_clock_larger_than_the_known_past_is_no_past() {
        let mut walk = Walk::after("8/8/3k4/8/3K4/8/7R/7R w - - 40 80", "");
        assert_eq!(walk.play("h2h3 d6e6 h3h2"), Recurrence::First);
        assert_eq!(walk.play("e6d6"), Recurrence::Second { plies_ago: 4 });
    }

    #[test]
    fn no_repetition_reaches_across_a_null_move() {
        let mut walk = Walk::after(QUEENS, "");
        // The same position with the same side to move, but by passing.
        assert_eq!(walk.play("d3e3 pass e3d3 pass"), Recurrence::First);
        assert!(!walk.can_repeat());
        assert_eq!(walk.play(CYCLE), Recurrence::Second { plies_ago: 4 });
    }

    #[test]
    fn a_way_back_is_seen_one_ply_ahead() {
        let mut walk = Walk::after(QUEENS, "h2h3");
        walk.play("h7h6 d3e3 d6e7 e3d3");
        assert!(walk.can_repeat(), "the queen can go back to d6");
        walk.play("g7g6");
        assert!(!walk.can_repeat(), "the pawn cannot");
    }

    #[test]
    fn a_way_back_into_the_game_must_be_the_third_time() {
        let mut walk = Walk::after(QUEENS, "d3e3 d6e7");
        walk.play("e3d3");
        assert!(!walk.can_repeat());
        let mut walk = Walk::after(QUEENS, &format!("{CYCLE} d3e3 d6e7"));
        walk.play("e3d3");
        assert!(walk.can_repeat());
    }

    #[test]
    fn something_in_the_way_bars_the_way_back() {
        // The rook goes from a1 to d1 by way of the second rank; a knight on c1 bars the first.
        let tour = "a2a1 h8h7 a1a2 h7g7 a2d2 g7g8 d2d1 g8h8";
        let mut barred = Walk::after("7k/8/8/8/4K3/8/R7/2N5 w - - 0 1", "");
        barred.play(tour);
        assert!(!barred.can_repeat());
        let mut open = Walk::after("7k/8/8/8/4K3/8/R7/8 w - - 0 1", "");
        open.play(tour);
        assert!(open.can_repeat());
    }
}
