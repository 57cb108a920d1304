//! The positions of the game and of the current search path, for
//! [repetition detection](https://www.chessprogramming.org/Repetitions).
//!
//! One list holds both: the game up to the root, then one entry per ply of the search. The search
//! writes an entry when it enters a position and never reads entries beyond the current ply, so
//! nothing has to be undone when it backs up.
//!
//! Each entry stores how many plies back a repetition can lie: at most to the last capture or pawn
//! move, the last null move of the search, or the first known position.

use chess::{Key, Position, SHORTEST_CYCLE, attacks};

use crate::root::Root;
use crate::stack::MAX_PLY;

/// Whether a position has occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recurrence {
    /// No earlier occurrence is known.
    First,
    Second {
        plies_ago: u16,
    },
    /// Two or more earlier occurrences.
    Third,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    /// How many plies back a repetition can lie.
    reversible: u16,
    recurrence: Recurrence,
}

/// The game and the current search path.
#[derive(Clone)]
pub(crate) struct SearchPath {
    entries: Vec<Entry>,
    root: usize,
}

/// In a longer game without captures or pawn moves, repetitions are found only this many plies back.
const REACH_MAX: u16 = 1 << 15;

impl SearchPath {
    /// The game that led to the root, with room for the search.
    pub(crate) fn new(root: &Root) -> SearchPath {
        let filler = Entry {
            key: root.position().key(),
            reversible: 0,
            recurrence: Recurrence::First,
        };
        let game = root.past().len();
        let mut path = SearchPath {
            entries: vec![filler; game + MAX_PLY + 2],
            root: game,
        };
        let clocks = root.past().iter().copied();
        let now = (root.position().key(), root.position().halfmoves());
        let mut known = 0;
        for (at, (key, halfmoves)) in clocks.chain([now]).enumerate() {
            known = known.min(halfmoves).min(REACH_MAX);
            path.entries[at] = Entry {
                key,
                reversible: known,
                recurrence: Recurrence::First,
            };
            path.find_recurrence(at);
            known += 1;
        }
        path
    }

    /// Enters a position reached by a move.
    #[inline(never)]
    pub(crate) fn enter(&mut self, ply: usize, position: &Position) {
        let at = self.root + ply;
        // One bounds check for both entries, which always exist.
        let [before, now, ..] = &mut self.entries[at - 1..] else {
            return;
        };
        now.key = position.key();
        now.reversible = (before.reversible + 1).min(position.halfmoves());
        now.recurrence = Recurrence::First;
        if now.reversible >= SHORTEST_CYCLE {
            self.find_recurrence(at);
        }
    }

    /// Enters a position reached by a null move. No repetition reaches back across it.
    pub(crate) fn enter_after_null(&mut self, ply: usize, position: &Position) {
        self.entries[self.root + ply] = Entry {
            key: position.key(),
            reversible: 0,
            recurrence: Recurrence::First,
        };
    }

    /// Searches for the key of an entry among the earlier ones within the reversible moves.
    #[inline(never)]
    fn find_recurrence(&mut self, at: usize) {
        let (past, now) = self.entries.split_at_mut(at);
        let now = &mut now[0];
        let reach = &past[past.len() - usize::from(now.reversible)..];
        let mut plies_ago = SHORTEST_CYCLE;
        // The same side moved every second ply.
        for entry in reach.iter().rev().skip(3).step_by(2) {
            if entry.key == now.key {
                now.recurrence = match entry.recurrence {
                    Recurrence::First => Recurrence::Second { plies_ago },
                    Recurrence::Second { .. } | Recurrence::Third => Recurrence::Third,
                };
                return;
            }
            plies_ago += 2;
        }
    }

    /// Whether the position at this ply has occurred before.
    pub(crate) fn recurrence(&self, ply: usize) -> Recurrence {
        self.entries[self.root + ply].recurrence
    }

    /// Whether the position at this ply counts as a draw by repetition.
    ///
    /// After the root, one repetition is enough: the side that wants to can repeat again. Before
    /// the root, it takes a threefold repetition as in a game, because the players chose those
    /// moves.
    #[inline]
    pub(crate) fn is_repetition(&self, ply: usize) -> bool {
        match self.recurrence(ply) {
            Recurrence::First => false,
            Recurrence::Second { plies_ago } => usize::from(plies_ago) < ply,
            Recurrence::Third => true,
        }
    }

    /// Whether the side to move has a move that repeats an earlier position (an upcoming
    /// repetition).
    ///
    /// The opponent's moves since then must cancel out, and one reversible move of one piece must
    /// account for the rest of the difference.
    #[inline]
    pub(crate) fn can_repeat(&self, ply: usize, position: &Position) -> bool {
        let at = self.root + ply;
        let (past, now) = self.entries.split_at(at);
        let now = &now[0];
        let reach = &past[past.len() - usize::from(now.reversible)..];
        let Some((last, reach)) = reach.split_last() else {
            return false;
        };
        let mut others = now.key.0 ^ last.key.0 ^ Key::TURN.0;
        let mut plies_ago = 1;
        let (_, pairs) = reach.as_rchunks();
        for [earlier, between] in pairs.iter().rev() {
            plies_ago += 2;
            others ^= between.key.0 ^ earlier.key.0 ^ Key::TURN.0;
            // A position of the game counts only if this would be its third occurrence.
            if others == 0
                && let Some((a, b)) = now.key.reversible_move(earlier.key)
                && attacks::between(a, b).is_disjoint(position.board().occupied())
                && (plies_ago < ply || earlier.recurrence != Recurrence::First)
            {
                return true;
            }
        }
        false
    }

    /// How many plies back a repetition of the position at this ply can lie.
    #[cfg(test)]
    pub(crate) fn reversible(&self, ply: usize) -> u16 {
        self.entries[self.root + ply].reversible
    }

    /// Checks the entry of this ply against a plain count. For debug assertions.
    pub(crate) fn is_consistent(&self, ply: usize) -> bool {
        let at = self.root + ply;
        let Entry {
            key,
            reversible,
            recurrence,
        } = self.entries[at];
        let times = (1..=usize::from(reversible))
            .filter(|back| self.entries[at - back].key == key)
            .count();
        match recurrence {
            Recurrence::First => times == 0,
            Recurrence::Second { plies_ago } => {
                times == 1 && self.entries[at - usize::from(plies_ago)].key == key
            }
            Recurrence::Third => times >= 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Move;

    use super::*;

    /// A search path through a game.
    struct Walk {
        path: SearchPath,
        position: Position,
        ply: usize,
    }

    impl Walk {
        /// Starts a search after these game moves.
        fn after(fen: &str, moves: &str) -> Walk {
            let mut root = Root::new(Position::from_fen(fen).expect("a legal position"));
            for text in moves.split_whitespace() {
                let m = parse(root.position(), text);
                root.play(m).expect("a legal move");
            }
            Walk {
                path: SearchPath::new(&root),
                position: *root.position(),
                ply: 0,
            }
        }

        fn play(&mut self, moves: &str) -> Recurrence {
            for text in moves.split_whitespace() {
                self.ply += 1;
                if text == "pass" {
                    self.position = self.position.play_null().expect("not in check");
                    self.path.enter_after_null(self.ply, &self.position);
                } else {
                    let m = parse(&self.position, text);
                    self.position = self.position.play_unchecked(m);
                    self.path.enter(self.ply, &self.position);
                }
                assert!(self.path.is_consistent(self.ply));
            }
            self.path.recurrence(self.ply)
        }

        fn can_repeat(&self) -> bool {
            self.path.can_repeat(self.ply, &self.position)
        }
    }

    fn parse(position: &Position, text: &str) -> Move {
        position.parse_uci(text).expect("a legal move")
    }

    const QUEENS: &str = "6k1/5ppp/3q4/8/8/3Q4/5PPP/6K1 w - - 0 1";
    const CYCLE: &str = "d3e3 d6e7 e3d3 e7d6";

    #[test]
    fn one_repetition_after_the_root_is_a_draw() {
        let mut walk = Walk::after(QUEENS, "h2h3");
        walk.play("h7h6");
        let again = walk.play("d3e3 d6e7 e3d3 e7d6");
        assert_eq!(again, Recurrence::Second { plies_ago: 4 });
        assert!(walk.path.is_repetition(walk.ply));
    }

    #[test]
    fn the_root_belongs_to_the_game() {
        let mut walk = Walk::after(QUEENS, "");
        assert_eq!(walk.play(CYCLE), Recurrence::Second { plies_ago: 4 });
        assert!(!walk.path.is_repetition(4), "it takes the third time");
        assert_eq!(walk.play(CYCLE), Recurrence::Third);
        assert!(walk.path.is_repetition(8));
    }

    #[test]
    fn game_positions_count_towards_threefold_repetition() {
        let mut walk = Walk::after(QUEENS, &format!("{CYCLE} d3e3 d6e7 e3d3"));
        assert_eq!(walk.play("e7d6"), Recurrence::Third);
        assert!(walk.path.is_repetition(1));
        let mut once = Walk::after(QUEENS, "d3e3 d6e7 e3d3");
        assert_eq!(once.play("e7d6"), Recurrence::Second { plies_ago: 4 });
        assert!(!once.path.is_repetition(1));
    }

    #[test]
    fn the_scan_stops_at_the_last_irreversible_move() {
        // The capture resets the clock, and the position after it recurs.
        let moves = "h2h4 d6e6 h1h2 e6d6 h2h1";
        let mut walk = Walk::after("8/8/3k4/8/3K3p/8/7R/7R w - - 0 60", "");
        assert_eq!(walk.play(moves), Recurrence::Second { plies_ago: 4 });
        assert_eq!(walk.play("d6e6 h1h2 e6d6 h2h1"), Recurrence::Third);
    }

    #[test]
    fn a_clock_beyond_the_known_game_is_ignored() {
        let mut walk = Walk::after("8/8/3k4/8/3K4/8/7R/7R w - - 40 80", "");
        assert_eq!(walk.play("h2h3 d6e6 h3h2"), Recurrence::First);
        assert_eq!(walk.play("e6d6"), Recurrence::Second { plies_ago: 4 });
    }

    #[test]
    fn no_repetition_reaches_across_a_null_move() {
        let mut walk = Walk::after(QUEENS, "");
        // The same position and side to move, but reached with null moves.
        assert_eq!(walk.play("d3e3 pass e3d3 pass"), Recurrence::First);
        assert!(!walk.can_repeat());
        assert_eq!(walk.play(CYCLE), Recurrence::Second { plies_ago: 4 });
    }

    #[test]
    fn an_upcoming_repetition_is_seen_one_ply_ahead() {
        let mut walk = Walk::after(QUEENS, "h2h3");
        walk.play("h7h6 d3e3 d6e7 e3d3");
        assert!(walk.can_repeat(), "the queen can go back to d6");
        walk.play("g7g6");
        assert!(!walk.can_repeat(), "the pawn cannot");
    }

    #[test]
    fn an_upcoming_repetition_of_a_game_position_must_be_its_third_occurrence() {
        let mut walk = Walk::after(QUEENS, "d3e3 d6e7");
        walk.play("e3d3");
        assert!(!walk.can_repeat());
        let mut walk = Walk::after(QUEENS, &format!("{CYCLE} d3e3 d6e7"));
        walk.play("e3d3");
        assert!(walk.can_repeat());
    }

    #[test]
    fn a_blocked_path_prevents_an_upcoming_repetition() {
        // The rook goes from a1 to d1 along the second rank; a knight on c1 blocks the first rank.
        let tour = "a2a1 h8h7 a1a2 h7g7 a2d2 g7g8 d2d1 g8h8";
        let mut barred = Walk::after("7k/8/8/8/4K3/8/R7/2N5 w - - 0 1", "");
        barred.play(tour);
        assert!(!barred.can_repeat());
        let mut open = Walk::after("7k/8/8/8/4K3/8/R7/8 w - - 0 1", "");
        open.play(tour);
        assert!(open.can_repeat());
    }

    #[test]
    fn a_ply_of_the_game_takes_little_memory() {
        // The caller and the search each have the game, and each thread a path.
        let game = size_of::<(Key, u16)>() + size_of::<Move>();
        assert_eq!(2 * game + size_of::<Entry>(), 52);
    }
}
