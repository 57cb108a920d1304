//! Comments in braces or to the end of a line.
//!
//! An unclosed brace would swallow every game up to the next closing brace. Text that looks like
//! the tags of another game therefore ends a comment: a line that begins with `[Event "`, or with
//! any tag after an empty line. The writer never puts either into a comment.

use super::class::{Class, class};
use super::tag::{TagView, look_at_tag};
use super::{Lexed, Lexer, Token};
use crate::pgn::source::Window;
use crate::pgn::{NotText, Problem};

/// How far an incomplete token has been scanned.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CommentScan {
    /// The number of bytes that need not be scanned again.
    pub(super) done: usize,
    /// Line ends since the last nonblank byte.
    breaks: u32,
    /// For tags: whether there is a quotation mark within the value.
    pub(super) has_quote: bool,
}

/// Where a comment ends.
enum CommentEnd {
    /// Before the brace at this index.
    Brace(usize),
    /// Before a zero byte at this index.
    Nul(usize),
    /// Before the tags of the next game, which begin at this index.
    NextGame(usize),
    /// After the limit, which is at this index.
    Limit(usize),
    /// Not before the end of the input.
    Input,
    More,
}

/// The bytes that need attention within a comment.
const IS_STOP: [bool; 256] = {
    let mut stops = [false; 256];
    stops[b'}' as usize] = true;
    stops[b'\n' as usize] = true;
    stops[b'\r' as usize] = true;
    stops[0] = true;
    stops
};

impl Lexer {
    /// Reads a comment in braces.
    pub(super) fn comment(&mut self, input: Window<'_>) -> Lexed {
        match self.find_comment_end(input) {
            CommentEnd::Brace(end) => {
                self.text = self.at + 1..end;
                self.commit_comment(end + 1);
                Lexed::Token(Token::Comment)
            }
            CommentEnd::More => Lexed::More,
            CommentEnd::Nul(at) => {
                self.scan = CommentScan::default();
                let fault = Problem::NotText(NotText::Nul);
                self.refuse_at(at + 1, fault, at..at + 1)
            }
            CommentEnd::NextGame(at) => {
                self.scan = CommentScan::default();
                let lexed = self.refuse_at(at, Problem::UnterminatedComment, 0..0);
                // The tag is seen as it stands: first in its line, after an empty one.
                self.breaks = 2;
                self.skip_game(false);
                lexed
            }
            CommentEnd::Limit(end) => {
                self.scan = CommentScan::default();
                let limit = self.options.limits.comment_bytes;
                self.refuse_at(end, Problem::CommentLength(limit), 0..0)
            }
            CommentEnd::Input => {
                self.scan = CommentScan::default();
                self.refuse_at(input.bytes.len(), Problem::UnterminatedComment, 0..0)
            }
        }
    }

    /// Skips a comment in braces of any length. An unclosed one ends as it would if it were read.
    pub(super) fn skip_comment(&mut self, input: Window<'_>) -> Lexed {
        match self.find_comment_end(input) {
            CommentEnd::Brace(end) => self.commit_comment(end + 1),
            CommentEnd::Nul(at) | CommentEnd::Limit(at) => self.commit_comment(at + 1),
            CommentEnd::NextGame(at) => {
                self.commit_comment(at);
                self.breaks = 2;
            }
            CommentEnd::Input => self.commit_comment(input.bytes.len()),
            CommentEnd::More => return Lexed::More,
        }
        Lexed::Nothing
    }

    /// Reads a comment that ends with its line.
    pub(super) fn line_comment(&mut self, input: Window<'_>) -> Lexed {
        let start = self.at + 1;
        let rest = &input.bytes[start..];
        let done = self.scan.done.min(rest.len());
        let length = rest[done..]
            .iter()
            .position(|&byte| matches!(class(byte), Class::Break | Class::Nul))
            .map(|length| done + length);
        let length = match length {
            Some(length) => length,
            None if input.is_last => rest.len(),
            None if rest.len() <= self.options.limits.comment_bytes => {
                self.scan.done = rest.len();
                return Lexed::More;
            }
            None => rest.len(),
        };
        self.scan = CommentScan::default();
        let limit = self.options.limits.comment_bytes;
        if length > limit {
            self.is_line_skipped = true;
            return self.refuse_at(start + length, Problem::CommentLength(limit), 0..0);
        }
        if rest.get(length) == Some(&0) {
            let at = start + length;
            return self.refuse_at(at + 1, Problem::NotText(NotText::Nul), at..at + 1);
        }
        self.text = start..start + length;
        self.commit(start + length);
        Lexed::Token(Token::Comment)
    }

    fn commit_comment(&mut self, end: usize) {
        self.scan = CommentScan::default();
        self.commit(end);
    }

    fn find_comment_end(&mut self, input: Window<'_>) -> CommentEnd {
        let bytes = input.bytes;
        let start = self.at + 1;
        let limit = start.saturating_add(self.options.limits.comment_bytes);
        let mut at = start + self.scan.done;
        loop {
            if self.scan.breaks > 0 {
                match self.pass_line_ends(input, &mut at) {
                    Passed::Blanks => {}
                    Passed::NextGame => return CommentEnd::NextGame(at),
                    Passed::More if at > limit => return CommentEnd::Limit(limit),
                    Passed::More => {
                        self.scan.done = at - start;
                        return CommentEnd::More;
                    }
                }
            }
            while let Some(&byte) = bytes.get(at)
                && !IS_STOP[byte as usize]
            {
                at += 1;
            }
            if at > limit {
                return CommentEnd::Limit(limit);
            }
            match bytes.get(at) {
                Some(b'}') => return CommentEnd::Brace(at),
                Some(0) => return CommentEnd::Nul(at),
                Some(_) => self.scan.breaks = 1,
                None if input.is_last => return CommentEnd::Input,
                None => {
                    self.scan.done = at - start;
                    return CommentEnd::More;
                }
            }
        }
    }

    /// Skips line ends and blanks from `at` on, and checks whether a game begins after them.
    fn pass_line_ends(&mut self, input: Window<'_>, at: &mut usize) -> Passed {
        let bytes = input.bytes;
        loop {
            match bytes.get(*at) {
                Some(b'\n') => {
                    self.scan.breaks += 1;
                    *at += 1;
                }
                Some(b'\r') => {
                    match bytes.get(*at + 1) {
                        Some(b'\n') => {}
                        None if !input.is_last => return Passed::More,
                        _ => self.scan.breaks += 1,
                    }
                    *at += 1;
                }
                Some(b'[') if matches!(bytes[*at - 1], b'\n' | b'\r') => {
                    let is_next = match look_at_tag(input, *at) {
                        TagView::Tag(name) => {
                            // The first break was counted twice: once when it was met.
                            self.scan.breaks > 2 || bytes[name] == *b"Event"
                        }
                        TagView::Other => false,
                        TagView::More => return Passed::More,
                    };
                    self.scan.breaks = 0;
                    return if is_next {
                        Passed::NextGame
                    } else {
                        Passed::Blanks
                    };
                }
                Some(&byte) if class(byte) == Class::Blank => *at += 1,
                None if !input.is_last => return Passed::More,
                _ => {
                    self.scan.breaks = 0;
                    return Passed::Blanks;
                }
            }
        }
    }
}

/// What follows line ends within a comment.
enum Passed {
    Blanks,
    NextGame,
    More,
}
