//! Building a tree from a checked game.

use core::str::FromStr;
use std::io;

use chess::{Move, Position};

use crate::{GameResult, Start};

use super::super::source::Source;
use super::super::start::is_supported;
use super::super::{Checker, Comment, Diagnostic, Reader, Report, Sink, Tags, Text};
use super::{NodeId, Tree};

/// A game that was read, with its report and diagnostics.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game, up to the error if there is one.
    pub tree: Tree,
    /// The tags exactly as they were read.
    pub tags: Tags,
    /// The report of the checker.
    pub report: Report,
    /// The diagnostics, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl ReadGame {
    /// Says in a comment at the end of a refused game what was left out, and makes its result
    /// unknown. Other games stay as they are. The text of the game can then be read without errors.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e4 1-0"));
    /// let mut read = checker.read_tree()?.ok_or("there is a game")?;
    /// read.note_error();
    /// let text = read.tree.to_string();
    /// assert!(text.contains("{left out from here: illegal_move at line 1, column 7: e4} *"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn note_error(&mut self) {
        let Some(error) = &self.report.error else {
            return;
        };
        let token = error.token.as_deref().unwrap_or("the end");
        let mut note = format!(
            "left out from here: {} at line {}, column {}: {token}",
            error.code(),
            error.place.line,
            error.place.column
        );
        if self.tree.result != GameResult::Unknown {
            note.push_str(&format!("; the Result tag says {}", self.tree.result));
        }
        let variant = self.tree.tags.get("Variant");
        if let Some(variant) = variant.filter(|name| !is_supported(name)) {
            // What is left is a game of orthodox chess.
            note.push_str(&format!("; the Variant tag says {variant}"));
            self.tree.tags.remove("Variant");
        }
        let end = self.tree.main_end();
        self.tree.node_mut(end).comments.extend(Comment::new(&note));
        self.tree.result = GameResult::Unknown;
    }
}

impl<S: Source> Checker<S> {
    /// Reads one game as a tree; `None` after the last game. Diagnostics after the last game are
    /// lost: use [`Checker::read_game`] with a [`Builder`] to see them.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let mut checker = Checker::new(Reader::from_slice(b"1. e4 c5 {Sicilian} *"));
    /// let read = checker.read_tree()?.ok_or("there is a game")?;
    /// let last = read.tree.node(read.tree.main_end());
    /// assert_eq!(last.comments[0].as_str(), "Sicilian");
    /// assert!(checker.read_tree()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of the input.
    pub fn read_tree(&mut self) -> io::Result<Option<ReadGame>> {
        let mut builder = Builder::new();
        let report = self.read_game(&mut builder)?;
        Ok(report.map(|report| builder.finish(self.tags(), report)))
    }
}

/// Reads game after game, as [`Checker::read_tree`] does.
///
/// ```
/// use fourfold_game::pgn::{Checker, Reader};
/// let text = b"1. e4 e5 *\n\n[White \"Greco\"]\n\n1. d4 d5 *";
/// let mut plies = 0;
/// for game in Checker::new(Reader::from_slice(text)) {
///     plies += game?.tree.len();
/// }
/// assert_eq!(plies, 4);
/// # Ok::<(), std::io::Error>(())
/// ```
impl<S: Source> Iterator for Checker<S> {
    type Item = io::Result<ReadGame>;

    fn next(&mut self) -> Option<io::Result<ReadGame>> {
        self.read_tree().transpose()
    }
}

/// Why a text is not read as one game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTreeError {
    /// There is no game in the text.
    #[error("expected a game in PGN, found none")]
    NoGame,
    /// There is more than one game; a [`Checker`] reads them all.
    #[error("expected one game in PGN, found more")]
    SeveralGames,
    /// The game has an error.
    #[error(transparent)]
    Refused(Box<Diagnostic>),
}

impl FromStr for Tree {
    type Err = ParseTreeError;

    /// Reads one game, with the tolerance of [`Options::default`](super::super::Options::default).
    /// Warnings are lost: use [`Checker::read_tree`] to see them.
    ///
    /// ```
    /// use fourfold_game::pgn::Tree;
    /// let tree: Tree = "1. e4 e5 (1... c5) 2. Nf3 *".parse()?;
    /// assert_eq!((tree.len(), tree.main_line().count()), (4, 3));
    /// let error = "1. e4 e4 *".parse::<Tree>().unwrap_err();
    /// assert!(error.to_string().starts_with("1:7: error: illegal_move"));
    /// # Ok::<(), fourfold_game::pgn::ParseTreeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of the game, or that there is not exactly one.
    fn from_str(text: &str) -> Result<Tree, ParseTreeError> {
        let mut games = Checker::new(Reader::from_slice(text.as_bytes()));
        let game = games.next().ok_or(ParseTreeError::NoGame)?;
        let ReadGame { tree, report, .. } = game.expect("memory can be read");
        match report.error {
            Some(error) => Err(ParseTreeError::Refused(Box::new(error))),
            None if games.next().is_some() => Err(ParseTreeError::SeveralGames),
            None => Ok(tree),
        }
    }
}

/// A sink that builds a tree.
///
/// ```
/// use fourfold_game::pgn::{Builder, Checker, Reader};
/// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e5 *"));
/// let mut builder = Builder::new();
/// let report = checker.read_game(&mut builder)?.ok_or("there is a game")?;
/// let game = builder.finish(checker.tags(), report);
/// assert_eq!(game.tree.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    tree: Tree,
    /// The last node of the current line.
    now: NodeId,
    /// The last nodes of the enclosing lines.
    outer: Vec<NodeId>,
    /// The annotations before the first move of a variation.
    pending: Option<Pending>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Debug, Default)]
struct Pending {
    nags: Vec<u8>,
    comments: Vec<Comment>,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// A builder for one game.
    #[must_use]
    pub fn new() -> Builder {
        let tree = Tree::default();
        Builder {
            now: tree.root(),
            tree,
            outer: Vec::new(),
            pending: None,
            diagnostics: Vec::new(),
        }
    }

    /// The diagnostics so far.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the finished game.
    #[must_use]
    pub fn finish(self, tags: &Tags, report: Report) -> ReadGame {
        let Builder {
            mut tree,
            diagnostics,
            ..
        } = self;
        let start = report.start.unwrap_or_else(Start::standard);
        tree.start = start;
        let root = tree.root();
        tree.node_mut(root).after = start.position;
        tree.tags = tags.standardized();
        tree.forget_derived_tags();
        tree.result = report.stated_result(tags).unwrap_or_default();
        ReadGame {
            tree,
            tags: tags.clone(),
            report,
            diagnostics,
        }
    }
}

impl Sink for Builder {
    fn moved(&mut self, m: Option<Move>, after: &Position) {
        self.now = self.tree.push(self.now, m, *after);
        if let Some(pending) = self.pending.take() {
            let node = self.tree.node_mut(self.now);
            node.nags = pending.nags;
            node.comments_before = pending.comments;
        }
    }

    fn nag(&mut self, nag: u8) {
        match &mut self.pending {
            Some(pending) => pending.nags.push(nag),
            None => self.tree.node_mut(self.now).nags.push(nag),
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        let comment = Comment::new(&text.decode());
        match &mut self.pending {
            Some(pending) => pending.comments.extend(comment),
            None => self.tree.node_mut(self.now).comments.extend(comment),
        }
    }

    fn variation_started(&mut self) {
        self.outer.push(self.now);
        let parent = self.tree.node(self.now).parent;
        self.now = parent.unwrap_or(self.tree.root());
        self.pending = Some(Pending::default());
    }

    fn variation_ended(&mut self) {
        self.pending = None;
        if let Some(outer) = self.outer.pop() {
            self.now = outer;
        }
    }

    fn diagnosed(&mut self, diagnostic: &Diagnostic) {
        self.diagnostics.push(diagnostic.clone());
    }
}
