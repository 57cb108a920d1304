//! What is known about a game beside its moves: who plays, when, and what its file said.

use game::pgn::Tree;
use game::{Game, Start};

use super::game_clock::GameClock;

/// The score sheet of a game: its tags, and comments, glyphs and variations from a file.
#[derive(Clone, Debug)]
pub struct Sheet {
    notes: Tree,
}

impl Sheet {
    /// The sheet of a game of which nothing is known yet.
    pub fn blank(start: Start) -> Sheet {
        Sheet {
            notes: Tree::new(start),
        }
    }

    /// What a file says about a game.
    pub fn from_file(tree: Tree) -> Sheet {
        Sheet { notes: tree }
    }

    /// Whether a tag says something.
    pub fn has(&self, tag: &'static str) -> bool {
        let unknown = Tree::default();
        self.notes.tags.get_or_unknown(tag) != unknown.tags.get_or_unknown(tag)
    }

    /// Sets a tag of the roster.
    pub fn set(&mut self, tag: &'static str, value: &str) {
        let set = self.notes.tags.set(tag, value);
        set.expect("the roster has tag names");
    }

    /// The game as PGN has it. What was said about moves that were taken back is left out.
    pub fn to_tree(&self, game: &Game, clock: Option<&GameClock>) -> Tree {
        let mut tree = Tree::from(&game.record());
        tree.annotate(&self.notes);
        if let Some(clock) = clock {
            clock.write(&mut tree);
        }
        tree
    }
}
