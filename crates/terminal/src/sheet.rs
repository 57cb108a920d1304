//! What is known about a game besides its moves: players, date, and annotations from a file.

use game::Start;
use game::pgn::Tree;
use timed::TimedGame;

/// The score sheet of a game: its tags, and comments, glyphs and variations from a file.
#[derive(Clone, Debug)]
pub struct Sheet {
    notes: Tree,
}

impl Sheet {
    pub fn blank(start: Start) -> Sheet {
        Sheet {
            notes: Tree::new(start),
        }
    }

    pub fn from_file(tree: Tree) -> Sheet {
        Sheet { notes: tree }
    }

    /// Whether a tag has a known value.
    pub fn has(&self, tag: &'static str) -> bool {
        let unknown = Tree::default();
        self.notes.tags.get_or_unknown(tag) != unknown.tags.get_or_unknown(tag)
    }

    /// Sets a tag of the Seven Tag Roster.
    pub fn set(&mut self, tag: &'static str, value: &str) {
        let set = self.notes.tags.set(tag, value);
        set.expect("the roster has tag names");
    }

    /// The game as a PGN tree. Annotations of undone moves are left out.
    pub fn to_tree(&self, timed: &TimedGame) -> Tree {
        let mut tree = Tree::from(&timed.game().record());
        tree.annotate(&self.notes);
        timed::pgn::write(timed, &mut tree);
        tree
    }
}
