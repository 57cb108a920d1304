//! The state of an analysis, without browser types.
//!
//! The game is a [`Tree`] of `game::pgn`; lines come from the engine and rulings from the referee,
//! both in the worker. Commands come in, and what only a page can do is returned as effects.

mod command;
mod editor;
mod engine;
pub mod keep;
mod law;
mod moves;
mod ruling;
mod status;
mod update;

use chess::fen::CastlingMode;
use chess::{Color, Move, Piece, Position, Role, Square};
use game::pgn::{NodeId, Tree};
use game::{Outcome, Start};

pub use command::{
    Command, Dialog, EditCommand, Effect, EngineCommand, FileCommand, LookCommand, RefereeCommand,
    TreeCommand,
};
pub use editor::{Editor, Tool};
pub use engine::{Engine, Evaluation, Found, LINES_MAX};
pub use moves::{Block, GLYPHS, Item};
pub use ruling::Ruling;
pub use status::Status;

use crate::autosave::{Keeping, Tracked};
use crate::hand::Landing;
use crate::options::Options;
use crate::shell::{PageState, Shell};
use crate::single::OneBoard;
use crate::single::hand::{self, Entered, Touch};
use crate::single::import::{self, ImportedGame};
use crate::single::squares::{Diagram, targets};
use crate::view::{SquareView, Stroke};

/// The name of the page in links.
pub const ROUTE: &str = "analyse";

/// A game before a change, and its shown move.
type Earlier = (Tree, NodeId);

/// An analysis of a position or a game.
#[derive(Clone, Debug)]
pub struct Study {
    tree: Tracked<Tree>,
    at: Tracked<NodeId>,
    /// The undo steps, latest last.
    earlier: Vec<Earlier>,
    is_flipped: Tracked<bool>,
    touch: Touch,
    /// Counts animated moves, to distinguish two in a row.
    steps: usize,
    /// Whether the last move is animated.
    is_animated: bool,
    engine: Engine,
    ruling: Ruling,
    editor: Option<Editor>,
    /// The games of a file to choose from.
    games: Vec<ImportedGame>,
    /// The last request to the worker.
    questions: u64,
    options: Tracked<Options>,
    keeping: Keeping,
    shell: Shell<Dialog>,
}

impl Study {
    /// Starts a game without moves.
    #[must_use]
    pub fn new(start: Start, options: Options) -> Study {
        Study::of(Tree::new(start), options)
    }

    /// A game, shown from its start.
    #[must_use]
    pub fn of(tree: Tree, options: Options) -> Study {
        Study {
            at: Tracked::new(tree.root()),
            tree: Tracked::new(tree),
            earlier: Vec::new(),
            is_flipped: Tracked::default(),
            touch: Touch::default(),
            steps: 0,
            is_animated: false,
            engine: Engine::default(),
            ruling: Ruling::default(),
            editor: None,
            games: Vec::new(),
            questions: 0,
            options: Tracked::new(options),
            keeping: Keeping::default(),
            shell: Shell::default(),
        }
    }

    /// The game.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The shown move.
    #[must_use]
    pub fn at(&self) -> NodeId {
        *self.at
    }

    /// The shown position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.tree.position(*self.at)
    }

    /// The players, the result and the event, if the players are known.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        let is_named = |name| {
            self.tree
                .tags
                .get(name)
                .is_some_and(|value| !value.contains('?'))
        };
        (is_named("White") || is_named("Black")).then(|| import::title(&self.tree))
    }

    /// The engine and its lines.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The score of the shown position: the result if no move is left, or what the engine says.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        let outcome = self.outcome().map(Evaluation::Over);
        outcome.or_else(|| self.engine.evaluation())
    }

    /// The result of the shown position, if no move is left.
    fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        match (position.has_legal_moves(), position.is_check()) {
            (true, _) => None,
            (false, true) => Some(Outcome::Win(!position.turn())),
            (false, false) => Some(Outcome::Draw),
        }
    }

    /// The referee's requests and answers.
    #[must_use]
    pub fn ruling(&self) -> &Ruling {
        &self.ruling
    }

    /// The editor, while it is open.
    #[must_use]
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    /// The games of a file to choose from.
    #[must_use]
    pub fn games(&self) -> &[ImportedGame] {
        &self.games
    }

    /// Whether there is an undo step.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// How castling is written.
    fn mode(&self) -> CastlingMode {
        self.tree.start().mode
    }

    /// The move that led here, with the position before it.
    fn last_move(&self) -> Option<(&Position, Move)> {
        let node = self.tree.node(*self.at);
        Some((self.tree.position(node.parent()?), node.played()?))
    }

    /// The nodes from the first move to the shown one.
    fn path(&self) -> Vec<NodeId> {
        let is_move = |id: &NodeId| self.tree.node(*id).parent().is_some();
        let back = core::iter::successors(Some(*self.at), |&id| self.tree.node(id).parent());
        let mut path: Vec<NodeId> = back.take_while(is_move).collect();
        path.reverse();
        path
    }
}

impl PageState for Study {
    type Dialog = Dialog;

    fn shell(&self) -> &Shell<Dialog> {
        &self.shell
    }

    fn marked(&self) -> Option<Role> {
        self.touch.hand.marked()
    }
}

impl OneBoard for Study {
    fn touch(&self) -> &Touch {
        &self.touch
    }

    fn is_flipped(&self) -> bool {
        *self.is_flipped
    }

    fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The drawn arrows and circles; without any, the first move of the engine's best line.
    fn drawings(&self) -> Vec<Stroke> {
        let best = || Some(*self.engine.found()?.lines.first()?.moves.first()?);
        match (self.touch.drawings.is_empty(), self.editor.is_some()) {
            (_, true) => Vec::new(),
            (false, _) => self.touch.drawings.clone(),
            (true, _) => {
                let to = |m| crate::single::squares::goes_to(self.mode(), m);
                best().map(|m| (m.from(), to(m))).into_iter().collect()
            }
        }
    }

    fn landing(&self, from: Square, to: Square) -> Landing<Entered> {
        match self.editor {
            Some(_) => Landing::Move(Entered::Carried((from, to))),
            None => hand::landing(
                self.position(),
                self.mode(),
                (from, to),
                self.options.queens,
            ),
        }
    }

    fn can_take(&self, square: Square) -> bool {
        match &self.editor {
            Some(editor) => editor.can_take(square),
            None => {
                let position = self.position();
                position.board().color_at(square) == Some(position.turn())
            }
        }
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        match &self.editor {
            Some(editor) => editor.board().piece_at(square),
            None => self.position().board().piece_at(square),
        }
    }

    fn squares(&self) -> Vec<SquareView> {
        let offered = self.touch.hovered.filter(|&square| self.can_take(square));
        let (hand, cursor) = (self.touch.hand, self.touch.cursor);
        if let Some(editor) = &self.editor {
            return Diagram {
                hand,
                cursor,
                offered,
                ..Diagram::of(editor.board())
            }
            .squares();
        }
        let position = self.position();
        let held = hand.piece().filter(|_| self.options.teaching);
        Diagram {
            last: self.last_move(),
            animated: self.is_animated.then_some(self.steps),
            hand,
            targets: held.map_or(chess::Bitboard::EMPTY, |&from| {
                targets(position, self.mode(), from)
            }),
            offered,
            cursor,
            has_letters: self.options.letters,
            ..Diagram::of_position(position)
        }
        .squares()
    }
}

#[cfg(test)]
mod tests;
