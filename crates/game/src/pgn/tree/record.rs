//! From a game that was played to a tree, and back.

use chess::Color;

use crate::{Ending, Profile, Reason, Record, Remark};

use super::super::Comment;
use super::super::start::names_chess960;
use super::Tree;

impl Tree {
    /// Takes away the tags that follow from the start.
    pub(super) fn forget_start_tags(&mut self) {
        self.tags.remove("FEN");
        self.tags.remove("SetUp");
        if self.tags.get("Variant").is_some_and(names_chess960) {
            self.tags.remove("Variant");
        }
    }

    /// The game that this tree tells: its main line, and the draw offers in it. How a finished
    /// game ended is not known beyond its result.
    #[must_use]
    pub fn to_record(&self) -> Record {
        let mut record = Record {
            start: self.start,
            profile: Profile::default(),
            moves: Vec::new(),
            last: *self.position(self.main_end()),
            remarks: Vec::new(),
            ending: self
                .result
                .outcome()
                .map(|outcome| Ending::new(outcome, Reason::Unstated)),
        };
        for id in self.main_line() {
            let node = self.node(id);
            record.moves.extend(node.played());
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
    /// The game with its draw offers as `(=)`, and how it ended in the Termination tag. An offer
    /// by the side that is to move stands behind the move before it, where the score sheet has
    /// room for it.
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
        let set = |tree: &mut Tree, name, value: &str| {
            tree.tags.set(name, value).expect("the name is a tag name");
        };
        set(&mut tree, "Result", record.result().token());
        set(
            &mut tree,
            "Termination",
            termination(record.ending.as_ref()),
        );
        tree
    }
}

/// What the Termination tag says about an ending.
fn termination(ending: Option<&Ending>) -> &'static str {
    match ending.map(Ending::reason) {
        None => "unterminated",
        Some(Reason::FlagFall(Color::White | Color::Black)) => "time forfeit",
        Some(_) => "normal",
    }
}
