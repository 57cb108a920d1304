//! The pull parser: bytes in, events out, one at a time.

use std::io::{self, Read};

use crate::GameResult;

use super::lex::{Lexer, Span, Token, Usual};
use super::place::Ruler;
use super::source::{Slice, Source, Stream};
use super::{Diagnostic, Options, Place, Problem, Text};

/// An event of a [`Reader`]. It borrows its text until the next event is read.
#[derive(Debug)]
pub enum Event<'b> {
    /// A tag pair.
    Tag(Tag<'b>),
    /// A move, or text in its place.
    Move(MoveText<'b>),
    /// A numeric annotation glyph, from `$7` or from a suffix such as `!?`.
    Nag(u8),
    /// A comment without its braces or semicolon.
    Comment(Text<'b>),
    /// A variation begins as an alternative to the last move.
    VariationStart,
    /// A variation ends.
    VariationEnd,
    /// The result at the end of the moves.
    Result(GameResult),
    /// A problem. After an error the next event is the end of the game.
    Diagnostic(Box<Diagnostic>),
    /// The game ends; the next event belongs to another.
    GameEnd,
}

/// A tag pair as in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'b> {
    /// The name.
    pub name: Text<'b>,
    /// The value, still [escaped](Text::unescape).
    pub value: Text<'b>,
}

/// A move as in the file.
///
/// ```
/// use fourfold_game::pgn::{Event, Reader};
/// let mut reader = Reader::from_slice(b"1. e4! *");
/// let Some(Event::Move(text)) = reader.next_event()? else { unreachable!() };
/// assert_eq!((text.number, text.san.bytes()), (Some(1), &b"e4"[..]));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveText<'b> {
    /// The move number before it, if there is one.
    pub number: Option<u32>,
    /// The text: SAN, a null move or anything else. Suffixes such as `!?` are separate events.
    pub san: Text<'b>,
}

/// Reads games from a slice or a stream as a sequence of [events](Event).
///
/// A reader knows the grammar of PGN but no chess; a [`Checker`](super::Checker) plays the moves.
/// It needs memory for one token only, and continues with the next game after an error.
///
/// ```
/// use fourfold_game::pgn::{Event, Reader};
/// let mut reader = Reader::from_slice(b"[White \"Anderssen\"] 1. e4 e5 2. f4 {gambit} *");
/// let mut moves = 0;
/// while let Some(event) = reader.next_event()? {
///     match event {
///         Event::Tag(tag) => assert_eq!(tag.value.unescape(), "Anderssen"),
///         Event::Move(_) => moves += 1,
///         Event::Comment(text) => assert_eq!(text.decode(), "gambit"),
///         _ => {}
///     }
/// }
/// assert_eq!(moves, 3);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<S> {
    source: S,
    lexer: Lexer,
    ruler: Ruler,
    game: u64,
    /// The number of moves of the main line so far.
    ply: u64,
    /// The places of the open variations.
    open: Vec<Place>,
    /// Text outside games that has not been reported yet.
    stray: Option<(Place, String)>,
}

impl<'s> Reader<Slice<'s>> {
    /// Reads bytes in memory with the default options.
    #[must_use]
    pub fn from_slice(bytes: &'s [u8]) -> Reader<Slice<'s>> {
        Reader::with_source(Slice::new(bytes), Options::default())
    }

    /// Reads bytes in memory with these options.
    #[must_use]
    pub fn from_slice_with(bytes: &'s [u8], options: Options) -> Reader<Slice<'s>> {
        Reader::with_source(Slice::new(bytes), options)
    }
}

impl<R: Read> Reader<Stream<R>> {
    /// Reads a stream with the default options. It is buffered internally.
    ///
    /// ```
    /// use fourfold_game::pgn::Reader;
    /// let mut reader = Reader::from_stream(&b"1. e4 *"[..]); // or a file
    /// assert!(reader.next_event()?.is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn from_stream(input: R) -> Reader<Stream<R>> {
        Reader::with_source(Stream::new(input), Options::default())
    }

    /// Reads a stream with these options.
    #[must_use]
    pub fn from_stream_with(input: R, options: Options) -> Reader<Stream<R>> {
        Reader::with_source(Stream::new(input), options)
    }
}

impl<S: Source> Reader<S> {
    fn with_source(source: S, options: Options) -> Reader<S> {
        Reader {
            source,
            lexer: Lexer::new(options),
            ruler: Ruler::START,
            game: 0,
            ply: 0,
            open: Vec::new(),
            stray: None,
        }
    }

    /// The next event; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Returns the error of the input. Problems with its content are events.
    #[inline(always)]
    pub fn next_event(&mut self) -> io::Result<Option<Event<'_>>> {
        // Moves and comments are inlined into the caller; other events take a function call.
        match self.lexer.step_usual(self.source.window()) {
            Some(Usual::Move) => Ok(Some(self.move_event())),
            Some(Usual::Comment) => Ok(Some(Event::Comment(self.text()))),
            None => self.next_unusual(),
        }
    }

    #[inline]
    fn move_event(&mut self) -> Event<'_> {
        self.ply += u64::from(self.open.is_empty());
        let number = self.lexer.number.take();
        let san = self.text();
        Event::Move(MoveText { number, san })
    }

    /// The next event of any kind.
    #[inline(never)]
    fn next_unusual(&mut self) -> io::Result<Option<Event<'_>>> {
        loop {
            let token = loop {
                match self.lexer.step(self.source.window()) {
                    Some(token) => break token,
                    None => {
                        let done = self.lexer.at;
                        self.lexer.at -= self.source.refill(done, &mut self.ruler)?;
                    }
                }
            };
            match token {
                Token::Move => return Ok(Some(self.move_event())),
                Token::Comment => return Ok(Some(Event::Comment(self.text()))),
                Token::InputEnd => return Ok(None),
                Token::Stray => {
                    let excerpt = self.text().excerpt();
                    self.stray = Some((self.place(), excerpt));
                }
                other => return Ok(Some(self.rare_event(other))),
            }
        }
    }

    /// The rarer events.
    fn rare_event(&mut self, token: Token) -> Event<'_> {
        match token {
            Token::Tag => Event::Tag(Tag {
                name: self.slice(&self.lexer.name),
                value: self.text(),
            }),
            Token::Nag(glyph) => Event::Nag(glyph),
            Token::VariationStart => {
                let place = self.place();
                self.open.push(place);
                Event::VariationStart
            }
            Token::VariationEnd => {
                self.open.pop();
                Event::VariationEnd
            }
            Token::Result(result) => Event::Result(result),
            Token::Problem(problem) => {
                let word = self.text();
                let word = (!word.bytes().is_empty()).then(|| word.excerpt());
                Event::Diagnostic(Box::new(self.diagnostic(*problem, word)))
            }
            Token::StrayBefore => self.report_stray(Problem::TextOutsideGame),
            Token::StrayOnly => self.report_stray(Problem::Unexpected("a tag or a move")),
            Token::Move | Token::Comment | Token::Stray | Token::GameEnd | Token::InputEnd => {
                self.game += 1;
                self.ply = 0;
                self.open.clear();
                Event::GameEnd
            }
        }
    }

    fn report_stray(&mut self, problem: Problem) -> Event<'_> {
        let mut diagnostic = self.diagnostic(problem, None);
        if let Some((place, word)) = self.stray.take() {
            diagnostic.place = place;
            diagnostic.token = Some(word);
        }
        Event::Diagnostic(Box::new(diagnostic))
    }

    /// A diagnostic about the last event.
    pub(super) fn diagnostic(&mut self, problem: Problem, token: Option<String>) -> Diagnostic {
        // An open variation is reported where it began.
        let open = self.open.last().copied();
        let place = open.filter(|_| matches!(problem, Problem::UnterminatedVariation));
        Diagnostic {
            game: self.game,
            ply: self.ply,
            place: place.unwrap_or_else(|| self.place()),
            token,
            problem,
        }
    }

    /// The options.
    pub(super) fn options(&self) -> &Options {
        self.lexer.options()
    }

    /// The number of the current game, from 0; between games, that of the next.
    #[must_use]
    pub fn game(&self) -> u64 {
        self.game
    }

    /// The place where the last event began.
    pub fn place(&mut self) -> Place {
        let window = self.source.window();
        let measured = (self.ruler.place().offset - self.source.offset()) as usize;
        if let Some(passed) = window.bytes.get(measured..self.lexer.token_start) {
            self.ruler.advance(passed);
        }
        self.ruler.place()
    }

    /// Skips the rest of the game; the next event is its end.
    ///
    /// ```
    /// use fourfold_game::pgn::{Event, Reader};
    /// let mut reader = Reader::from_slice(b"1. e4 e5 2. Nf3 *\n\n1. d4 *");
    /// reader.next_event()?; // e4
    /// reader.skip_game();
    /// assert!(matches!(reader.next_event()?, Some(Event::GameEnd)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn skip_game(&mut self) {
        self.lexer.refuse();
    }

    /// The text of the last token.
    #[inline]
    fn text(&self) -> Text<'_> {
        self.slice(&self.lexer.text)
    }

    #[inline]
    fn slice(&self, span: &Span) -> Text<'_> {
        Text::new(&self.source.window().bytes[span.clone()])
    }
}
