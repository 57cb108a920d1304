//! The part of a game that a report covers.

use chess::Move;
use engine::Root;
use game::pgn::Tree;
use game::{Command, Game, Profile, Rules, Start};

/// The main line of a game up to its end by the Laws of Chess. Moves after that are no part of the
/// game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    start: Start,
    moves: Vec<Move>,
}

impl Course {
    #[must_use]
    pub fn of(tree: &Tree) -> Course {
        let played = tree.main_line().map_while(|id| tree.node(id).played());
        Course::new(*tree.start(), played)
    }

    /// Moves from a start position, which end at the first that cannot be played.
    #[must_use]
    pub fn new(start: Start, moves: impl IntoIterator<Item = Move>) -> Course {
        let mut game = Game::new(start, Rules::new(Profile::Fide));
        for m in moves {
            if game.ending().is_some() || game.execute(Command::Play(m)).is_err() {
                break;
            }
        }
        Course {
            start,
            moves: game.history().moves().to_vec(),
        }
    }

    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after this many moves, with the game that led to it.
    #[must_use]
    pub fn root(&self, ply: usize) -> Root {
        let mut root = Root::new(self.start.position);
        for &m in self.moves.iter().take(ply) {
            if root.play(m).is_err() {
                break;
            }
        }
        root
    }

    /// The numbers of the positions to look at, in the order in which [`note`](crate::note) needs
    /// them: from the last to the first. A final position explains itself.
    pub fn plies(&self) -> impl Iterator<Item = usize> + use<> {
        let last = self.root(self.moves.len());
        let is_over = !last.position().has_legal_moves();
        (0..self.moves.len() + usize::from(!is_over)).rev()
    }
}
