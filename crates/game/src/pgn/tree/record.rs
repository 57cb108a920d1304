//! Conversion between records and trees.

use chess::Color;

use crate::{Ending, Profile, Reason, Record, Remark};

use super::super::Comment;
use super::super::start::names_chess960;
use super::Tree;

impl Tree {
    /// Removes the tags that follow from the start and the result.
    pub(super) fn forget_derived_tags(&mut self) {
        for name in ["FEN", "SetUp", "Result"] {
            self.tags.remove(name);
        }
        if self.tags.get("Variant").is_some_and(names_chess960) {
            self.tags.remove("Variant");
        }
    }

    /// The game as a record: the main line with its draw offers. A finished game has its result,
    /// but no reason beyond it. If the main line has a null move, the record ends before it, without
    /// a result.
    ///
    /// ```
    /// use game::pgn::{Checker, Reader};
    /// let mut checker = Checker::new(Reader::from_slice(b"1. e4 {(=)} e5 1/2-1/2"));
    /// let record = checker.read_tree()?.ok_or("there is a game")?.tree.to_record();
    /// assert_eq!((record.moves.len(), record.remarks.len()), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_record(&self) -> Record {
        let mut record = Record {
            start: self.start,
            profile: Profile::default(),
            moves: Vec::new(),
            last: self.start.position,
            remarks: Vec::new(),
            ending: self
                .result
                .outcome()
                .map(|outcome| Ending::new(outcome, Reason::Unstated)),
        };
        for id in self.main_line() {
            let node = self.node(id);
            let Some(m) = node.played() else {
                record.ending = None;
                break;
            };
            record.moves.push(m);
            record.last = *node.position();
            if node.has_draw_offer() {
                let by = !node.position().turn();
                record
                    .remarks
                    .push((record.moves.len(), Remark::Offered(by)));
            }
        }
        record
    }
}

impl From<&Record> for Tree {
    /// The game with draw offers as `(=)` and the kind of ending in the Termination tag. An offer
    /// by the side to move is written after the previous move, as on a score sheet.
    fn from(record: &Record) -> Tree {
        let mut tree = Tree::new(record.start);
        let mut now = tree.root();
        let offers = |tree: &mut Tree, now, ply| {
            let is_offer = |(at, remark): &&(usize, Remark)| *at == ply && remark.is_offer();
            for _ in record.remarks.iter().filter(is_offer) {
                tree.node_mut(now).comments.push(Comment::draw_offer());
            }
        };
        offers(&mut tree, now, 0);
        for (index, &m) in record.moves.iter().enumerate() {
            let after = tree.position(now).play_unchecked(m);
            now = tree.push(now, Some(m), after);
            offers(&mut tree, now, index + 1);
        }
        tree.result = record.result();
        let termination = termination(record.ending.as_ref());
        let set = tree.tags.set("Termination", termination);
        set.expect("the name is a tag name");
        tree
    }
}

/// The value of the Termination tag for an ending.
fn termination(ending: Option<&Ending>) -> &'static str {
    match ending.map(Ending::reason) {
        None => "unterminated",
        Some(Reason::FlagFall(Color::White | Color::Black)) => "time forfeit",
        Some(_) => "normal",
    }
}
