//! The four-board page: everything it knows, without a page.
//!
//! Data flows one way: a [`Command`] changes the [`State`], which answers with [`Effect`]s that
//! only a page can carry out; what is to be seen is computed from the state as plain values. The
//! rules are those of the `duplicate` crate: nothing here judges a move.

mod command;
mod input;
pub mod link;
pub mod log;
mod place;
mod reason;
pub mod recent;
mod remote;
mod rivals;
mod squares;
pub mod status;
pub mod tour;
mod typed;
mod update;
pub mod words;

use chess::Square;
use duplicate::{BoardName, Boards, ByBoard, Cause, Played, Seat, SeatSet, Table};

use crate::geometry::{Scene, Shape, View};
use crate::keeping::{Keeping, KeptState};
pub use crate::notice::{Notice, Remedy};
use crate::options::Options;
use crate::shell::{PageState, Shell};
use crate::view::SquareView;
pub use command::{
    Command, Dialog, Effect, GameCommand, HandCommand, OptionsCommand, Question, RivalsCommand,
    TourCommand, WindowCommand,
};
pub use input::Input;
pub use place::Place;
pub use reason::{Explanation, Sight};
use recent::Recent;
pub use remote::Followed;
use remote::Remote;
use rivals::Rivals;
use squares::Sources;
use tour::Tour;

/// Everything the page knows.
#[derive(Clone, Debug)]
pub struct State {
    table: Table,
    tour: Option<Tour>,
    input: Input,
    pointed: Option<Place>,
    cursors: ByBoard<Square>,
    motion: Option<Motion>,
    options: Options,
    magnified: Option<BoardName>,
    shape: Shape,
    shell: Shell<Dialog>,
    revision: u64,
    /// The game before the last move replaced what came later.
    replaced: Option<Table>,
    keeping: Keeping,
    recents: Vec<Recent>,
    drawings: Vec<Drawing>,
    rivals: Rivals,
    /// Who sits at this screen, if the game is played at a table elsewhere and only followed here.
    remote: Option<Remote>,
}

/// An arrow on a board, or a circle where it ends at its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Where it begins.
    pub from: Place,
    /// Where it ends, on the same board.
    pub to: Square,
}

/// A step that is animated.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The number of the step, from 0.
    pub step: usize,
    /// Whether it is made, and not taken back.
    pub is_forward: bool,
    /// What it does.
    pub played: Played,
}

impl State {
    /// A new game for someone who likes these things.
    #[must_use]
    pub fn new(options: Options) -> State {
        State {
            table: Table::new(),
            tour: None,
            input: Input::default(),
            pointed: None,
            cursors: ByBoard::from_fn(|board| match board {
                BoardName::Nw | BoardName::Sw => Square::E1,
                BoardName::Ne | BoardName::Se => Square::E8,
            }),
            motion: None,
            options,
            magnified: None,
            shape: Shape::default(),
            shell: Shell::default(),
            revision: 0,
            replaced: None,
            keeping: Keeping::default(),
            recents: Vec::new(),
            drawings: Vec::new(),
            rivals: Rivals::default(),
            remote: None,
        }
    }

    /// Goes on with a game that was kept; `false` if the text is none.
    pub fn restore(&mut self, text: &str) -> bool {
        let Ok(table) = link::read(text) else {
            return false;
        };
        if !table.steps().is_empty() {
            let moves = table.moves().count();
            let plural = if moves == 1 { "move" } else { "moves" };
            let text = format!("Welcome back: the game goes on after {moves} {plural}.");
            self.shell.notice = Some(Notice::good(text));
        }
        self.table = table;
        true
    }

    /// The game itself, also while the tour is shown.
    #[must_use]
    pub fn game(&self) -> &Table {
        &self.table
    }

    /// The table that is shown: the game, or the small game of the tour.
    #[must_use]
    pub fn table(&self) -> &Table {
        self.tour.as_ref().map_or(&self.table, Tour::table)
    }

    /// The boards that are shown.
    #[must_use]
    pub fn boards(&self) -> &Boards {
        self.table().boards()
    }

    /// The step that led to what is shown.
    #[must_use]
    pub fn last_played(&self) -> Option<Played> {
        let table = self.table();
        table.played(table.shown().checked_sub(1)?)
    }

    /// The last step that changed a board, up to what is shown.
    #[must_use]
    pub fn last_played_on(&self, board: BoardName) -> Option<Played> {
        let table = self.table();
        // A board is played on at least once in a round, unless players are passed over.
        let recent = (0..table.shown()).rev().take(8);
        recent
            .filter_map(|step| table.played(step))
            .find(|played| played.effects.iter().any(|effect| effect.board == board))
    }

    /// How many steps lead to what is shown and how many there are, if later ones are hidden.
    #[must_use]
    pub fn past(&self) -> Option<(usize, usize)> {
        let (shown, steps) = (self.table.shown(), self.table.steps().len());
        (self.tour.is_none() && shown < steps).then_some((shown, steps))
    }

    /// The games that were put aside, the newest first.
    #[must_use]
    pub fn recents(&self) -> &[Recent] {
        &self.recents
    }

    /// What was drawn on a board.
    pub fn drawings(&self, board: BoardName) -> impl Iterator<Item = Drawing> {
        let here = move |drawing: &&Drawing| drawing.from.board == board;
        self.drawings.iter().filter(here).copied()
    }

    /// The tour, while it lasts.
    #[must_use]
    pub fn tour(&self) -> Option<&Tour> {
        self.tour.as_ref()
    }

    /// The hand.
    #[must_use]
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Changes whenever the steps of the shown table change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether boards stand upright, the magnified one aside.
    #[must_use]
    pub fn is_upright(&self) -> bool {
        self.options.upright.unwrap_or(self.shape != Shape::Wide)
    }

    /// The board that is magnified.
    #[must_use]
    pub fn magnified(&self) -> Option<BoardName> {
        self.magnified
    }

    /// The way the table is looked at.
    #[must_use]
    pub fn view(&self) -> View {
        match self.magnified {
            Some(board) => View::Single(board),
            None if self.is_upright() => View::Upright(self.nearest_seat()),
            None => View::Compass,
        }
    }

    /// Where everything stands.
    #[must_use]
    pub fn scene(&self) -> Scene {
        Scene::new(self.view(), self.shape)
    }

    /// The seat whose boards glow; none when the game is over.
    #[must_use]
    pub fn mover(&self) -> Option<Seat> {
        match self.table().ending() {
            None => Some(self.boards().turn()),
            Some(_) => None,
        }
    }

    /// The bubble: why something cannot be done, or what a ghost is.
    #[must_use]
    pub fn explanation(&self) -> Option<Explanation> {
        if !self.options.teaching {
            return None;
        }
        let boards = self.boards();
        let Some(grab) = self.input.grab() else {
            return reason::ghost(boards, self.pointed?);
        };
        let held = Place::new(grab.board, grab.from);
        match self.pointed.filter(|place| place.square != grab.from) {
            Some(place) => reason::why_not(boards, grab, place),
            None => reason::stuck(boards, grab).map(|why| Explanation { place: held, ..why }),
        }
    }

    /// What is to be seen on a board, a1 first.
    #[must_use]
    pub fn squares(&self, board: BoardName) -> Vec<SquareView> {
        let (played, explanation) = (self.last_played(), self.explanation());
        let here = self.last_played_on(board);
        let mated = match self.table().ending().map(|ending| ending.cause) {
            Some(Cause::Checkmate { mated, .. }) => mated,
            Some(
                Cause::Stalemate { .. }
                | Cause::Threefold
                | Cause::Fifty
                | Cause::DeclaredDraw
                | Cause::Resignation { .. }
                | Cause::Lapse { .. },
            )
            | None => SeatSet::EMPTY,
        };
        let sources = Sources {
            boards: self.boards(),
            played: played.as_ref(),
            played_here: here.as_ref(),
            mated,
            motion: self.motion.as_ref(),
            input: &self.input,
            options: &self.options,
            cursor: self.cursors[board],
            hovered: self.pointed,
            is_live: self.mover().is_some(),
            explanation: explanation.as_ref(),
            pointed: self.tour.as_ref().map_or(&[], |tour| tour.stop().point),
        };
        squares::squares(&sources, board)
    }

    /// Whether a piece stands here that the player to move can take up.
    #[must_use]
    pub fn can_take(&self, place: Place) -> bool {
        let is_ours = self.mover().is_some() && self.may_move();
        is_ours && self.boards().touch(place.board, place.square).is_ok()
    }

    /// The number of ghosts of a seat, on both its boards.
    #[must_use]
    pub fn ghost_count(&self, seat: Seat) -> u32 {
        let boards = self.boards();
        seat.boards()
            .into_iter()
            .map(|board| boards.ghosts_of(seat, board).len())
            .sum()
    }

    /// The number of the round that is shown, from 1.
    #[must_use]
    pub fn round(&self) -> usize {
        let table = self.table();
        let moves = table.ply();
        match table.ending() {
            Some(_) => moves.saturating_sub(1) / 4 + 1,
            None => moves / 4 + 1,
        }
    }
}

impl PageState for State {
    type Dialog = Dialog;

    fn shell(&self) -> &Shell<Dialog> {
        &self.shell
    }
}

impl KeptState for State {
    fn options(&self) -> &Options {
        &self.options
    }

    fn keeping(&self) -> &Keeping {
        &self.keeping
    }

    /// The game as a link, to be given to [`restore`](State::restore).
    fn kept_text(&self) -> String {
        link::write(&self.table)
    }
}

#[cfg(test)]
mod tests;
