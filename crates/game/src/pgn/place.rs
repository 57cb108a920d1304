//! Places in a text, and how to find them.

use core::fmt;

/// A place in the input.
///
/// ```
/// use fourfold_game::pgn::{Event, Reader};
/// let mut reader = Reader::from_slice(b"[Site \"?\"]\n\n1. e4 *");
/// while let Some(event) = reader.next_event()? {
///     if matches!(event, Event::Move(_)) {
///         break;
///     }
/// }
/// assert_eq!(reader.place().to_string(), "3:4");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The number of bytes before it.
    pub offset: u64,
    /// The line, from 1. Lines end with LF, CRLF or CR.
    pub line: u64,
    /// The character in the line, from 1.
    pub column: u64,
}

impl Place {
    /// The first place of an input.
    pub const START: Place = Place {
        offset: 0,
        line: 1,
        column: 1,
    };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Tracks line and column. A reader needs places only for diagnostics, so lines are counted only up
/// to there, and each byte once.
#[derive(Clone, Copy, Debug)]
pub struct Ruler {
    place: Place,
    /// The last byte was a CR, so a following LF does not end another line.
    after_cr: bool,
}

impl Ruler {
    pub(super) const START: Ruler = Ruler {
        place: Place::START,
        after_cr: false,
    };

    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Advances past these bytes, which begin at the ruler. They end between two tokens, never
    /// within a character.
    pub(super) fn advance(&mut self, bytes: &[u8]) {
        self.place.offset += bytes.len() as u64;
        let last_line = match bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(last) => {
                self.place.line += self.line_breaks(bytes);
                self.place.column = 1;
                &bytes[last + 1..]
            }
            None => bytes,
        };
        self.place.column += characters(last_line);
        if let Some(&last) = bytes.last() {
            self.after_cr = last == b'\r';
        }
    }

    fn line_breaks(&self, bytes: &[u8]) -> u64 {
        let feeds = count(bytes, b'\n');
        let returns = count(bytes, b'\r');
        let pairs = match returns {
            0 => 0,
            _ => bytes.windows(2).filter(|pair| pair == b"\r\n").count(),
        };
        let halved = self.after_cr && bytes.first() == Some(&b'\n');
        (feeds + returns - pairs) as u64 - u64::from(halved)
    }
}

/// The number of occurrences of a byte. The loop over fixed-size chunks with byte counters that
/// cannot overflow lets the compiler vectorize it.
fn count(bytes: &[u8], wanted: u8) -> usize {
    let count_few = |few: &[u8]| {
        let counted = few.iter().map(|&byte| u8::from(byte == wanted));
        usize::from(counted.fold(0, u8::wrapping_add))
    };
    let (pieces, rest) = bytes.as_chunks::<192>();
    pieces.iter().map(|piece| count_few(piece)).sum::<usize>() + count_few(rest)
}

fn characters(bytes: &[u8]) -> u64 {
    match core::str::from_utf8(bytes) {
        Ok(text) => text.chars().count() as u64,
        Err(_) => bytes.len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place_after(pieces: &[&[u8]]) -> (u64, u64) {
        let mut ruler = Ruler::START;
        for piece in pieces {
            ruler.advance(piece);
        }
        (ruler.place().line, ruler.place().column)
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        assert_eq!(place_after(&[b"a\nbc"]), (2, 3));
        assert_eq!(place_after(&[b"a\r\nbc"]), (2, 3));
        assert_eq!(place_after(&[b"a\rbc"]), (2, 3));
        assert_eq!(place_after(&[b"\n\r\n\r\r\n"]), (5, 1));
    }

    #[test]
    fn a_pair_may_be_torn_apart() {
        assert_eq!(place_after(&[b"a\r", b"\nbc"]), (2, 3));
        assert_eq!(place_after(&[b"a\r", b"", b"\n\nbc"]), (3, 3));
        assert_eq!(place_after(&[b"a\r", b"bc"]), (2, 3));
    }

    #[test]
    fn columns_count_characters_in_utf8_and_bytes_elsewhere() {
        assert_eq!(place_after(&["Núñez".as_bytes()]), (1, 6));
        assert_eq!(place_after(&[b"N\xfa\xf1ez"]), (1, 6));
        assert_eq!(place_after(&["ú".as_bytes(), b"ab"]), (1, 4));
    }
}
