//! Iterating over a tree in writing order, without recursion.

use super::{NodeId, Tree};

/// A step of a walk through a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// This move.
    Move(NodeId),
    /// A variation begins; the next step is its first move.
    VariationStart,
    /// A variation ends.
    VariationEnd,
}

/// A part of the tree that is still to be visited.
#[derive(Clone, Copy, Debug)]
enum Todo {
    Line(NodeId),
    Variation(NodeId),
    Close,
}

/// The steps through a tree in writing order: a move, then the alternatives to it, then the next
/// move.
#[derive(Clone, Debug)]
pub struct Walk<'t> {
    tree: &'t Tree,
    todo: Vec<Todo>,
}

impl<'t> Walk<'t> {
    pub(super) fn new(tree: &'t Tree) -> Walk<'t> {
        let first = tree.node(tree.root()).first_child;
        Walk {
            tree,
            todo: first.map(Todo::Line).into_iter().collect(),
        }
    }

    fn enter(&mut self, id: NodeId) -> Step {
        let node = self.tree.node(id);
        self.todo.extend(node.first_child.map(Todo::Line));
        let parent = node.parent.unwrap_or(self.tree.root());
        if self.tree.node(parent).first_child == Some(id) {
            // The first step has to be on top of the stack.
            let from = self.todo.len();
            for variation in self.tree.children(parent).skip(1) {
                self.todo.extend([Todo::Variation(variation), Todo::Close]);
            }
            self.todo[from..].reverse();
        }
        Step::Move(id)
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        Some(match self.todo.pop()? {
            Todo::Line(id) => self.enter(id),
            Todo::Variation(id) => {
                self.todo.push(Todo::Line(id));
                Step::VariationStart
            }
            Todo::Close => Step::VariationEnd,
        })
    }
}
