//! The state of an analysis, without browser types.
//!
//! The game is a [`Tree`] of `game::pgn`; lines come from the engine and rulings from the referee,
//! both in the worker. Commands come in, and what only a page can do is returned as effects.

mod command;
mod drawings;
mod editor;
mod endings;
mod engine;
pub mod keep;
mod law;
mod line;
mod moves;
mod reporting;
mod ruling;
mod status;
mod update;

use std::sync::Arc;

use chess::fen::CastlingMode;
use chess::{Color, Move, Piece, Position, Role, Square};
use game::Start;
use game::pgn::{NodeId, Tree};
use report::{Evaluation, Openings};

pub use command::{
    Command, Dialog, EditCommand, Effect, EngineCommand, FileCommand, LookCommand, RefereeCommand,
    ReportCommand, TreeCommand,
};
pub use editor::{Editor, Tool};
pub use endings::{EndingMove, Endings};
pub use engine::{Engine, Found, LINES_MAX};
pub use moves::{Block, GLYPHS, Item};
pub use reporting::{Graph, Place, ReportView, Reporting, SideView};
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
use crate::view::{Drawn, SquareView};

/// The name of the page in links.
pub const ROUTE: &str = "analyse";

/// A game before a change, its shown move, and its index among the games of a file.
type Earlier = (Tree, NodeId, Option<usize>);

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
    reporting: Reporting,
    /// The names of openings, once they have arrived.
    openings: Option<Arc<Openings>>,
    endings: Endings,
    ruling: Ruling,
    editor: Option<Editor>,
    /// The games of a file to choose from.
    games: Vec<ImportedGame>,
    /// The index of the one that is shown.
    chosen: Option<usize>,
    /// The last request to the worker.
    questions: u64,
    options: Tracked<Options>,
    keeping: Keeping,
    shell: Shell<Dialog>,
}

impl Study {
    #[must_use]
    pub fn new(start: Start, options: Options) -> Study {
        Study::of(Tree::new(start), options)
    }

    /// A game, shown from its start.
    #[must_use]
    pub fn of(tree: Tree, options: Options) -> Study {
        let mut study = Study {
            at: Tracked::new(tree.root()),
            tree: Tracked::new(tree),
            earlier: Vec::new(),
            is_flipped: Tracked::default(),
            touch: Touch::default(),
            steps: 0,
            is_animated: false,
            engine: Engine::default(),
            reporting: Reporting::default(),
            openings: None,
            endings: Endings::default(),
            ruling: Ruling::default(),
            editor: None,
            games: Vec::new(),
            chosen: None,
            questions: 0,
            options: Tracked::new(options),
            keeping: Keeping::default(),
            shell: Shell::default(),
        };
        study.show_drawings();
        study
    }

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

    /// Whether the names of openings are wanted and not there.
    #[must_use]
    pub fn wants_openings(&self) -> bool {
        self.openings.is_none() && !self.tree.is_empty()
    }

    /// The opening of the shown line: its code and name.
    #[must_use]
    pub fn opening(&self) -> Option<String> {
        let path = self.path();
        let positions = path.iter().map(|&id| self.tree.position(id));
        let opening = self.openings.as_ref()?.of_game(positions)?;
        Some(format!("{} {}", opening.eco, opening.name))
    }

    /// The clocks of White and Black at the shown move in whole seconds, as far as the game has them.
    #[must_use]
    pub fn clocks(&self) -> Option<[String; 2]> {
        let mut clocks = [None, None];
        for id in self.path() {
            let node = self.tree.node(id);
            let mover = !node.position().turn();
            if let Some(clock) = node.command("clk") {
                let seconds = clock.split('.').next().unwrap_or(clock);
                clocks[mover as usize] = Some(seconds.to_owned());
            }
        }
        let has_any = clocks.iter().any(Option::is_some);
        has_any.then(|| clocks.map(|clock| clock.unwrap_or_else(|| "\u{2013}".to_owned())))
    }

    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The value of the shown position: the result if no move is left, what the engine says, or what
    /// the game says.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        let over = Evaluation::of_final(self.position());
        let found = over.or_else(|| self.engine.evaluation());
        found.or_else(|| Evaluation::at(&self.tree, *self.at))
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

    /// The index of the shown game among them, and their number.
    #[must_use]
    pub fn chosen(&self) -> Option<(usize, usize)> {
        Some((self.chosen?, self.games.len()))
    }

    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.earlier.is_empty()
    }

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
    fn drawings(&self) -> Vec<Drawn> {
        let best = || Some(*self.engine.found()?.lines.first()?.moves.first()?);
        match (self.touch.drawings.is_empty(), self.editor.is_some()) {
            (_, true) => Vec::new(),
            (false, _) => self.touch.drawings.clone(),
            (true, _) => {
                let to = |m| crate::single::squares::goes_to(self.mode(), m);
                best()
                    .map(|m| (m.from(), to(m)).into())
                    .into_iter()
                    .collect()
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
