//! The boundaries of games, and where refused games end.
//!
//! A game begins with a tag or, without tags, with a move or a result at the start of a line. Other
//! text between games is reported and skipped. A refused game ends before the tags of the next one,
//! or at an empty line after its result; reading never resumes in the middle of its moves.

use super::class::{Class, class, is_in_word};
use super::tag::{TagView, look_at_tag};
use super::word::result_of;
use super::{Lexed, Lexer, Section, Token};
use crate::pgn::Problem;
use crate::pgn::null::is_null_move;
use crate::pgn::source::Window;

/// Whether a game begins here.
enum Start {
    Yes,
    No,
    More,
}

impl Lexer {
    /// Looks for the next game.
    pub(super) fn outside(&mut self, input: Window<'_>) -> Lexed {
        match input.bytes[self.at] {
            b'{' | b';' if self.is_first && !self.once.comment_outside => {
                self.once.comment_outside = true;
                self.token_start = self.at;
                self.problem(Problem::CommentOutsideGame, 0..0)
            }
            b'{' => self.skip_comment(input),
            b';' => {
                self.skip_line();
                Lexed::Nothing
            }
            b'[' if self.breaks > 0 => self.begin_after_stray(Section::Tags),
            _ => match self.look_for_start(input) {
                Start::Yes => self.begin_after_stray(Section::Moves),
                Start::More => Lexed::More,
                Start::No => self.stray(input),
            },
        }
    }

    fn begin_after_stray(&mut self, section: Section) -> Lexed {
        if self.has_stray {
            self.has_stray = false;
            self.token_start = self.at;
            return Lexed::Token(Token::StrayBefore);
        }
        self.begin_game(section);
        Lexed::Nothing
    }

    /// Skips a line outside a game and reports the first one.
    fn stray(&mut self, input: Window<'_>) -> Lexed {
        let rest = &input.bytes[self.at..];
        let length = rest
            .iter()
            .take(self.options.limits.token_bytes)
            .take_while(|&&byte| is_in_word(byte))
            .count();
        if length == rest.len() && !input.is_last && length < self.options.limits.token_bytes {
            return Lexed::More;
        }
        self.text = self.at..self.at + length.max(1);
        self.token_start = self.at;
        self.skip_line();
        if self.has_stray {
            return Lexed::Nothing;
        }
        self.has_stray = true;
        Lexed::Token(Token::Stray)
    }

    /// Whether a game without tags begins at this word: a move, with or without its number, or a
    /// result, at the start of a line.
    fn look_for_start(&self, input: Window<'_>) -> Start {
        if self.breaks == 0 {
            return Start::No;
        }
        let seen = &input.bytes[self.at..];
        let seen = &seen[..seen.len().min(self.options.limits.token_bytes)];
        let mut at = 0;
        let is_numbered = seen[0].is_ascii_digit() && {
            let is_number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
            let is_blank = |byte: u8| matches!(class(byte), Class::Blank | Class::Break);
            let number = seen.iter().take_while(|&&byte| is_number(byte)).count();
            let blanks = seen[number..].iter().take_while(|&&byte| is_blank(byte));
            at = number + blanks.count();
            // `1-0` and `0-0` begin with digits too, but no number stands there.
            let is_glued = at == number && seen.get(at).is_some_and(|&byte| is_in_word(byte));
            if is_glued && !seen[..number].contains(&b'.') {
                at = 0;
            }
            at > 0
        };
        let length = seen[at..]
            .iter()
            .take_while(|&&byte| is_in_word(byte) || byte == b'*')
            .count();
        let is_cut = at + length == seen.len() && self.at + seen.len() == input.bytes.len();
        if is_cut && !input.is_last {
            return Start::More;
        }
        let word = &seen[at..at + length];
        let is_start = result_of(word).is_some() && !is_numbered
            || is_null_move(word)
            || core::str::from_utf8(word).is_ok_and(|word| chess::san::parse(word).is_ok());
        if is_start { Start::Yes } else { Start::No }
    }

    /// Skips a token of a refused game.
    pub(super) fn skip_token(&mut self, input: Window<'_>) -> Lexed {
        let Section::Skipping {
            in_tags,
            after_result,
        } = self.section
        else {
            return Lexed::Nothing;
        };
        if after_result && self.breaks > 1 {
            return self.end_game(input);
        }
        let byte = input.bytes[self.at];
        match byte {
            b'[' if self.breaks > 0 => match look_at_tag(input, self.at) {
                TagView::More => return Lexed::More,
                TagView::Tag(name) => {
                    let is_event = input.bytes[name] == *b"Event";
                    if !in_tags || self.breaks > 1 && is_event {
                        return self.end_game(input);
                    }
                    self.skip_line();
                    return Lexed::Nothing;
                }
                TagView::Other => {}
            },
            b'{' => return self.skip_comment(input),
            b';' => {
                self.skip_line();
                return Lexed::Nothing;
            }
            _ => {}
        }
        let length = match byte {
            b'*' => 1,
            _ => match self.word_span(input) {
                Some(word) => word.len().max(1),
                None => return Lexed::More,
            },
        };
        let word = &input.bytes[self.at..self.at + length];
        self.section = Section::Skipping {
            in_tags: false,
            after_result: result_of(word).is_some(),
        };
        self.commit(self.at + length);
        Lexed::Nothing
    }
}
