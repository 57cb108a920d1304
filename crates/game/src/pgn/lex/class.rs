//! Character classes.

/// The class of a byte, by what it begins in the movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A word: a move, a glyph or unknown text.
    Word,
    /// A move number, a result or castling with zeros.
    Digit,
    /// The dot of a move number.
    Dot,
    /// A blank within a line.
    Blank,
    /// A line end.
    Break,
    /// A byte that is or begins a token and ends a word.
    Mark,
    /// A zero byte.
    Nul,
}

/// The class of every byte.
pub(super) const CLASSES: [Class; 256] = {
    let mut classes = [Class::Word; 256];
    let mut digit = b'0';
    while digit <= b'9' {
        classes[digit as usize] = Class::Digit;
        digit += 1;
    }
    let marks = b"{}()[];$!?*";
    let mut index = 0;
    while index < marks.len() {
        classes[marks[index] as usize] = Class::Mark;
        index += 1;
    }
    classes[b'.' as usize] = Class::Dot;
    classes[b' ' as usize] = Class::Blank;
    classes[b'\t' as usize] = Class::Blank;
    classes[0x0b] = Class::Blank;
    classes[0x0c] = Class::Blank;
    classes[END_OF_FILE as usize] = Class::Blank;
    classes[b'\n' as usize] = Class::Break;
    classes[b'\r' as usize] = Class::Break;
    classes[0] = Class::Nul;
    classes
};

/// Ctrl-Z, the end of DOS text files.
pub(super) const END_OF_FILE: u8 = 0x1a;

/// The class of a byte.
#[inline]
pub(super) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// Whether each byte can continue a word.
pub(super) const IS_IN_WORD: [bool; 256] = {
    let mut is_in_word = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        is_in_word[byte] = matches!(CLASSES[byte], Class::Word | Class::Digit);
        byte += 1;
    }
    is_in_word
};

/// Whether a byte can continue a word.
#[inline]
pub(super) fn is_in_word(byte: u8) -> bool {
    IS_IN_WORD[byte as usize]
}

/// Whether a lenient reader accepts a byte in a tag name.
#[inline]
pub(super) fn is_in_name(byte: u8) -> bool {
    is_in_word(byte) && byte != b'"' || byte == b'.'
}
