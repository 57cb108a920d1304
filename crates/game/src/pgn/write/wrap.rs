//! Words in lines.

use core::fmt::{self, Write};

/// How long a line may be.
const COLUMNS: usize = 80;

/// Puts words into lines that are no longer than they may be, unless a word is.
pub(super) struct Wrapped<'f, 'o> {
    out: &'f mut fmt::Formatter<'o>,
    column: usize,
    /// Parentheses that stick to the next word.
    opened: usize,
}

impl<'f, 'o> Wrapped<'f, 'o> {
    pub(super) fn new(out: &'f mut fmt::Formatter<'o>) -> Wrapped<'f, 'o> {
        Wrapped {
            out,
            column: 0,
            opened: 0,
        }
    }

    /// Writes a word, with a blank or a line end before it.
    pub(super) fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count() + self.opened;
        if self.column > 0 {
            if self.column + 1 + length > COLUMNS {
                self.end_line()?;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        for _ in 0..core::mem::take(&mut self.opened) {
            self.out.write_char('(')?;
        }
        self.column += length;
        self.out.write_str(word)
    }

    /// Opens a parenthesis before the next word.
    pub(super) fn open(&mut self) {
        self.opened += 1;
    }

    /// Closes a parenthesis behind the last word.
    pub(super) fn close(&mut self) -> fmt::Result {
        if self.column == COLUMNS {
            self.end_line()?;
        }
        self.column += 1;
        self.out.write_char(')')
    }

    /// Begins a new line.
    pub(super) fn end_line(&mut self) -> fmt::Result {
        self.column = 0;
        self.out.write_char('\n')
    }
}

/// Cuts a comment at the blanks where a line may end: single ones, so that none is lost when the
/// line end is read as a blank again, and not before what means something at the start of a line.
pub(super) fn words(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut start = 0;
    for at in 1..bytes.len().saturating_sub(1) {
        let is_single =
            !bytes[at - 1].is_ascii_whitespace() && !bytes[at + 1].is_ascii_whitespace();
        if bytes[at] == b' ' && is_single && !matches!(bytes[at + 1], b'[' | b'%') {
            words.push(&text[start..at]);
            start = at + 1;
        }
    }
    words.push(&text[start..]);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_at_single_blanks_only() {
        assert_eq!(words("a b"), ["a", "b"]);
        assert_eq!(words("a  b c\td e"), ["a  b", "c\td", "e"]);
        assert_eq!(
            words("see [Event \"x\"] %here"),
            ["see [Event", "\"x\"] %here"]
        );
        assert_eq!(words("é ü"), ["é", "ü"]);
        assert_eq!(words("x"), ["x"]);
    }
}
