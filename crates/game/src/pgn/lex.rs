//! The lexer: bytes to tokens.
//!
//! A lexer reads one token at a time from a window of the input. If the window ends within a token,
//! it reports that, changes nothing, and is called again with more input. Only in long comments and
//! tags does it store how far it has scanned. It never backtracks and never recurses, so its time
//! is linear in the input.

mod boundary;
mod class;
mod comment;
mod tag;
mod usual;
mod word;

use core::ops::Range;

use crate::GameResult;

use super::options::Options;
use super::source::Window;
use super::{NotText, Problem};

use class::{Class, END_OF_FILE, class};
use comment::CommentScan;
pub(super) use usual::Usual;

/// A part of the window.
pub(super) type Span = Range<usize>;

/// A token. Its text is in the fields of the lexer, so that tokens are small and stay in registers.
#[derive(Debug)]
pub(super) enum Token {
    /// A tag, with its `name` and its value as `text`.
    Tag,
    /// A move as `text`, with its `number`.
    Move,
    Nag(u8),
    /// A comment as `text`.
    Comment,
    VariationStart,
    VariationEnd,
    Result(GameResult),
    /// A problem with `text`, if that is not empty.
    Problem(Box<Problem>),
    /// The first word of text outside a game, as `text`. Its meaning depends on what follows.
    Stray,
    /// A game or the end of the input follows text outside a game.
    StrayBefore,
    /// The input was only text outside a game.
    StrayOnly,
    GameEnd,
    InputEnd,
}

/// The result of an attempt to read a token.
enum Lexed {
    Token(Token),
    /// Input was skipped that is not a token.
    Nothing,
    /// The window ends too soon.
    More,
}

/// Which part of a file the lexer is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// Between games.
    Outside,
    /// Among the tags of a game.
    Tags,
    /// Among its moves.
    Moves,
    /// After its result.
    Over,
    /// In the rest of a refused game.
    Skipping {
        /// Whether no move has been seen yet.
        in_tags: bool,
        /// Whether the last word looked like its result.
        after_result: bool,
    },
}

/// The state of reading tokens.
#[derive(Debug)]
pub(super) struct Lexer {
    options: Options,
    section: Section,
    /// The index in the window of the next token.
    pub(super) at: usize,
    /// The index in the window of the last token.
    pub(super) token_start: usize,
    /// The depth of nested variations.
    depth: usize,
    /// The text of the last token.
    pub(super) text: Span,
    /// The name of the last tag.
    pub(super) name: Span,
    /// The move number before the next move.
    pub(super) number: Option<u32>,
    /// Line ends since the last token.
    breaks: u32,
    /// Whether the next byte is the first of its line.
    is_line_start: bool,
    /// Whether the rest of the line is skipped.
    is_line_skipped: bool,
    /// How far an incomplete token has been scanned.
    scan: CommentScan,
    /// Whether a warning about the current token was given.
    has_warned: bool,
    /// Whether the game has an Event tag.
    has_event: bool,
    /// Whether there was text outside a game since the last one.
    has_stray: bool,
    /// Whether no game has begun yet.
    is_first: bool,
    /// The warnings that are given once per input.
    once: Once,
}

#[derive(Debug, Default)]
struct Once {
    carriage_returns: bool,
    end_of_file: bool,
    comment_outside: bool,
    start: bool,
}

impl Lexer {
    pub(super) fn new(options: Options) -> Lexer {
        Lexer {
            options,
            section: Section::Outside,
            at: 0,
            token_start: 0,
            depth: 0,
            text: 0..0,
            name: 0..0,
            number: None,
            breaks: 1,
            is_line_start: true,
            is_line_skipped: false,
            scan: CommentScan::default(),
            has_warned: false,
            has_event: false,
            has_stray: false,
            is_first: true,
            once: Once::default(),
        }
    }

    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// Reads the next token if it is a move or a comment of a common form and completely in the
    /// window.
    #[inline(always)]
    pub(super) fn step_usual(&mut self, input: Window<'_>) -> Option<Usual> {
        match self.section {
            Section::Moves => self.usual_token(input.bytes),
            Section::Outside | Section::Tags | Section::Over | Section::Skipping { .. } => None,
        }
    }

    /// Reads the next token; `None` if the window ends within it.
    pub(super) fn step(&mut self, input: Window<'_>) -> Option<Token> {
        if self.section == Section::Tags && self.usual_tag(input.bytes) {
            return Some(Token::Tag);
        }
        if self.section == Section::Over {
            self.section = Section::Outside;
            return Some(Token::GameEnd);
        }
        loop {
            let lexed = match self.skip_blanks(input) {
                Lexed::Nothing => self.token(input),
                other => other,
            };
            match lexed {
                Lexed::Token(token) => return Some(token),
                Lexed::Nothing => {}
                Lexed::More => return None,
            }
        }
    }

    /// Skips the rest of the game; its end is the next token.
    pub(super) fn refuse(&mut self) {
        if matches!(self.section, Section::Tags | Section::Moves) {
            self.skip_game(self.section == Section::Tags);
        }
    }

    fn skip_game(&mut self, in_tags: bool) {
        self.section = Section::Skipping {
            in_tags,
            after_result: false,
        };
        self.number = None;
    }

    fn begin_game(&mut self, section: Section) {
        self.section = section;
        self.depth = 0;
        self.number = None;
        self.has_event = false;
        self.is_first = false;
    }

    /// Ends the game before the current byte.
    fn end_game(&mut self, input: Window<'_>) -> Lexed {
        self.token_start = self.at;
        if self.section == Section::Moves && self.depth > 0 {
            self.skip_game(false);
            return self.problem(Problem::UnterminatedVariation, 0..0);
        }
        self.section = Section::Outside;
        debug_assert!(self.at <= input.bytes.len());
        Lexed::Token(Token::GameEnd)
    }

    /// Reads a token that begins at a nonblank byte.
    #[inline]
    fn token(&mut self, input: Window<'_>) -> Lexed {
        match self.section {
            Section::Moves => self.movetext(input),
            Section::Tags => self.tag_section(input),
            Section::Outside => self.outside(input),
            Section::Skipping { .. } | Section::Over => self.skip_token(input),
        }
    }

    /// Skips bytes that are not a token.
    #[inline]
    fn pass(&mut self, length: usize) {
        self.at += length;
        self.breaks = 0;
        self.is_line_start = false;
    }

    /// Skips the rest of the line.
    fn skip_line(&mut self) {
        self.pass(0);
        self.is_line_skipped = true;
    }

    /// Marks everything before `end` as read.
    #[inline]
    fn commit(&mut self, end: usize) {
        self.token_start = self.at;
        self.at = end;
        self.breaks = 0;
        self.is_line_start = false;
        self.has_warned = false;
    }

    /// Warns once about the current token, which is then read as usual. A strict reader refuses the
    /// game instead.
    fn warn_before(&mut self, warning: Problem, word: Span) -> Option<Lexed> {
        if self.has_warned {
            return None;
        }
        self.has_warned = true;
        self.token_start = self.at;
        Some(self.problem(warning, word))
    }

    /// Refuses the game because of the current token and continues after `end`.
    fn refuse_at(&mut self, end: usize, fault: Problem, word: Span) -> Lexed {
        let in_tags = self.section == Section::Tags;
        self.commit(end);
        self.skip_game(in_tags);
        self.problem(fault, word)
    }

    #[cold]
    fn problem(&mut self, problem: Problem, word: Span) -> Lexed {
        self.text = word;
        Lexed::Token(Token::Problem(Box::new(problem)))
    }

    fn end_of_input(&mut self, input: Window<'_>) -> Lexed {
        self.token_start = self.at;
        if self.section != Section::Outside {
            return self.end_game(input);
        }
        if !self.has_stray {
            return Lexed::Token(Token::InputEnd);
        }
        self.has_stray = false;
        if !self.is_first {
            return Lexed::Token(Token::StrayBefore);
        }
        self.begin_game(Section::Moves);
        self.skip_game(false);
        Lexed::Token(Token::StrayOnly)
    }

    /// Skips blanks, line ends, escaped lines and marks between tokens.
    #[inline]
    fn skip_blanks(&mut self, input: Window<'_>) -> Lexed {
        loop {
            let Some(&byte) = input.bytes.get(self.at) else {
                return if input.is_last {
                    self.end_of_input(input)
                } else {
                    Lexed::More
                };
            };
            // Most often a single space lies between two tokens.
            if byte == b' ' && !self.is_line_skipped {
                self.at += 1;
                self.is_line_start = false;
                continue;
            }
            if self.is_line_start || self.is_line_skipped {
                match self.skip_odd(input, byte) {
                    Skip::Done => continue,
                    Skip::NotBlank => {}
                    Skip::Stop(lexed) => return lexed,
                }
            }
            match class(byte) {
                Class::Blank => {
                    self.at += 1;
                    self.is_line_start = false;
                    if byte == END_OF_FILE && !self.once.end_of_file {
                        self.once.end_of_file = true;
                        return self.notice(Problem::EndOfFileMark, 1);
                    }
                }
                Class::Break => {
                    if let Skip::Stop(lexed) = self.skip_break(input, byte) {
                        return lexed;
                    }
                }
                Class::Word | Class::Digit | Class::Dot | Class::Mark | Class::Nul => {
                    return Lexed::Nothing;
                }
            }
        }
    }

    /// Skips one line end.
    #[inline]
    fn skip_break(&mut self, input: Window<'_>, byte: u8) -> Skip {
        let mut length = 1;
        let mut is_bare = false;
        if byte == b'\r' {
            match input.bytes.get(self.at + 1) {
                Some(b'\n') => length = 2,
                None if !input.is_last => return Skip::Stop(Lexed::More),
                _ => is_bare = true,
            }
        }
        self.at += length;
        self.breaks += 1;
        self.is_line_start = true;
        self.is_line_skipped = false;
        if is_bare && !self.once.carriage_returns {
            self.once.carriage_returns = true;
            return Skip::Stop(self.notice(Problem::CarriageReturns, 1));
        }
        Skip::Done
    }

    /// Skips an escaped line or a byte-order mark at the start of a line, and lines to be skipped.
    fn skip_odd(&mut self, input: Window<'_>, byte: u8) -> Skip {
        let rest = &input.bytes[self.at..];
        if !self.once.start {
            if rest.len() < 2 && !input.is_last {
                return Skip::Stop(Lexed::More);
            }
            self.once.start = true;
            if rest.starts_with(b"\xff\xfe") || rest.starts_with(b"\xfe\xff") {
                self.begin_game(Section::Moves);
                let fault = Problem::NotText(NotText::Utf16);
                return Skip::Stop(self.refuse_at(self.at + 2, fault, 0..0));
            }
        }
        if self.is_line_skipped || byte == b'%' && self.is_line_start {
            self.is_line_skipped = true;
            let length = rest
                .iter()
                .position(|&byte| class(byte) == Class::Break)
                .unwrap_or(rest.len());
            self.at += length;
            return match rest.get(length) {
                Some(&byte) => self.skip_break(input, byte),
                None => Skip::Done,
            };
        }
        if byte == 0xef && self.is_line_start {
            if rest.len() < 3 && !input.is_last {
                return Skip::Stop(Lexed::More);
            }
            if rest.starts_with(b"\xef\xbb\xbf") {
                self.at += 3;
                return Skip::Stop(self.notice(Problem::ByteOrderMark, 3));
            }
        }
        Skip::NotBlank
    }

    /// A warning about bytes that have just been skipped.
    fn notice(&mut self, warning: Problem, length: usize) -> Lexed {
        self.token_start = self.at - length;
        self.problem(warning, 0..0)
    }
}

/// The result of an attempt to skip blanks.
enum Skip {
    Done,
    NotBlank,
    Stop(Lexed),
}
