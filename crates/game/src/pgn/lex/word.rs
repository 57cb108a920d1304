//! The movetext: moves, numbers, glyphs, results and the parentheses of variations.

use super::class::{Class, class, is_in_word};
use super::tag::{TagView, look_at_tag};
use super::{Lexed, Lexer, Section, Span, Token};
use crate::GameResult;
use crate::pgn::source::Window;
use crate::pgn::{NotText, Problem};

/// Symbols for the evaluation of a position, with their glyphs.
const SYMBOLS: [(&str, u8); 17] = [
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("□", 7),
];

/// Nonstandard forms of results.
const ODD_RESULTS: [(&[u8], GameResult); 9] = [
    (b"1/2", GameResult::Draw),
    ("½".as_bytes(), GameResult::Draw),
    ("½-½".as_bytes(), GameResult::Draw),
    ("½–½".as_bytes(), GameResult::Draw),
    ("1/2–1/2".as_bytes(), GameResult::Draw),
    (b"\xbd", GameResult::Draw),
    (b"\xbd-\xbd", GameResult::Draw),
    ("1–0".as_bytes(), GameResult::WhiteWins),
    ("0–1".as_bytes(), GameResult::BlackWins),
];

/// The glyph of a run of `!` and `?`.
fn suffix_glyph(suffix: &[u8]) -> Option<u8> {
    match suffix {
        b"!" => Some(1),
        b"?" => Some(2),
        b"!!" => Some(3),
        b"??" => Some(4),
        b"!?" => Some(5),
        b"?!" => Some(6),
        _ => None,
    }
}

/// The result of a word.
pub(super) fn result_of(word: &[u8]) -> Option<GameResult> {
    match word {
        b"1-0" => Some(GameResult::WhiteWins),
        b"0-1" => Some(GameResult::BlackWins),
        b"1/2-1/2" => Some(GameResult::Draw),
        b"*" => Some(GameResult::Unknown),
        _ => None,
    }
}

impl Lexer {
    /// Reads a token among the moves of a game.
    #[inline]
    pub(super) fn movetext(&mut self, input: Window<'_>) -> Lexed {
        let byte = input.bytes[self.at];
        match class(byte) {
            Class::Word => self.word(input),
            Class::Digit => self.number(input),
            Class::Dot => {
                let dots = input.bytes[self.at..].iter().take_while(|&&b| b == b'.');
                self.pass(dots.count());
                Lexed::Nothing
            }
            Class::Nul => self.refuse_at(
                self.at + 1,
                Problem::NotText(NotText::Nul),
                self.at..self.at + 1,
            ),
            Class::Blank | Class::Break | Class::Mark => self.mark(input, byte),
        }
    }

    fn mark(&mut self, input: Window<'_>, byte: u8) -> Lexed {
        let here = self.at..self.at + 1;
        match byte {
            b'{' => self.comment(input),
            b';' => self.line_comment(input),
            b'(' => self.open_variation(input),
            b')' if self.depth == 0 => self.refuse_at(here.end, Problem::UnbalancedVariation, here),
            b')' => {
                self.depth -= 1;
                self.number = None;
                self.commit(here.end);
                Lexed::Token(Token::VariationEnd)
            }
            b'$' => self.numeric_glyph(input),
            b'!' | b'?' => self.suffix(input),
            b'*' => self.result(here, GameResult::Unknown),
            b'[' => self.bracket(input),
            _ => {
                let expected = "a move, a comment, a variation or a result";
                self.refuse_at(here.end, Problem::Unexpected(expected), here)
            }
        }
    }

    /// Reads a bracket among moves. It begins the next game if it begins a tag on its own line.
    fn bracket(&mut self, input: Window<'_>) -> Lexed {
        if self.breaks > 0 {
            match look_at_tag(input, self.at) {
                TagView::Tag(_) => return self.end_game(input),
                TagView::More => return Lexed::More,
                TagView::Other => {}
            }
        }
        let here = self.at..self.at + 1;
        let expected = "a move, a comment, a variation or a result";
        self.refuse_at(here.end, Problem::Unexpected(expected), here)
    }

    fn open_variation(&mut self, input: Window<'_>) -> Lexed {
        let rest = &input.bytes[self.at..];
        if rest.len() < 3 && !input.is_last {
            return Lexed::More;
        }
        let here = self.at..self.at + 1;
        if rest.starts_with(b"(=)") {
            let offer = self.at..self.at + 3;
            if let Some(warning) = self.warn_before(Problem::BareDrawOffer, offer.clone()) {
                return warning;
            }
            self.commit(offer.end);
            self.text = offer;
            return Lexed::Token(Token::Comment);
        }
        let limit = self.options.limits.variation_depth;
        if self.depth == limit {
            return self.refuse_at(here.end, Problem::VariationDepth(limit), here);
        }
        self.depth += 1;
        self.number = None;
        self.commit(here.end);
        Lexed::Token(Token::VariationStart)
    }

    fn result(&mut self, word: Span, result: GameResult) -> Lexed {
        if self.depth > 0 {
            self.commit(word.end);
            return self.problem(Problem::ResultInVariation, word);
        }
        self.commit(word.end);
        self.section = Section::Over;
        Lexed::Token(Token::Result(result))
    }

    fn odd_result(&mut self, word: Span, result: GameResult) -> Lexed {
        match self.warn_before(Problem::ResultForm, word.clone()) {
            Some(warning) => warning,
            None => self.result(word, result),
        }
    }

    fn numeric_glyph(&mut self, input: Window<'_>) -> Lexed {
        let start = self.at + 1;
        let rest = &input.bytes[start..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == rest.len() && !input.is_last && digits <= self.options.limits.token_bytes {
            return Lexed::More;
        }
        let glyph = parse_number(&rest[..digits]).and_then(|glyph| u8::try_from(glyph).ok());
        let word = self.at..start + digits;
        self.commit(word.end);
        match glyph {
            Some(glyph) if digits > 0 => Lexed::Token(Token::Nag(glyph)),
            _ => self.problem(Problem::GlyphRange, word),
        }
    }

    fn suffix(&mut self, input: Window<'_>) -> Lexed {
        let rest = &input.bytes[self.at..];
        let length = rest
            .iter()
            .take_while(|&&byte| matches!(byte, b'!' | b'?'))
            .count();
        if length == rest.len() && !input.is_last && length <= self.options.limits.token_bytes {
            return Lexed::More;
        }
        let word = self.at..self.at + length;
        self.commit(word.end);
        match suffix_glyph(&rest[..length]) {
            Some(glyph) => Lexed::Token(Token::Nag(glyph)),
            None => self.problem(Problem::UnknownGlyph, word),
        }
    }

    /// Reads a token that begins with a digit, usually a move number.
    #[inline]
    fn number(&mut self, input: Window<'_>) -> Lexed {
        let rest = &input.bytes[self.at..];
        let mut digits = 1;
        while rest.get(digits).is_some_and(u8::is_ascii_digit) {
            digits += 1;
        }
        match rest.get(digits).map(|&byte| class(byte)) {
            None if !input.is_last && digits <= self.options.limits.token_bytes => Lexed::More,
            Some(Class::Word) => self.word_from_digit(input, digits),
            _ if &rest[..digits] == b"0000" => self.take_move(self.at..self.at + digits),
            _ => {
                // A number of any size is passed, but only a sane one can be the right one.
                self.number = Some(parse_number(&rest[..digits]).unwrap_or(u32::MAX));
                self.pass(digits);
                Lexed::Nothing
            }
        }
    }

    /// Reads a word that begins with digits: a result, castling with zeros, or a move number joined
    /// to its move.
    fn word_from_digit(&mut self, input: Window<'_>, digits: usize) -> Lexed {
        let Some(word) = self.word_span(input) else {
            return Lexed::More;
        };
        let bytes = &input.bytes[word.clone()];
        if let Some(result) = result_of(bytes) {
            return self.result(word, result);
        }
        if let Some(result) = self.odd_result_of(bytes) {
            return self.odd_result(word, result);
        }
        if bytes[digits].is_ascii_alphabetic() {
            self.number = Some(parse_number(&bytes[..digits]).unwrap_or(u32::MAX));
            self.pass(digits);
            return Lexed::Nothing;
        }
        self.any_word(input, word)
    }

    fn odd_result_of(&self, word: &[u8]) -> Option<GameResult> {
        let odd = ODD_RESULTS.iter().find(|(odd, _)| *odd == word);
        odd.filter(|_| !self.options.is_strict())
            .map(|&(_, result)| result)
    }

    /// Reads a word that begins with a letter or another character.
    fn word(&mut self, input: Window<'_>) -> Lexed {
        match self.word_span(input) {
            Some(word) => self.any_word(input, word),
            None => Lexed::More,
        }
    }

    fn any_word(&mut self, input: Window<'_>, word: Span) -> Lexed {
        let bytes = &input.bytes[word.clone()];
        if bytes.contains(&0) {
            return self.refuse_at(word.end, Problem::NotText(NotText::Nul), word);
        }
        if bytes.len() > self.options.limits.token_bytes {
            let expected = "a shorter word";
            return self.refuse_at(word.end, Problem::Unexpected(expected), word);
        }
        if matches!(bytes, b"e.p." | b"e.p" | b"ep") {
            self.commit(word.end);
            return self.problem(Problem::LoneEnPassantMark, word);
        }
        if !bytes[0].is_ascii_alphanumeric() && !self.options.is_strict() {
            let symbol = SYMBOLS
                .iter()
                .find(|(symbol, _)| symbol.as_bytes() == bytes);
            if let Some(&(_, glyph)) = symbol {
                return match self.warn_before(Problem::SymbolicGlyph(glyph), word.clone()) {
                    Some(warning) => warning,
                    None => {
                        self.commit(word.end);
                        Lexed::Token(Token::Nag(glyph))
                    }
                };
            }
            if let Some(result) = self.odd_result_of(bytes) {
                return self.odd_result(word, result);
            }
        }
        self.take_move(word)
    }

    #[inline]
    fn take_move(&mut self, san: Span) -> Lexed {
        self.commit(san.end);
        self.text = san;
        Lexed::Token(Token::Move)
    }

    /// The current word with everything joined to it: `e.p.` after a move, a promotion in
    /// parentheses, a zero byte. `None` if the window ends within it.
    ///
    /// By the standard a parenthesis always opens a variation, so a strict reader does not take it
    /// for part of a promotion.
    pub(super) fn word_span(&self, input: Window<'_>) -> Option<Span> {
        let bytes = input.bytes;
        let limit = self.at.saturating_add(self.options.limits.token_bytes);
        let mut end = self.at;
        loop {
            while let Some(&byte) = bytes.get(end)
                && (is_in_word(byte) || byte == 0)
                && end <= limit
            {
                end += 1;
            }
            if end > limit {
                return Some(self.at..end);
            }
            let rest = &bytes[end..];
            if rest.len() < 3 && !input.is_last {
                return None;
            }
            if rest.starts_with(b".p") && end > self.at && bytes[end - 1] == b'e' {
                end += if rest.starts_with(b".p.") { 3 } else { 2 };
            } else if !self.options.is_strict()
                && is_promotion_in_parentheses(rest)
                && end > self.at
            {
                end += 3;
            } else {
                return Some(self.at..end);
            }
        }
    }
}

fn is_promotion_in_parentheses(text: &[u8]) -> bool {
    matches!(
        text,
        [
            b'(',
            b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n',
            b')',
            ..
        ]
    )
}

/// The value of digits; `None` if it is too large.
fn parse_number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0u32, |number, digit| {
        number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))
    })
}
