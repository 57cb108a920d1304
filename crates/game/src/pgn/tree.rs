//! A whole game: the main line with its variations, comments and glyphs.

mod annotate;
mod build;
mod edit;
mod embedded;
mod record;
mod walk;

use chess::{Color, IllegalMove, Move, Position};

use crate::{GameResult, Start};

use super::{Comment, Tags};

pub use build::{Builder, ParseTreeError, ReadGame};
pub use walk::{Step, Walk};

/// A game with its variations.
///
/// Every move in it is legal. Each move is a node with the position after it. The first child of a
/// node continues its line, the others are variations. The nodes are stored in one list, so deep
/// trees need no stack.
///
/// FEN, SetUp and the Variant of a Chess960 game follow from the start, and the Result tag from the
/// result. They are not part of the tags here and are added in writing.
///
/// ```
/// use fourfold_game::pgn::{Comment, Tree};
/// let mut tree = Tree::default();
/// let e4 = tree.add(tree.root(), tree.start().position.parse_san("e4")?)?;
/// let e5 = tree.add(e4, tree.position(e4).parse_san("e5")?)?;
/// let c5 = tree.add(e4, tree.position(e4).parse_san("c5")?)?; // a variation
/// tree.node_mut(c5).comments.extend(Comment::new("Sicilian"));
/// assert!(tree.to_string().ends_with("1. e4 e5 (1... c5 {Sicilian}) *\n"));
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [e4, e5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    /// The tags, without those that follow from the start and the result.
    pub tags: Tags,
    /// The result, in the Result tag and after the moves.
    pub result: GameResult,
    start: Start,
    nodes: Vec<Node>,
}

/// The identifier of a node. It is valid only for the [`Tree`] that returned it.
///
/// ```
/// use fourfold_game::pgn::Tree;
/// let tree = Tree::default();
/// assert_eq!(tree.main_end(), tree.root());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A move of a game with its annotations.
///
/// ```
/// use fourfold_game::pgn::{Checker, Reader};
/// let mut checker = Checker::new(Reader::from_slice(b"1. e4! {best by test} *"));
/// let tree = checker.read_tree()?.ok_or("there is a game")?.tree;
/// let e4 = tree.node(tree.main_end());
/// assert_eq!((e4.nags[0], e4.comments[0].as_str()), (1, "best by test"));
/// assert_eq!(e4.parent(), Some(tree.root()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Node {
    m: Option<Move>,
    after: Position,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    is_main: bool,
    /// The comments before the move; only the first move of a variation can have any.
    comments_before: Vec<Comment>,
    /// The glyphs of the move; at the root, those before the first move.
    pub nags: Vec<u8>,
    /// The comments after the move; at the root, those before the first move.
    pub comments: Vec<Comment>,
}

impl Node {
    /// The move; `None` at the root and for a null move.
    #[must_use]
    pub fn played(&self) -> Option<Move> {
        self.m
    }

    /// The position after the move.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.after
    }

    /// The node before it; `None` at the root.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Whether it belongs to the main line.
    #[must_use]
    pub fn is_main(&self) -> bool {
        self.is_main
    }

    /// The comments before the move, at the start of a variation.
    #[must_use]
    pub fn comments_before(&self) -> &[Comment] {
        &self.comments_before
    }

    /// Who offers a draw after the move, in the order of the comments.
    pub fn draw_offers(&self) -> impl Iterator<Item = Color> {
        let moved = !self.position().turn();
        let offers = self.comments.iter();
        offers.filter_map(move |comment| comment.draw_offer_by(moved))
    }
}

impl Default for Tree {
    /// A game from the standard start without moves.
    fn default() -> Tree {
        Tree::new(Start::standard())
    }
}

impl Tree {
    /// A game without moves.
    ///
    /// ```
    /// use fourfold_game::chess::Position;
    /// use fourfold_game::pgn::Tree;
    /// let tree = Tree::new(Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?);
    /// assert!(tree.to_string().contains("[SetUp \"1\"]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(start: impl Into<Start>) -> Tree {
        let start = start.into();
        Tree {
            tags: Tags::new(),
            result: GameResult::Unknown,
            start,
            nodes: vec![Node {
                m: None,
                after: start.position,
                parent: None,
                first_child: None,
                last_child: None,
                next_sibling: None,
                is_main: true,
                comments_before: Vec::new(),
                nags: Vec::new(),
                comments: Vec::new(),
            }],
        }
    }

    /// The start of the game.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The node before the first move.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The number of moves in all lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there are no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A node.
    ///
    /// # Panics
    ///
    /// Panics if the node is of another, larger tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node, to change its annotations.
    ///
    /// # Panics
    ///
    /// Panics if the node is of another, larger tree.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The position after the move of a node.
    #[must_use]
    pub fn position(&self, id: NodeId) -> &Position {
        &self.node(id).after
    }

    /// Adds a move after a node: the next move of its line, or a variation if there is one already.
    ///
    /// ```
    /// use fourfold_game::pgn::Tree;
    /// let mut tree = Tree::default();
    /// let e4 = tree.add(tree.root(), tree.start().position.parse_san("e4")?)?;
    /// let d4 = tree.add(tree.root(), tree.start().position.parse_san("d4")?)?;
    /// assert!(tree.node(e4).is_main());
    /// assert!(!tree.node(d4).is_main());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns why the move is not legal there.
    pub fn add(&mut self, parent: NodeId, m: Move) -> Result<NodeId, IllegalMove> {
        let after = self.position(parent).play(m)?;
        Ok(self.push(parent, Some(m), after))
    }

    /// Adds a null move after a node; `None` if it would belong to the main line or if the side to
    /// move is in check.
    ///
    /// ```
    /// use fourfold_game::pgn::Tree;
    /// let mut tree = Tree::default();
    /// let e4 = tree.add(tree.root(), tree.start().position.parse_san("e4")?)?;
    /// assert_eq!(tree.add_null(e4), None); // not in the main line
    /// tree.add(e4, tree.position(e4).parse_san("e5")?)?;
    /// assert!(tree.add_null(e4).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_null(&mut self, parent: NodeId) -> Option<NodeId> {
        let node = self.node(parent);
        if node.is_main && node.first_child.is_none() {
            return None;
        }
        let after = node.after.play_null()?;
        Some(self.push(parent, None, after))
    }

    /// Puts a comment before the first move of a variation. Before any other move it becomes a
    /// comment after the previous move.
    pub fn comment_before(&mut self, id: NodeId, comment: Comment) {
        match self.node(id).parent {
            None => self.node_mut(id).comments.push(comment),
            Some(parent) if self.node(parent).first_child == Some(id) => {
                self.node_mut(parent).comments.push(comment);
            }
            Some(_) => self.node_mut(id).comments_before.push(comment),
        }
    }

    /// Adds a node for a move that is known to be legal.
    fn push(&mut self, parent: NodeId, m: Option<Move>, after: Position) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("memory holds fewer nodes"));
        let node = self.node(parent);
        let is_main = node.is_main && node.first_child.is_none();
        match node.last_child {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        self.node_mut(parent).last_child = Some(id);
        self.nodes.push(Node {
            m,
            after,
            parent: Some(parent),
            first_child: None,
            last_child: None,
            next_sibling: None,
            is_main,
            comments_before: Vec::new(),
            nags: Vec::new(),
            comments: Vec::new(),
        });
        id
    }

    /// The moves after a node: the next move of its line first, then the variations.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *"));
    /// let tree = checker.read_tree()?.expect("there is a game").tree;
    /// let e4 = tree.main_line().next().expect("there is a move");
    /// let replies: Vec<_> = tree.children(e4).map(|id| tree.node(id).played()).collect();
    /// let san = |text| tree.position(e4).parse_san(text).ok();
    /// assert_eq!(replies, [san("e5"), san("c5")]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(self.node(id).first_child, |&child| {
            self.node(child).next_sibling
        })
    }

    /// The moves of the main line.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *"));
    /// let tree = checker.read_tree()?.expect("there is a game").tree;
    /// let last = tree.main_line().last().expect("there is a move");
    /// assert_eq!((tree.main_line().count(), last), (3, tree.main_end()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(self.node(self.root()).first_child, |&id| {
            self.node(id).first_child
        })
    }

    /// The last node of the main line.
    #[must_use]
    pub fn main_end(&self) -> NodeId {
        self.main_line().last().unwrap_or(self.root())
    }

    /// All moves and variations in the order in which they are written.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader, Step};
    /// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e5 (1... c5) 2. Nf3 *"));
    /// let tree = checker.read_tree()?.ok_or("there is a game")?.tree;
    /// let moves = tree.walk().filter(|step| matches!(step, Step::Move(_))).count();
    /// assert_eq!((moves, tree.main_line().count()), (4, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self)
    }
}

impl PartialEq for Tree {
    /// Compares everything that is written: tags, start, moves in order, glyphs, comments and
    /// result.
    fn eq(&self, other: &Tree) -> bool {
        let (mut own, mut others) = (self.tags.clone(), other.tags.clone());
        own.remove("Result");
        others.remove("Result");
        let is_same_node = |(a, b): (NodeId, NodeId)| {
            let (a, b) = (self.node(a), other.node(b));
            a.m == b.m
                && a.nags == b.nags
                && a.comments == b.comments
                && a.comments_before == b.comments_before
        };
        let steps_are_same = || {
            let mut pairs = (self.walk(), other.walk());
            loop {
                match (pairs.0.next(), pairs.1.next()) {
                    (None, None) => return true,
                    (Some(Step::Move(a)), Some(Step::Move(b))) if is_same_node((a, b)) => {}
                    (Some(a), Some(b)) if a == b && !matches!(a, Step::Move(_)) => {}
                    _ => return false,
                }
            }
        };
        own == others
            && self.result == other.result
            && self.start == other.start
            && is_same_node((self.root(), other.root()))
            && steps_are_same()
    }
}

impl Eq for Tree {}
