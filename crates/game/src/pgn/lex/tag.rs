//! Tags: `[Name "value"]`.

use super::class::{Class, class, is_in_name};
use super::comment::CommentScan;
use super::{Lexed, Lexer, Section, Span, Token};
use crate::pgn::source::Window;
use crate::pgn::tags::is_in_standard_name;
use crate::pgn::{NotText, Problem};

/// What a bracket begins.
pub(super) enum TagView {
    /// A tag with the name in this span.
    Tag(Span),
    /// Something else.
    Other,
    More,
}

/// How far to look ahead from a bracket. Longer names are not accepted.
const NAME_BYTES_SEEN: usize = 128;

/// How much of a tag is shown if it is refused.
const TAG_BYTES_SHOWN: usize = 256;

/// Checks whether the bracket at this index begins a tag: a name, a blank and a quotation mark.
pub(super) fn look_at_tag(input: Window<'_>, bracket: usize) -> TagView {
    let rest = &input.bytes[bracket + 1..];
    let seen = &rest[..rest.len().min(NAME_BYTES_SEEN)];
    let blanks = |from: usize| {
        let length = seen[from..]
            .iter()
            .position(|&byte| class(byte) != Class::Blank);
        length.map(|length| from + length)
    };
    let view = || {
        let name = blanks(0)?;
        let end = name + seen[name..].iter().position(|&byte| !is_in_name(byte))?;
        let quote = blanks(end)?;
        let is_tag = end > name && seen[quote] == b'"';
        Some(is_tag.then_some(bracket + 1 + name..bracket + 1 + end))
    };
    match view() {
        Some(Some(name)) => TagView::Tag(name),
        None if rest.len() < NAME_BYTES_SEEN && !input.is_last => TagView::More,
        _ => TagView::Other,
    }
}

/// What follows a quotation mark in the value of a tag.
enum AfterQuote {
    /// The bracket that ends the tag, before this index.
    Bracket(usize),
    /// The end of the line, at this index.
    Line(usize),
    /// More of the value.
    Value,
    More,
}

impl Lexer {
    /// Reads a token among the tags of a game.
    pub(super) fn tag_section(&mut self, input: Window<'_>) -> Lexed {
        match input.bytes[self.at] {
            b'[' => {
                // Tags of a next game, if this one has no moves and no result.
                if self.breaks > 1 && self.has_event {
                    match look_at_tag(input, self.at) {
                        TagView::Tag(name) if input.bytes[name.clone()] == *b"Event" => {
                            return self.end_game(input);
                        }
                        TagView::More => return Lexed::More,
                        TagView::Tag(_) | TagView::Other => {}
                    }
                }
                self.tag(input)
            }
            b'{' => self.comment(input),
            b';' => self.line_comment(input),
            _ => {
                self.section = Section::Moves;
                self.movetext(input)
            }
        }
    }

    fn tag(&mut self, input: Window<'_>) -> Lexed {
        let bytes = input.bytes;
        let limit = self.at.saturating_add(self.options.limits.tag_bytes);
        let end_of = |from: usize, accept: fn(u8) -> bool| {
            let length = bytes[from..].iter().position(|&byte| !accept(byte));
            from + length.unwrap_or(bytes.len() - from)
        };
        let name = end_of(self.at + 1, is_blank);
        let name = name..end_of(name, is_in_name);
        let quote = end_of(name.end, is_blank);
        if quote > limit {
            return self.refuse_tag(input, limit, "a shorter tag");
        }
        let Some(&found) = bytes.get(quote) else {
            return self.tag_at_window_end(input, "a name and a value in quotes");
        };
        if name.is_empty() || found != b'"' {
            let expected = if name.is_empty() {
                "the name of a tag"
            } else {
                "a value in quotes"
            };
            return self.refuse_tag(input, quote, expected);
        }
        self.tag_value(input, name, quote + 1)
    }

    fn tag_value(&mut self, input: Window<'_>, name: Span, start: usize) -> Lexed {
        let bytes = input.bytes;
        let limit = self.at.saturating_add(self.options.limits.tag_bytes);
        let mut at = start + self.scan.done;
        loop {
            while let Some(&byte) = bytes.get(at)
                && !matches!(byte, b'"' | b'\\' | b'\n' | b'\r' | 0)
            {
                at += 1;
            }
            if at > limit {
                return self.refuse_tag(input, limit, "a shorter tag");
            }
            self.scan.done = at - start;
            match bytes.get(at) {
                None => return self.tag_at_window_end(input, "a quotation mark and ]"),
                Some(b'\\') => match bytes.get(at + 1) {
                    Some(b'"' | b'\\') => at += 2,
                    Some(_) => at += 1,
                    None => return self.tag_at_window_end(input, "a quotation mark and ]"),
                },
                Some(b'"') => match after_quote(input, at + 1) {
                    AfterQuote::Bracket(end) => return self.whole_tag(input, name, start..at, end),
                    AfterQuote::Line(end) => {
                        if self.options.is_strict() {
                            return self.refuse_tag(input, end, "] after the value");
                        }
                        let word = self.at..end;
                        if let Some(warning) = self.warn_before(Problem::MissingBracket, word) {
                            return warning;
                        }
                        return self.whole_tag(input, name, start..at, end);
                    }
                    AfterQuote::Value => {
                        self.scan.has_quote = true;
                        at += 1;
                    }
                    AfterQuote::More => return Lexed::More,
                },
                Some(_) => return self.refuse_tag(input, at, "a quotation mark and ]"),
            }
        }
    }

    /// Reads a complete tag, or warns about it first.
    fn whole_tag(&mut self, input: Window<'_>, name: Span, value: Span, end: usize) -> Lexed {
        if self.scan.has_quote {
            if self.options.is_strict() {
                return self.refuse_tag(input, end, "\\\" for a quotation mark within the value");
            }
            if let Some(warning) = self.warn_before(Problem::UnescapedQuote, self.at..end) {
                return warning;
            }
        }
        let bytes = &input.bytes[name.clone()];
        if !bytes.iter().all(is_in_standard_name)
            && let Some(warning) = self.warn_before(Problem::TagName, name.clone())
        {
            return warning;
        }
        self.has_event |= *bytes == *b"Event";
        self.scan = CommentScan::default();
        self.commit(end);
        self.name = name;
        self.text = value;
        Lexed::Token(Token::Tag)
    }

    fn tag_at_window_end(&mut self, input: Window<'_>, expected: &'static str) -> Lexed {
        if !input.is_last {
            return Lexed::More;
        }
        self.scan = CommentScan::default();
        self.refuse_at(input.bytes.len(), Problem::TagSyntax(expected), 0..0)
    }

    /// Refuses a tag with an error at this index, together with the rest of its line.
    fn refuse_tag(&mut self, input: Window<'_>, at: usize, expected: &'static str) -> Lexed {
        let rest = &input.bytes[self.at..];
        let seen = &rest[..rest.len().min(TAG_BYTES_SHOWN)];
        let length = seen.iter().position(|&byte| class(byte) == Class::Break);
        if length.is_none() && seen.len() < TAG_BYTES_SHOWN && !input.is_last {
            return Lexed::More;
        }
        self.scan = CommentScan::default();
        self.is_line_skipped = true;
        let word = self.at..self.at + length.unwrap_or(seen.len());
        let fault = match input.bytes.get(at) {
            Some(0) => Problem::NotText(NotText::Nul),
            _ => Problem::TagSyntax(expected),
        };
        self.refuse_at(at, fault, word)
    }
}

fn is_blank(byte: u8) -> bool {
    class(byte) == Class::Blank
}

fn after_quote(input: Window<'_>, from: usize) -> AfterQuote {
    let mut at = from;
    loop {
        match input.bytes.get(at) {
            Some(b']') => return AfterQuote::Bracket(at + 1),
            Some(b'\n' | b'\r') => return AfterQuote::Line(at),
            Some(&byte) if is_blank(byte) => at += 1,
            Some(_) => return AfterQuote::Value,
            None if input.is_last => return AfterQuote::Line(at),
            None => return AfterQuote::More,
        }
    }
}
