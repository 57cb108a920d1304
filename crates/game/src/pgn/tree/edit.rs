//! Removing and promoting lines of a tree.
//!
//! The nodes are stored in one list without gaps, so an edit rebuilds the tree. Older node
//! identifiers become invalid; each edit returns the node to continue from.

use super::{Node, NodeId, Tree};

impl Tree {
    /// Removes a move with everything after it and returns the node before it. The root cannot be
    /// removed.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e5 2. Nf3 *"));
    /// let mut tree = checker.read_tree()?.ok_or("there is a game")?.tree;
    /// tree.remove(tree.main_end());
    /// assert_eq!(tree.main_line().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, id: NodeId) -> NodeId {
        let Some(parent) = self.node(id).parent else {
            return id;
        };
        self.rebuild(parent, |tree, at| {
            tree.children(at).filter(|&child| child != id).collect()
        })
    }

    /// Makes a variation the main continuation and returns its first move. `None` if the node is
    /// not the first move of a variation, or if a null move would get into the main line.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e5 (1... c5) *"));
    /// let mut tree = checker.read_tree()?.ok_or("there is a game")?.tree;
    /// let e4 = tree.main_line().next().ok_or("there is a move")?;
    /// let c5 = tree.children(e4).nth(1).ok_or("there is a variation")?;
    /// tree.promote(c5);
    /// assert!(tree.to_string().ends_with("1. e4 c5 (1... e5) *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn promote(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id).parent?;
        let departs = self.node(parent).first_child != Some(id);
        let mut line = core::iter::successors(Some(id), |&at| self.node(at).first_child);
        let has_null = self.node(parent).is_main && line.any(|at| self.node(at).m.is_none());
        if !departs || has_null {
            return None;
        }
        let promoted = self.rebuild(id, |tree, at| {
            let mut children: Vec<NodeId> = tree.children(at).collect();
            if at == parent {
                children.sort_by_key(|&child| child != id);
            }
            children
        });
        Some(promoted)
    }

    /// Rebuilds the tree with these children of each node and returns the new identifier of a node.
    fn rebuild(
        &mut self,
        wanted: NodeId,
        children: impl Fn(&Tree, NodeId) -> Vec<NodeId>,
    ) -> NodeId {
        let mut tree = Tree::new(self.start);
        let root = tree.root();
        copy_words(self.node(self.root()), tree.node_mut(root));
        let mut found = root;
        let mut open = vec![(self.root(), root)];
        while let Some((old, new)) = open.pop() {
            if old == wanted {
                found = new;
            }
            for (index, child) in children(self, old).into_iter().enumerate() {
                let node = self.node(child);
                let copy = tree.push(new, node.m, node.after);
                copy_words(node, tree.node_mut(copy));
                if index == 0 {
                    // Within a line, a comment belongs to the move before it.
                    let before = core::mem::take(&mut tree.node_mut(copy).comments_before);
                    tree.node_mut(new).comments.extend(before);
                }
                open.push((child, copy));
            }
        }
        self.nodes = tree.nodes;
        found
    }
}

/// Copies the annotations of a move.
fn copy_words(from: &Node, to: &mut Node) {
    to.nags.clone_from(&from.nags);
    to.comments.clone_from(&from.comments);
    to.comments_before.clone_from(&from.comments_before);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Checker, Reader};

    fn tree(text: &str) -> Tree {
        let mut checker = Checker::new(Reader::from_slice(text.as_bytes()));
        let read = checker.read_tree().unwrap().unwrap();
        assert!(read.report.error.is_none(), "{:?}", read.report.error);
        read.tree
    }

    fn find(tree: &Tree, san: &str) -> NodeId {
        let moves = tree.walk().filter_map(|step| match step {
            crate::pgn::Step::Move(id) => Some(id),
            _ => None,
        });
        let is_wanted = |id: &NodeId| {
            let node = tree.node(*id);
            let before = tree.position(node.parent.unwrap());
            node.m.is_some_and(|m| before.san(m).to_string() == san)
        };
        moves.into_iter().find(is_wanted).unwrap()
    }

    fn moves(tree: &Tree) -> String {
        let text = tree.to_string();
        let moves = text.split_once("\n\n").unwrap().1;
        moves.trim().replace('\n', " ")
    }

    const GAME: &str = "[Event \"?\"]\n\n{start} 1. e4 $1 e5 (1... c5 {Sicilian} 2. Nf3 (2. c3) 2... d6) \
                        ({French:} 1... e6) 2. Nf3 {good} *";

    #[test]
    fn a_removed_line_is_gone_and_the_rest_stays() {
        let mut game = tree(GAME);
        let before = game.remove(find(&game, "c5"));
        assert_eq!(before, find(&game, "e4"));
        assert_eq!(
            moves(&game),
            "{start} 1. e4 $1 e5 ({French:} 1... e6) 2. Nf3 {good} *"
        );
        assert_eq!(game.len(), 4);
        game.remove(find(&game, "e5"));
        assert_eq!(moves(&game), "{start} 1. e4 $1 {French:} 1... e6 *");
        assert!(game.node(find(&game, "e6")).is_main());
        let root = game.root();
        assert_eq!(game.remove(root), root);
        assert_eq!(game.len(), 2);
    }

    #[test]
    fn a_promoted_variation_takes_the_place_of_its_line() {
        let mut game = tree(GAME);
        let e6 = game.promote(find(&game, "e6")).unwrap();
        assert_eq!(e6, find(&game, "e6"));
        assert_eq!(
            moves(&game),
            "{start} 1. e4 $1 {French:} 1... e6 (1... e5 2. Nf3 {good}) \
             (1... c5 {Sicilian} 2. Nf3 (2. c3) 2... d6) *"
        );
        assert_eq!(tree(&game.to_string()), game);
        assert!(!game.node(find(&game, "e5")).is_main());
        assert_eq!(game.promote(e6), None, "it is the main line already");
    }

    #[test]
    fn no_null_move_gets_into_the_main_line() {
        let mut game = tree("1. e4 e5 (1... Z0 2. d4) *");
        let root = game.root();
        let first = game.main_line().next().unwrap();
        let null = game.children(first).nth(1).unwrap();
        assert_eq!(game.promote(null), None);
        assert_eq!(game.promote(root), None);
    }
}
