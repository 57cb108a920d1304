//! Wraps words into lines.

use core::fmt::{self, Write};

/// The maximum length of a line.
const COLUMNS: usize = 79;

/// Writes words in lines of at most [`COLUMNS`] characters, unless a single word is longer.
pub(super) struct Wrapped<'f, 'o> {
    out: &'f mut fmt::Formatter<'o>,
    column: usize,
    /// The word to be written next, with the parentheses attached to it.
    word: String,
    /// Whether it ends with an opening parenthesis that waits for a word.
    is_open: bool,
}

impl<'f, 'o> Wrapped<'f, 'o> {
    pub(super) fn new(out: &'f mut fmt::Formatter<'o>) -> Wrapped<'f, 'o> {
        Wrapped {
            out,
            column: 0,
            word: String::new(),
            is_open: false,
        }
    }

    /// Writes a word, with a blank or a line end before it.
    pub(super) fn word(&mut self, word: fmt::Arguments<'_>) -> fmt::Result {
        if !self.is_open {
            self.flush()?;
        }
        self.is_open = false;
        self.word.write_fmt(word)
    }

    /// Opens a parenthesis before the next word.
    pub(super) fn open(&mut self) -> fmt::Result {
        self.word(format_args!("("))?;
        self.is_open = true;
        Ok(())
    }

    /// Closes a parenthesis after the last word.
    pub(super) fn close(&mut self) {
        self.word.push(')');
    }

    /// Begins a new line.
    pub(super) fn end_line(&mut self) -> fmt::Result {
        self.flush()?;
        self.column = 0;
        self.out.write_char('\n')
    }

    /// Writes the waiting word.
    fn flush(&mut self) -> fmt::Result {
        let length = self.word.chars().count();
        if length == 0 {
            return Ok(());
        }
        if self.column > 0 {
            if self.column + 1 + length > COLUMNS {
                self.column = 0;
                self.out.write_char('\n')?;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.column += length;
        self.out.write_str(&self.word)?;
        self.word.clear();
        Ok(())
    }
}

/// Splits a comment at the blanks where a line may end. These are single blanks, because a line end
/// is read as one blank, and not before text that has a meaning at the start of a line.
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
