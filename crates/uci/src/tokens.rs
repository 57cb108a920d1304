//! The tokenizer of a line.

use std::borrow::Cow;

/// Reads the words of a line one by one, with one word of lookahead.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// The words of a text.
    pub(crate) fn new(text: &'a str) -> Tokens<'a> {
        Tokens {
            rest: text.trim_ascii(),
        }
    }

    /// The next word, without consuming it.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// The rest of the line.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Consumes the next word if it is a number.
    pub(crate) fn number(&mut self) -> Option<i64> {
        let number = saturating_number(self.peek()?)?;
        self.next();
        Some(number)
    }

    /// Consumes the next word if it is a number. Negative numbers count as zero.
    pub(crate) fn amount(&mut self) -> Option<u64> {
        self.number().map(|number| number.max(0).unsigned_abs())
    }

    /// The words up to one of these or the end, joined by single spaces.
    pub(crate) fn until(&mut self, ends: &[&str]) -> String {
        let mut words = String::new();
        while let Some(word) = self.peek()
            && !ends.contains(&word)
        {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
            self.next();
        }
        words
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let end = self
            .rest
            .find(|c: char| c.is_ascii_whitespace())
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_ascii_start();
        (!word.is_empty()).then_some(word)
    }
}

/// A line as text. Invalid UTF-8 becomes a replacement character that no keyword contains.
pub(crate) fn text(line: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(line)
}

/// The beginning of a word, for error messages.
pub(crate) fn excerpt(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut excerpt: String = word.chars().take(LONGEST).collect();
    if word.chars().nth(LONGEST).is_some() {
        excerpt.push('…');
    }
    excerpt
}

/// A decimal number, clamped to the range of `i64`.
fn saturating_number(word: &str) -> Option<i64> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = digits.bytes().fold(0i64, |number, digit| {
        number
            .saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    });
    Some(if negative { -number } else { number })
}

/// The found word for an error message, or the end of the line.
pub(crate) fn or_end_of_line(found: &str) -> String {
    if found.is_empty() {
        return "the end of the line".to_owned();
    }
    format!("{found:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_clamped() {
        assert_eq!(saturating_number("12"), Some(12));
        assert_eq!(saturating_number("-7"), Some(-7));
        assert_eq!(saturating_number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(saturating_number("-99999999999999999999"), Some(-i64::MAX));
        for word in ["", "-", "1e3", "0x10", "12a", "٣"] {
            assert_eq!(saturating_number(word), None, "{word}");
        }
    }

    #[test]
    fn words_are_separated_by_any_whitespace() {
        let mut tokens = Tokens::new("  go \t depth\r 5  ");
        assert_eq!(tokens.next(), Some("go"));
        assert_eq!(tokens.next(), Some("depth"));
        assert_eq!(tokens.amount(), Some(5));
        assert_eq!(tokens.next(), None);
        assert_eq!(tokens.rest(), "");
    }
}
