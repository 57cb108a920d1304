//! Conversion between records and trees.

use chess::Color;

use crate::{Ending, GameResult, Profile, Reason, Record, Remark};

use super::super::Comment;
use super::super::start::names_chess960;
use super::{Node, Tree};

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
    /// use fourfold_game::pgn::{Checker, Reader};
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
        let offers = |record: &mut Record, node: &Node| {
            let ply = record.moves.len();
            let offers = node.draw_offers().map(|by| (ply, Remark::Offered(by)));
            record.remarks.extend(offers);
        };
        offers(&mut record, self.node(self.root()));
        for id in self.main_line() {
            let node = self.node(id);
            let Some(m) = node.played() else {
                record.ending = None;
                break;
            };
            record.moves.push(m);
            record.last = *node.position();
            offers(&mut record, node);
        }
        record
    }
}

impl From<&Record> for Tree {
    /// The game with draw offers as `(=)` and the kind of ending in the Termination tag. An offer of
    /// the player to move is written after the opponent's move, with its owner. A refused claim
    /// counts as an offer; of a player's offers in one position, one is written.
    fn from(record: &Record) -> Tree {
        let mut tree = Tree::new(record.start);
        let mut now = tree.root();
        let offers = |tree: &mut Tree, now, ply| {
            let moved = !tree.position(now).turn();
            let remarks = record.remarks.iter().filter(|(at, _)| *at == ply);
            let mut written = Vec::new();
            for (_, remark) in remarks.filter(|(_, remark)| remark.is_offer()) {
                if !written.contains(&remark.by()) {
                    let offer = Comment::draw_offer(remark.by(), moved);
                    tree.node_mut(now).comments.push(offer);
                    written.push(remark.by());
                }
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
        let set = tree.tags.set(TERMINATION, termination);
        set.expect("the name is a tag name");
        tree
    }
}

const TERMINATION: &str = "Termination";
const UNTERMINATED: &str = "unterminated";
const NORMAL: &str = "normal";

impl Tree {
    /// The value of the Termination tag as it is written: one that speaks of a game in progress
    /// follows the result, which may have been set since.
    pub(in crate::pgn) fn termination(&self) -> Option<&str> {
        let is_finished = self.result != GameResult::Unknown;
        Some(match self.tags.get(TERMINATION)? {
            UNTERMINATED if is_finished => NORMAL,
            NORMAL if !is_finished => UNTERMINATED,
            other => other,
        })
    }
}

/// The value of the Termination tag for an ending.
fn termination(ending: Option<&Ending>) -> &'static str {
    match ending.map(Ending::reason) {
        None => UNTERMINATED,
        Some(Reason::FlagFall(Color::White | Color::Black)) => "time forfeit",
        Some(_) => NORMAL,
    }
}
