//! Copying annotations to another tree with the same moves.
//!
//! A loaded game continues as moves only. When it is written, the tags, comments, glyphs and
//! variations of the file are restored for the moves that remain.

use std::collections::VecDeque;

use chess::Color;

use super::{Node, NodeId, Tree};
use crate::pgn::Comment;

impl Tree {
    /// Copies the annotations of another tree for the moves with which both main lines begin.
    ///
    /// Tags, comments, glyphs and variations are added to those here. The result stays, and so does
    /// the Termination tag unless both trees have the same complete game. Moves of the other tree
    /// that are not played here are ignored with their annotations and alternatives.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let read = |text: &'static str| {
    ///     let mut checker = Checker::new(Reader::from_slice(text.as_bytes()));
    ///     checker.read_tree().map(|read| read.expect("there is a game").tree)
    /// };
    /// let mut tree = read("1. e4 e5 2. Nf3 *")?;
    /// tree.annotate(&read("1. e4 e5 {open} (1... c5) *")?);
    /// assert!(tree.to_string().ends_with("1. e4 e5 {open} (1... c5) 2. Nf3 *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn annotate(&mut self, source: &Tree) {
        if self.start != source.start {
            return;
        }
        self.annotate_node(self.root(), source.node(source.root()));
        let (mut here, mut there) = (self.root(), source.root());
        while let (Some(next), Some(noted)) =
            (self.node(here).first_child, source.node(there).first_child)
        {
            if self.node(next).m != source.node(noted).m {
                break;
            }
            self.annotate_node(next, source.node(noted));
            self.copy_variations(here, source, there);
            (here, there) = (next, noted);
        }
        let is_same_game = self.node(here).first_child.is_none()
            && source.node(there).first_child.is_none()
            && self.result == source.result;
        self.take_tags(source, is_same_game);
    }

    fn annotate_node(&mut self, id: NodeId, noted: &Node) {
        let moved = !noted.position().turn();
        let node = self.node_mut(id);
        node.nags.extend(&noted.nags);
        // Both trees may have the same draw offers; other comments keep their places.
        let known: Vec<Color> = noted.draw_offers().collect();
        let own = core::mem::replace(&mut node.comments, noted.comments.clone());
        let is_known = |comment: &Comment| {
            let by = comment.draw_offer_by(moved);
            by.is_some_and(|by| known.contains(&by))
        };
        node.comments
            .extend(own.into_iter().filter(|comment| !is_known(comment)));
    }

    /// Copies the variations after a node of the main line, in order.
    fn copy_variations(&mut self, here: NodeId, source: &Tree, there: NodeId) {
        let variations = source.children(there).skip(1);
        let mut waiting: VecDeque<(NodeId, NodeId)> = variations.map(|v| (here, v)).collect();
        while let Some((parent, noted)) = waiting.pop_front() {
            let copied = source.node(noted);
            let id = self.push(parent, copied.m, copied.after);
            let node = self.node_mut(id);
            node.comments_before.clone_from(&copied.comments_before);
            node.nags.clone_from(&copied.nags);
            node.comments.clone_from(&copied.comments);
            waiting.extend(source.children(noted).map(|child| (id, child)));
        }
    }

    fn take_tags(&mut self, source: &Tree, is_same_game: bool) {
        let own = core::mem::replace(&mut self.tags, source.tags.clone());
        if source.tags.get("PlyCount").is_some() {
            let plies = self.main_line().count().to_string();
            self.set_tag("PlyCount", &plies);
        }
        for (name, value) in own.iter() {
            if name != "Termination" || !is_same_game || source.tags.get(name).is_none() {
                self.set_tag(name, value);
            }
        }
    }

    fn set_tag(&mut self, name: &str, value: &str) {
        let set = self.tags.set(name, value);
        set.expect("the name is that of an existing tag");
    }
}
