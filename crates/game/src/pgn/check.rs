//! Playing through what a reader reads: every move of every line is checked.
//!
//! A [`Checker`] pulls events, plays the moves and tells a [`Sink`] what it found. It keeps the
//! tags of one game, the positions of the lines that are open and the moves of the main line, so
//! files of any size pass through; what is to be kept beyond that, the sink keeps.

mod lines;
mod state;
mod watch;

use std::io;

use chess::{Move, Position};

use crate::{GameResult, Start};

use super::reader::{Event, Reader};
use super::source::Source;
use super::{Diagnostic, Place, Tags, Text};

use state::State;

/// Someone who listens while games are checked. Every method does nothing unless it is written.
///
/// What stands in a line that is left out, such as the rest of a variation after an illegal move,
/// is not told.
pub trait Sink {
    /// A move was played; `None` is a null move, which only a variation can have. `after` is the
    /// position it led to.
    fn moved(&mut self, m: Option<Move>, after: &Position) {
        let _ = (m, after);
    }

    /// A glyph stands here.
    fn nag(&mut self, nag: u16) {
        let _ = nag;
    }

    /// A comment stands here.
    fn comment(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// A variation begins that replaces the last move.
    fn variation_started(&mut self) {}

    /// A variation ends. It may have had no legal move.
    fn variation_ended(&mut self) {}

    /// Something is worth knowing.
    fn diagnosed(&mut self, diagnostic: &Diagnostic) {
        let _ = diagnostic;
    }
}

/// A sink that does not listen.
impl Sink for () {}

/// What a checker found out about a game.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game, counted from 0.
    pub game: u64,
    /// Where it begins.
    pub place: Place,
    /// The error because of which the rest was left out, if there was one.
    pub error: Option<Diagnostic>,
    /// How many warnings there were.
    pub warnings: u64,
    /// Where the game starts; `None` if its FEN cannot be read.
    pub start: Option<Start>,
    /// The position after the last move of the main line.
    pub last: Position,
    /// How many moves the main line has.
    pub plies: u64,
    /// How many moves all lines have.
    pub moves: u64,
    /// How many variations there are.
    pub variations: u64,
    /// How deep they are nested.
    pub nesting: usize,
    /// The marker at the end, if the game was read to its end and has one.
    pub result: Option<GameResult>,
    /// The ply at which the Laws ended the game without anyone's claim, if they did.
    pub ended_ply: Option<u64>,
}

/// Reads games and plays every move.
///
/// ```
/// use game::pgn::{Checker, Reader};
/// let text = b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[Event \"?\"]\n\n1. e5 *";
/// let mut checker = Checker::new(Reader::from_slice(text));
/// let first = checker.read_game(&mut ())?.expect("there are two games");
/// assert!(first.error.is_none() && first.plies == 5);
/// let second = checker.read_game(&mut ())?.expect("there are two games");
/// let error = second.error.expect("the pawn cannot get there");
/// assert_eq!((error.code(), error.place.line, error.place.column), ("illegal_move", 5, 4));
/// assert!(checker.read_game(&mut ())?.is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Checker<S> {
    reader: Reader<S>,
    state: State,
}

impl<S: Source> Checker<S> {
    /// Checks what this reader reads.
    #[must_use]
    pub fn new(reader: Reader<S>) -> Checker<S> {
        let state = State::new(*reader.options());
        Checker { reader, state }
    }

    /// The tags of the game that was read last, as they were read.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        self.state.tags()
    }

    /// Where the last event began; after the last game, the end of the input.
    pub fn place(&mut self) -> Place {
        self.reader.place()
    }

    /// Reads one game to its end; `None` if there is none left. Warnings that stand before a game
    /// are told with it; those behind the last game are told before `None`.
    ///
    /// # Errors
    ///
    /// Returns what the input itself cannot do.
    pub fn read_game(&mut self, sink: &mut impl Sink) -> io::Result<Option<Report>> {
        let Checker { reader, state } = self;
        state.clear(reader.game());
        let mut has_begun = false;
        loop {
            let Some(event) = reader.next_event()? else {
                return Ok(None);
            };
            let mut is_over = false;
            let begins = !has_begun && !matches!(event, Event::Diagnostic(_));
            match event {
                Event::Move(text) => state.play(text, sink),
                Event::Comment(text) => state.comment(text, sink),
                Event::Nag(nag) => state.nag(nag, sink),
                Event::Tag(tag) => state.tag(tag),
                Event::VariationStart => state.open_variation(sink),
                Event::VariationEnd => state.close_variation(sink),
                Event::Result(result) => state.result(result),
                Event::Diagnostic(diagnostic) => state.tell(*diagnostic, sink),
                Event::GameEnd => {
                    state.finish();
                    is_over = true;
                }
            }
            if begins {
                has_begun = true;
                state.begin_at(reader.place());
            }
            if state.needs_place() {
                let place = reader.place();
                if state.take_place(place, sink) {
                    reader.skip_game();
                }
            }
            if is_over {
                return Ok(Some(state.report()));
            }
        }
    }
}
