//! Makes untrusted text safe to show on a terminal.
//!
//! Player names in a file, typed moves, engine output and file names can contain control characters
//! and marks of direction. A terminal would obey them: move the cursor, change the title, overwrite
//! text, or show it backwards. Everything shown to people therefore goes through [`Plain`], or through [`visible`] where the program mixes it with
//! its own control sequences.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Escapes every [hidden character](game::pgn::is_hidden), as in `\u{1b}`. Line ends and tabs stay.
///
/// ```
/// assert_eq!(terminal::visible("a\u{1b}[31mb\u{9b}2J\n"), "a\\u{1b}[31mb\\u{9b}2J\n");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) {
            let _ = write!(shown, "{}", c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// The text as one line: line ends and tabs are escaped too.
#[must_use]
pub fn visible_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        text if text.contains(['\n', '\t']) => {
            Cow::Owned(text.replace('\n', "\\n").replace('\t', "\\t"))
        }
        text => text,
    }
}

pub(crate) fn is_hidden(c: char) -> bool {
    game::pgn::is_hidden(c) && !matches!(c, '\n' | '\t')
}

/// A writer of UTF-8 text that makes hidden characters [`visible`].
#[derive(Debug)]
pub struct Plain<W> {
    out: W,
    /// The first bytes of an incomplete character.
    torn: Vec<u8>,
}

impl<W: Write> Plain<W> {
    /// A writer that passes the text on to this one.
    pub fn new(out: W) -> Plain<W> {
        Plain {
            out,
            torn: Vec::new(),
        }
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined = [self.torn.as_slice(), bytes].concat();
        self.torn.clear();
        let mut rest = joined.as_slice();
        for chunk in rest.utf8_chunks() {
            self.out.write_all(visible(chunk.valid()).as_bytes())?;
            let invalid = chunk.invalid();
            rest = &rest[chunk.valid().len() + invalid.len()..];
            // At most three bytes can be waiting for the last byte of a character.
            if rest.is_empty()
                && !invalid.is_empty()
                && invalid.len() < 4
                && starts_character(invalid)
            {
                self.torn.extend_from_slice(invalid);
            } else if !invalid.is_empty() {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether these bytes can be the beginning of a longer character.
fn starts_character(bytes: &[u8]) -> bool {
    match bytes.first() {
        Some(0xC2..=0xDF) => bytes.len() < 2,
        Some(0xE0..=0xEF) => bytes.len() < 3,
        Some(0xF0..=0xF4) => bytes.len() < 4,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_other_text_is_unchanged() {
        assert_eq!(
            visible("Tal – Botvinnik ♔\n\t1/2"),
            "Tal – Botvinnik ♔\n\t1/2"
        );
        assert_eq!(visible("\u{1b}]0;x\u{7}"), "\\u{1b}]0;x\\u{7}");
        assert_eq!(visible("\r\u{8}\u{7f}\u{9b}"), "\\r\\u{8}\\u{7f}\\u{9b}");
        assert_eq!(visible("\u{202e}Anna\u{2066}"), "\\u{202e}Anna\\u{2066}");
        assert_eq!(visible_line("a\nb\tc"), "a\\nb\\tc");
    }

    #[test]
    fn a_writer_escapes_wherever_the_bytes_are_split() {
        let text = "é\u{1b}[0m♔\u{9b}x😀".as_bytes();
        for cut in 0..=text.len() {
            let mut out = Vec::new();
            let mut plain = Plain::new(&mut out);
            plain.write_all(&text[..cut]).unwrap();
            plain.write_all(&text[cut..]).unwrap();
            assert_eq!(
                String::from_utf8(out).unwrap(),
                "é\\u{1b}[0m♔\\u{9b}x😀",
                "{cut}"
            );
        }
        let mut out = Vec::new();
        Plain::new(&mut out).write_all(b"a\xff\x9bb").unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "a\u{fffd}\u{fffd}b");
    }
}
