//! The state of the page with four boards, without browser types.
//!
//! Data flows one way: a [`Command`] changes the [`State`] and returns [`Effect`]s that only a page
//! can perform; the view is computed from the state as plain values. The rules are those of the
//! `duplicate` crate: nothing here decides about moves.

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
mod update;
pub mod words;

use chess::{Role, Square};
use duplicate::{BoardName, Boards, ByBoard, Cause, DuplicateGame, Played, Seat, SeatSet};

use crate::autosave::{Keeping, KeptState, Tracked};
use crate::geometry::{Scene, Shape, View};
use crate::look::Coordinates;
pub use crate::notice::{Notice, Remedy};
use crate::options::Options;
use crate::shell::{PageState, Shell};
use crate::view::{Drawn, SquareView};
pub use command::{
    Command, Dialog, Effect, GameCommand, HandCommand, OptionsCommand, Question, RivalsCommand,
    TourCommand, WindowCommand,
};
pub use input::Input;
pub use place::Place;
pub use reason::{AttackLine, Explanation};
use recent::Recent;
pub use remote::Followed;
use remote::Remote;
use rivals::Rivals;
use squares::Sources;
use tour::Tour;

#[derive(Clone, Debug)]
pub struct State {
    game: Tracked<DuplicateGame>,
    tour: Option<Tour>,
    input: Input,
    pointed: Option<Place>,
    cursors: ByBoard<Square>,
    motion: Option<Motion>,
    options: Tracked<Options>,
    magnified: Option<BoardName>,
    shape: Shape,
    shell: Shell<Dialog>,
    revision: u64,
    /// The game before the last move replaced later steps.
    replaced: Option<DuplicateGame>,
    keeping: Keeping,
    recents: Vec<Recent>,
    drawings: Vec<Drawing>,
    rivals: Rivals,
    /// The seat at this screen, if the game is at a table over the network and only followed here.
    remote: Option<Remote>,
}

/// An arrow or a circle on a board.
type Drawing = (BoardName, Drawn);

/// An animated step.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The number of the step, from 0.
    pub step: usize,
    /// Whether it is played, not taken back.
    pub is_forward: bool,
    /// Its effects.
    pub played: Played,
}

impl State {
    #[must_use]
    pub fn new(options: Options) -> State {
        State {
            game: Tracked::new(DuplicateGame::new()),
            tour: None,
            input: Input::default(),
            pointed: None,
            cursors: ByBoard::from_fn(|board| match board {
                BoardName::Nw | BoardName::Sw => Square::E1,
                BoardName::Ne | BoardName::Se => Square::E8,
            }),
            motion: None,
            options: Tracked::new(options),
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

    /// Restores a stored game; `false` if the text is not one.
    pub fn restore(&mut self, text: &str) -> bool {
        let Ok(game) = link::read(text) else {
            return false;
        };
        if !game.steps().is_empty() {
            let moves = game.moves().count();
            let plural = if moves == 1 { "move" } else { "moves" };
            let text = format!("Welcome back: the game continues after {moves} {plural}.");
            self.shell.show_silently(Notice::good(text));
        }
        *self.game = game;
        true
    }

    /// The game itself, also during the tour.
    #[must_use]
    pub fn game(&self) -> &DuplicateGame {
        &self.game
    }

    /// The shown table: the game, or the short game of the tour.
    #[must_use]
    pub fn shown_game(&self) -> &DuplicateGame {
        self.tour.as_ref().map_or(&self.game, Tour::game)
    }

    /// The shown boards.
    #[must_use]
    pub fn boards(&self) -> &Boards {
        self.shown_game().boards()
    }

    /// The step that led to the shown state.
    #[must_use]
    pub fn last_played(&self) -> Option<Played> {
        let game = self.shown_game();
        game.played(game.shown().checked_sub(1)?)
    }

    /// The last step that changed a board, up to the shown state.
    #[must_use]
    pub fn last_played_on(&self, board: BoardName) -> Option<Played> {
        let game = self.shown_game();
        // Every board is played on at least once a round, unless players are skipped.
        let recent = (0..game.shown()).rev().take(8);
        recent
            .filter_map(|step| game.played(step))
            .find(|played| played.effects.iter().any(|effect| effect.board == board))
    }

    /// The number of shown steps and of all steps, if later ones are hidden.
    #[must_use]
    pub fn past(&self) -> Option<(usize, usize)> {
        let (shown, steps) = (self.game.shown(), self.game.steps().len());
        (self.tour.is_none() && shown < steps).then_some((shown, steps))
    }

    /// The recent games, newest first.
    #[must_use]
    pub fn recents(&self) -> &[Recent] {
        &self.recents
    }

    pub fn drawings(&self, board: BoardName) -> impl Iterator<Item = Drawn> {
        let here = move |&(on, drawn): &Drawing| (on == board).then_some(drawn);
        self.drawings.iter().filter_map(here)
    }

    /// The tour, if it is running.
    #[must_use]
    pub fn tour(&self) -> Option<&Tour> {
        self.tour.as_ref()
    }

    #[must_use]
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Changes whenever the steps of the shown table change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether boards are upright, apart from the enlarged one.
    #[must_use]
    pub fn is_upright(&self) -> bool {
        self.options.upright.unwrap_or(self.shape != Shape::Wide)
    }

    #[must_use]
    pub fn magnified(&self) -> Option<BoardName> {
        self.magnified
    }

    #[must_use]
    pub fn view(&self) -> View {
        match self.magnified {
            Some(board) => View::Single(board),
            None if self.is_upright() => View::Upright(self.nearest_seat()),
            None => View::Compass(self.seat_at_screen().unwrap_or(Seat::South)),
        }
    }

    /// The layout with coordinates there.
    #[must_use]
    pub fn scene(&self, coordinates: Coordinates) -> Scene {
        Scene::new(self.view(), self.shape, coordinates)
    }

    /// The title of the window.
    #[must_use]
    pub fn title(&self) -> String {
        match (self.game.ending(), self.seat_at_screen()) {
            (Some(ending), _) => status::result(&ending),
            (None, Some(seat)) if seat == self.game.turn() => "Your turn".to_owned(),
            (None, _) => "Duplicate chess".to_owned(),
        }
    }

    /// The seat whose boards are highlighted; none when the game is over.
    #[must_use]
    pub fn mover(&self) -> Option<Seat> {
        match self.shown_game().ending() {
            None => Some(self.boards().turn()),
            Some(_) => None,
        }
    }

    /// The tooltip: why something is not possible, or what a ghost is.
    #[must_use]
    pub fn explanation(&self) -> Option<Explanation> {
        if !self.options.teaching {
            return None;
        }
        let boards = self.boards();
        let Some(grab) = self.input.piece() else {
            return reason::ghost(boards, self.pointed?);
        };
        let held = Place::new(grab.board, grab.from);
        match self.pointed.filter(|place| place.square != grab.from) {
            Some(place) => reason::why_not(boards, grab, place),
            None => reason::stuck(boards, grab).map(|why| Explanation { place: held, ..why }),
        }
    }

    /// What a board shows, a1 first.
    #[must_use]
    pub fn squares(&self, board: BoardName) -> Vec<SquareView> {
        let (played, explanation) = (self.last_played(), self.explanation());
        let here = self.last_played_on(board);
        let mated = match self.shown_game().ending().map(|ending| ending.cause) {
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

    /// Whether there is a piece here that the player to move can select.
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

    /// The number of the shown round, from 1.
    #[must_use]
    pub fn round(&self) -> usize {
        let game = self.shown_game();
        let moves = game.ply();
        match game.ending() {
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

    fn marked(&self) -> Option<Role> {
        self.input.marked()
    }
}

impl KeptState for State {
    fn options(&self) -> &Options {
        &self.options
    }

    fn keeping(&self) -> &Keeping {
        &self.keeping
    }

    fn revision(&self) -> u64 {
        self.game.revision().max(self.options.revision())
    }

    /// The game as a link, for [`restore`](State::restore).
    fn kept_text(&self) -> String {
        link::write(&self.game)
    }
}

#[cfg(test)]
mod tests;
