//! Text of a PGN file, undecoded.
//!
//! The standard demands ISO 8859-1, most files are UTF-8 or plain ASCII, and nothing in a file
//! tells which. Valid UTF-8 is read as such, anything else as Latin-1, which never fails.

use std::borrow::Cow;

/// Text that has not been decoded yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'b> {
    bytes: &'b [u8],
}

impl<'b> Text<'b> {
    /// The text of these bytes.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Text<'b> {
        Text { bytes }
    }

    /// The bytes of the file.
    #[must_use]
    pub fn bytes(self) -> &'b [u8] {
        self.bytes
    }

    /// Whether the bytes are valid UTF-8; otherwise they are read as Latin-1.
    #[inline]
    #[must_use]
    pub fn is_utf8(self) -> bool {
        self.bytes.is_ascii() || core::str::from_utf8(self.bytes).is_ok()
    }

    /// The decoded text.
    ///
    /// ```
    /// use fourfold_game::pgn::Text;
    /// assert_eq!(Text::new("Núñez".as_bytes()).decode(), "Núñez");
    /// assert_eq!(Text::new(b"N\xfa\xf1ez").decode(), "Núñez");
    /// ```
    #[must_use]
    pub fn decode(self) -> Cow<'b, str> {
        match core::str::from_utf8(self.bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.bytes.iter().map(|&byte| byte as char).collect()),
        }
    }

    /// The value of a tag, with `\"` and `\\` unescaped.
    ///
    /// ```
    /// use fourfold_game::pgn::Text;
    /// assert_eq!(Text::new(br#"the \"Immortal\" game"#).unescape(), r#"the "Immortal" game"#);
    /// ```
    #[must_use]
    pub fn unescape(self) -> Cow<'b, str> {
        unescape(self.decode())
    }

    /// The beginning of the text, for a message.
    pub(super) fn excerpt(self) -> String {
        const CHARACTERS: usize = 120;
        // A character has at most four bytes, so this is enough, and a megabyte is never decoded.
        let mut enough = &self.bytes[..self.bytes.len().min(4 * CHARACTERS + 4)];
        let is_whole = enough.len() == self.bytes.len();
        if let Err(error) = core::str::from_utf8(enough)
            && error.error_len().is_none()
            && !is_whole
        {
            enough = &enough[..error.valid_up_to()];
        }
        let decoded = Text::new(enough).decode();
        if is_whole && decoded.chars().count() <= CHARACTERS {
            return decoded.into_owned();
        }
        let mut excerpt: String = decoded.chars().take(CHARACTERS).collect();
        excerpt.push('…');
        excerpt
    }
}

/// Whether a terminal or another program would obey a character instead of showing it: control
/// characters, line separators, and marks that reverse the direction of the text around them.
///
/// ```
/// use fourfold_game::pgn::is_hidden;
/// assert!(is_hidden('\u{1b}') && is_hidden('\u{202e}') && !is_hidden('é'));
/// ```
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// A decoded text with `\"` and `\\` unescaped.
pub(super) fn unescape(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text;
    }
    let mut value = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|next| character == '\\' && matches!(next, '"' | '\\'));
        value.push(escaped.unwrap_or(character));
    }
    Cow::Owned(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_quotes_and_backslashes_are_escaped() {
        let unescape = |text: &'static str| Text::new(text.as_bytes()).unescape();
        assert_eq!(unescape(r#"say \"check\""#), r#"say "check""#);
        assert_eq!(unescape(r"Aix\\Zurich"), r"Aix\Zurich");
        assert_eq!(unescape(r"C:\games\"), r"C:\games\");
        assert_eq!(unescape(r#"\\\""#), r#"\""#);
        assert_eq!(unescape("plain"), "plain");
    }

    #[test]
    fn excerpts_are_short_and_whole_characters() {
        assert_eq!(Text::new(b"Nf3").excerpt(), "Nf3");
        let long = "é".repeat(5000);
        assert_eq!(Text::new(long.as_bytes()).excerpt().chars().count(), 121);
        let latin: Vec<u8> = vec![0xe9; 5000];
        assert_eq!(Text::new(&latin).excerpt().chars().count(), 121);
    }
}
