//! Checking games: every move of every line is played.
//!
//! A [`Checker`] reads events, plays the moves and passes them to a [`Sink`]. It keeps the tags of
//! one game, the positions of the open lines and the moves of the main line, so it can read files
//! of any size. A sink keeps whatever else is needed.

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

/// Receives the contents of games while they are checked. Every method does nothing by default.
///
/// Skipped text, such as the rest of a variation after an illegal move, is not passed on.
///
/// ```
/// use fourfold_game::chess::{Move, Position};
/// use fourfold_game::pgn::{Checker, Reader, Sink};
///
/// /// Counts checks.
/// struct Checks(u32);
///
/// impl Sink for Checks {
///     fn moved(&mut self, _: Option<Move>, after: &Position) {
///         self.0 += u32::from(after.is_check());
///     }
/// }
///
/// let mut checks = Checks(0);
/// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *"));
/// checker.read_game(&mut checks)?;
/// assert_eq!(checks.0, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Sink {
    /// A move was played; `None` is a null move. `after` is the position it led to.
    fn moved(&mut self, m: Option<Move>, after: &Position) {
        let _ = (m, after);
    }

    /// A glyph was read.
    fn nag(&mut self, nag: u8) {
        let _ = nag;
    }

    /// A comment was read.
    fn comment(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// A variation begins as an alternative to the last move.
    fn variation_started(&mut self) {}

    /// A variation ends. It may have no legal move.
    fn variation_ended(&mut self) {}

    /// A problem was found.
    fn diagnosed(&mut self, diagnostic: &Diagnostic) {
        let _ = diagnostic;
    }
}

/// A sink that ignores everything.
impl Sink for () {}

/// The result of checking a game.
///
/// ```
/// use fourfold_game::pgn::{Checker, Reader};
/// let text = b"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *";
/// let report = Checker::new(Reader::from_slice(text)).read_game(&mut ())?.ok_or("a game")?;
/// assert_eq!((report.plies, report.moves, report.variations), (3, 5, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    /// The game, counted from 0.
    pub game: u64,
    /// The place where it begins.
    pub place: Place,
    /// The error that refused the rest of the game.
    pub error: Option<Diagnostic>,
    /// The number of warnings.
    pub warnings: u64,
    /// The start of the game; `None` if its FEN cannot be read.
    pub start: Option<Start>,
    /// The position after the last move of the main line.
    pub last: Position,
    /// The number of moves in the main line.
    pub plies: u64,
    /// The number of moves in all lines.
    pub moves: u64,
    /// The number of variations.
    pub variations: u64,
    /// The depth to which variations are nested.
    pub nesting: usize,
    /// The result at the end, if the game was read to its end and has one.
    pub result: Option<GameResult>,
    /// The ply at which the game was drawn without a claim, if any.
    pub ended_ply: Option<u64>,
}

impl Report {
    /// The result of the game: the one after its moves or, if that is `*` or missing, the one of the
    /// Result tag.
    ///
    /// ```
    /// use fourfold_game::GameResult;
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let mut checker = Checker::new(Reader::from_slice(b"[Result \"0-1\"]\n\n1. e4 *"));
    /// let report = checker.read_game(&mut ())?.ok_or("there is a game")?;
    /// assert_eq!(report.stated_result(checker.tags()), Some(GameResult::BlackWins));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stated_result(&self, tags: &Tags) -> Option<GameResult> {
        let decided = self.result.filter(|&result| result != GameResult::Unknown);
        let tag = tags.get("Result").and_then(|tag| tag.parse().ok());
        decided.or(tag).or(self.result)
    }
}

/// Reads games and plays every move.
///
/// ```
/// use fourfold_game::pgn::{Checker, Reader};
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
    /// Checks the games of this reader.
    #[must_use]
    pub fn new(reader: Reader<S>) -> Checker<S> {
        let state = State::new(*reader.options());
        Checker { reader, state }
    }

    /// The tags of the last game, as they were read.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        self.state.tags()
    }

    /// The place where the last event began; after the last game, the end of the input.
    pub fn place(&mut self) -> Place {
        self.reader.place()
    }

    /// Reads one game to its end; `None` after the last game. Warnings before a game are reported
    /// with it; warnings after the last game are reported before `None`.
    ///
    /// # Errors
    ///
    /// Returns the error of the input.
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
